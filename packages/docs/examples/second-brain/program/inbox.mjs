import { basename } from "node:path";
import { excerptOf, wordsIn } from "./note.mjs";

/** What waits in a vault's inbox, the folders that it could go to, and the vault's own rules. */
export function inbox(vault) {
  const notes = vault.notes().filter(({ path }) => path.startsWith("inbox/"));
  return {
    vault: vault.name,
    folders: vault.folders().filter((folder) => folder !== "inbox"),
    rules: vault.rules(),
    notes: notes.map((note) => ({
      note: note.path,
      title: note.title,
      tags: note.tags,
      created: note.about.created ?? null,
      words: wordsIn(note.body),
      excerpt: excerptOf(note),
    })),
  };
}

/**
 * Decides for each note where it goes: where a model proposes a folder of this vault that one is taken, else the first rule
 * that fits. Both give the same shape. A note that neither knows stays where it is.
 */
export function sort({ inbox: waiting, proposals }) {
  const proposed = new Map((Array.isArray(proposals) ? proposals : []).map((one) => [one.note, one]));
  const decided = waiting.notes.map((note) => decide(note, proposed.get(note.note), waiting));
  return {
    vault: waiting.vault,
    moves: decided.filter(({ to }) => to !== null),
    stay: decided.filter(({ to }) => to === null).map(({ note, reason }) => ({ note, reason })),
  };
}

function decide({ note, title, tags, excerpt }, proposal, { folders, rules }) {
  const placed = (folder, by, reason) => ({ note, title, to: `${folder}/${basename(note)}`, by, reason });
  if (proposal !== undefined && folders.includes(proposal.folder)) {
    return placed(proposal.folder, "model", String(proposal.reason ?? "").slice(0, 80));
  }
  const rule = rules.find((one) => tags.includes(one.tag) || matches(one.words, `${title} ${excerpt}`));
  if (rule === undefined) return { note, title, to: null, by: "rules", reason: "no rule knows it" };
  const why = tags.includes(rule.tag)
    ? `tagged ${rule.tag}`
    : `speaks of ${matches(rule.words, `${title} ${excerpt}`)}`;
  return placed(rule.folder, "rules", why);
}

/** The first of the words that the text holds as a whole word. */
function matches(words = [], text) {
  const spoken = new Set(text.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  return words.find((word) => spoken.has(word)) ?? null;
}
