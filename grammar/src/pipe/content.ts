import type { ArgumentContent, ArgumentType, Embedded, TemplateNode, TextSource } from "@lobster-lang/language";
import { analyserOf } from "../shell/analyse.ts";
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
      return { kind: "template", template: handedOver(template, reporter) };
    }
    case "where": {
      const where = whereOf(word, reporter);
      return where === null ? null : { kind: "where", where };
    }
    case "assignment":
      return assignment(word, reporter);
    case "fields":
      // Names between commas; what is empty is dropped, as in the original. Blanks are reported by pick.ts.
      return word.hasValues ? null : { kind: "fields", names: named(word, /[^\s,]+(?:[^,]*[^\s,])?/g) };
    case "path":
      // Names between dots; what is empty is dropped, so that a leading dot is harmless and `.` is the item.
      return word.hasValues ? null : { kind: "path", segments: named(word, /[^.]+/g) };
    default:
      return null;
  }
}

/** The template without its problems: the pipeline has them, so that each is found once. */
function handedOver(template: TemplateNode, reporter: Reporter): TemplateNode {
  reporter.add(template.problems);
  return { ...template, problems: [] };
}

/** The word as shell text; analysed on first use. */
export function shellContent(word: Word, source: TextSource): ArgumentContent {
  const text = textFrom(sourceOf(source, word), "shell", partsInside(word));
  return { kind: "shell", text, analyse: analyserOf(text) };
}

type Named = Embedded & { readonly name: string };

/** The pieces of a word that a pattern finds, with their places. */
function named(word: Word, pattern: RegExp): readonly Named[] {
  return [...word.text.matchAll(pattern)].map((found) => ({
    ...word.rangeOf(found.index, found.index + found[0].length),
    name: found[0],
  }));
}

/** `key=text` of the stage `map` (original-language.md 3.2). */
function assignment(word: Word, reporter: Reporter): ArgumentContent | null {
  const equals = word.text.indexOf("=");
  if (equals === -1) return null;
  const written = word.text.slice(0, equals);
  const key = written.trim();
  const start = written.indexOf(key);
  const template = templateOf(word.slice(equals + 1, word.text.length), { rule: "map-syntax", filters: false });
  const keySpan = word.rangeOf(start, start + key.length);
  return { kind: "assignment", key, keySpan, template: handedOver(template, reporter) };
}
