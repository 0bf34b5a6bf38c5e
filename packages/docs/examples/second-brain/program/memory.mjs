import { groupBy } from "./group-by.mjs";
import { withKey } from "./note.mjs";

const entry = /^- #([a-z][a-z0-9-]*) (.+?)( → \[\[memory\/[^\]]+\]\])?$/;

/** What a vault's daily notes say under "Memory" and no page of memory holds yet. */
export function facts(vault) {
  return vault
    .notes()
    .filter(({ path }) => path.startsWith("journal/"))
    .flatMap((note) =>
      memoryLines(note.text).flatMap((line) => {
        const [, topic, fact, remembered] = entry.exec(line) ?? [];
        if (topic === undefined || remembered !== undefined) return [];
        return [{ vault: vault.name, note: note.path, day: note.path.slice(8, 18), topic, fact, line }];
      }),
    )
    .map((fact, number) => ({ id: `${vault.name}-${number + 1}`, ...fact }));
}

function memoryLines(text) {
  const lines = text.split("\n");
  const start = lines.indexOf("## Memory");
  if (start === -1) return [];
  const end = lines.findIndex((line, number) => number > start && line.startsWith("#"));
  return lines.slice(start + 1, end === -1 ? undefined : end);
}

/**
 * One page a topic, vault by vault. A model may have said which facts are one, and in which words; where it has not, or where
 * it lost or invented a fact, facts with the same words are one and keep theirs.
 */
export function topics({ facts: found, proposals }) {
  const pages = groupBy(found, ({ vault, topic }) => `${vault}/${topic}`);
  return [...pages.values()].map((list) => {
    const proposal = (Array.isArray(proposals) ? proposals : []).find((one) => covers(one, list));
    const lines = proposal === undefined ? sameWords(list) : proposal.lines.map((line) => lineOf(line, list));
    const [{ vault, topic }] = list;
    const page = { vault, page: `memory/${topic}.md`, by: proposal === undefined ? "rules" : "model", lines };
    return { ...page, shown: shown(page) };
  });
}

/** Whether a proposal is about exactly these facts, each of them once. */
function covers(proposal, list) {
  if (!Array.isArray(proposal?.lines)) return false;
  const named = proposal.lines.flatMap((line) => (Array.isArray(line.facts) && line.text ? line.facts : [null]));
  return (
    named.toSorted().join() ===
    list
      .map(({ id }) => id)
      .toSorted()
      .join()
  );
}

function lineOf({ text, facts: ids }, list) {
  const from = list.filter(({ id }) => ids.includes(id));
  return { text: text.replace(/\s+/g, " ").trim(), day: from.at(-1).day, from: from.map(sourceOf) };
}

function sameWords(list) {
  const groups = groupBy(
    list,
    ({ fact }) =>
      fact
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu)
        ?.join(" ") ?? fact,
  );
  return [...groups.values()].map((group) => ({
    text: group[0].fact,
    day: group.at(-1).day,
    from: group.map(sourceOf),
  }));
}

function sourceOf({ note, line }) {
  return { note, line };
}

function shown({ vault, page, by, lines }) {
  const rows = lines.map(({ text, day, from }) => {
    const times = from.length === 1 ? "" : `, from ${from.length} notes`;
    return `+ ${text} (${day}${times})`;
  });
  return `${vault}: ${page}, worded by ${by === "model" ? "the model" : "the notes themselves"}\n${rows.join("\n")}`;
}

/** Writes the lines of a page that are not there yet, then links each daily note to it. */
export function remember(vault, { page, lines }, day) {
  vault.beforeChanging();
  const topic = /^memory\/(.+)\.md$/.exec(page)[1];
  const old = vault.has(page) ? vault.note(page).text : `---\ntitle: ${topic}\ncreated: ${day}\n---\n\n# ${topic}\n\n`;
  const missing = lines
    .map(({ text, day: said }) => `- ${text} (${said})`)
    .filter((line) => !old.includes(`${line}\n`));
  if (missing.length > 0) vault.write(page, withKey(`${old}${missing.join("\n")}\n`, "updated", day));
  for (const { note, line } of lines.flatMap(({ from }) => from)) {
    const { text } = vault.note(note);
    const linked = text.replace(`${line}\n`, () => `${line} → [[memory/${topic}]]\n`);
    if (linked !== text) vault.write(note, linked);
  }
  return { vault: vault.name, page, added: missing.length };
}
