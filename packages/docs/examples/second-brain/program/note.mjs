import { basename } from "node:path";

/**
 * A note: front matter between two lines of `---`, then Markdown. `lines` are those of the text, with their numbers; nothing
 * that a person wrote is written anew but the line that is meant.
 */
export function readNote(path, text) {
  const end = text.startsWith("---\n") ? text.indexOf("\n---\n", 3) : -1;
  const head = end === -1 ? "" : text.slice(4, end + 1);
  const body = end === -1 ? text : text.slice(end + 5);
  const about = Object.fromEntries(
    [...head.matchAll(/^([a-z_]+): *(.*)$/gm)].map(([, key, value]) => [key, valueOf(value)]),
  );
  return {
    path,
    text,
    about,
    body,
    title: about.title ?? /^# (.+)$/m.exec(body)?.[1] ?? basename(path, ".md"),
    tags: Array.isArray(about.tags) ? about.tags : [],
    /** The day that its author gave it last. */
    day: about.updated ?? about.created ?? null,
  };
}

function valueOf(text) {
  const list = /^\[(.*)\]$/.exec(text.trim());
  if (list === null) return text.trim();
  return list[1].split(",").flatMap((word) => (word.trim() === "" ? [] : [word.trim()]));
}

export function wordsIn(text) {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** The first words of a note, for whoever has to judge where it belongs. */
export function excerptOf({ body }, most = 160) {
  const plain = body.replace(/^#.*$/gm, "").replace(/\s+/g, " ").trim();
  return plain.length <= most ? plain : `${plain.slice(0, most).replace(/\s\S*$/, "")} …`;
}

/** Targets of the note's links: names in double brackets, paths in Markdown's own. */
export function linksIn({ text }) {
  return {
    names: [...text.matchAll(/\[\[([^\]|#]+)/g)].map(([, name]) => name.trim()),
    paths: [...text.matchAll(/\]\(([^)#:\s]+\.md)(?:#[^)]*)?\)/g)].map(([, path]) => path),
  };
}

/** The text with one key of the front matter set to a value; the front matter is made where there is none. */
export function withKey(text, key, value) {
  if (!text.startsWith("---\n") || !text.includes("\n---\n")) return `---\n${key}: ${value}\n---\n\n${text}`;
  const end = text.indexOf("\n---\n", 3);
  const head = text.slice(0, end + 1);
  const line = new RegExp(`^${key}:.*$`, "m");
  return (line.test(head) ? head.replace(line, `${key}: ${value}`) : `${head}${key}: ${value}\n`) + text.slice(end + 1);
}
