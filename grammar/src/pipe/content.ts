import type { ArgumentContent, ArgumentType, Embedded, TextSource } from "@lobster-lang/language";
import { analyseShell } from "../shell/analyse.ts";
import { templateOf } from "../template/template-of.ts";
import { textFrom } from "../text/text-of.ts";
import type { Reporter } from "./report.ts";
import { whereOf } from "./where.ts";
import { partsInside, sourceOf, type Word } from "./word.ts";

/** Reads a word by the type of its flag or positional; null for plain words. */
export function contentOf(type: ArgumentType, word: Word, reporter: Reporter): ArgumentContent | null {
  switch (type) {
    case "shell":
      return shellContent(word, reporter.source);
    case "template": {
      const template = templateOf(word, { rule: "template-syntax", filters: true });
      reporter.problems.push(...template.problems);
      return { kind: "template", template };
    }
    case "where": {
      const where = whereOf(word, reporter);
      return where === null ? null : { kind: "where", where };
    }
    case "assignment":
      return assignment(word, reporter);
    case "fields":
      return word.hasValues ? null : { kind: "fields", names: fieldsOf(word) };
    case "path":
      return word.hasValues ? null : { kind: "path", segments: segmentsOf(word) };
    default:
      return null;
  }
}

/** The word as shell text; analysed on first use. */
export function shellContent(word: Word, source: TextSource): ArgumentContent {
  const text = textFrom(sourceOf(source, word), "shell", partsInside(word));
  return { kind: "shell", text, analyse: (names) => analyseShell(text, names) };
}

type Named = Embedded & { readonly name: string };

/** Names between commas; what is empty is dropped, as in the original. */
function fieldsOf(word: Word): readonly Named[] {
  return pieces(word, ",", (name) => name.trim());
}

/** Names between dots; what is empty is dropped, so that a leading dot is harmless and `.` is the item. */
function segmentsOf(word: Word): readonly Named[] {
  return pieces(word, ".", (name) => name);
}

function pieces(word: Word, separator: string, trim: (text: string) => string): readonly Named[] {
  const names: Named[] = [];
  let offset = 0;
  for (const piece of word.text.split(separator)) {
    const name = trim(piece);
    const start = offset + piece.indexOf(name);
    if (name !== "") names.push({ ...word.rangeOf(start, start + name.length), name });
    offset += piece.length + separator.length;
  }
  return names;
}

/** `key=text` of the stage `map` (original-language.md 3.2). */
function assignment(word: Word, reporter: Reporter): ArgumentContent | null {
  const equals = word.text.indexOf("=");
  if (equals === -1) return null;
  const written = word.text.slice(0, equals);
  const key = written.trim();
  const start = written.indexOf(key);
  const template = templateOf(word.slice(equals + 1, word.text.length), { rule: "map-syntax", filters: false });
  reporter.problems.push(...template.problems);
  return { kind: "assignment", key, keySpan: word.rangeOf(start, start + key.length), template };
}
