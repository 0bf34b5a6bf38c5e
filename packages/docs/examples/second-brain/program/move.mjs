import { posix } from "node:path";
import { Refusal } from "./vault.mjs";

/**
 * Moves a note, and mends every link to it and in it. The note itself goes last, so that whatever interrupts this, another
 * try finishes it; a note that is there already stays.
 */
export function move(vault, { note, to }) {
  vault.beforeChanging();
  if (!vault.has(note)) {
    if (vault.has(to)) return { vault: vault.name, note, to, moved: false, links: 0 };
    throw new Refusal(`there is no note \`${note}\` in the vault \`${vault.name}\``);
  }
  const text = withOwnLinks(vault.note(note).text, note, to);
  // An earlier try may have come as far as this; anything else there is another note.
  if (vault.has(to) && vault.note(to).text !== text) throw new Refusal(`another note is \`${to}\` already`);
  let links = 0;
  for (const other of vault.notes()) {
    const mended = withLinksTo(other, note, to);
    if (other.path === note || other.path === to || mended === other.text) continue;
    vault.write(other.path, mended);
    links++;
  }
  vault.write(to, text);
  vault.remove(note);
  return { vault: vault.name, note, to, moved: true, links };
}

const markdownLink = /\]\(([^)#:\s]+\.md)(#[^)]*)?\)/g;

/** A note's text with its links to one note leading to that note's new place. */
function withLinksTo({ path, text }, from, to) {
  const folder = posix.dirname(path);
  return text.replace(markdownLink, (link, target, part = "") =>
    posix.join(folder, target) === from ? `](${posix.relative(folder, to)}${part})` : link,
  );
}

/** The text of a note that itself moves: what it links to stays where it is. */
function withOwnLinks(text, from, to) {
  return text.replace(markdownLink, (_link, target, part = "") => {
    const place = posix.join(posix.dirname(from), target);
    return `](${posix.relative(posix.dirname(to), place === from ? to : place)}${part})`;
  });
}
