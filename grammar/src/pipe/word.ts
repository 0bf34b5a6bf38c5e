import type { Embedded, TextEdit, TextMap, TextPart, TextSource, WordNode } from "@lobster-lang/language";
import { partsOf } from "../text/parts.ts";
import { placeIn } from "../text/text-source.ts";
import { joinedText, type Quote, rawEnd, rawStart, runAt, sliceOf, type WordText } from "./word-text.ts";

/** A word with what only this package needs: its parts again, and pieces of it. */
export interface Word extends WordNode {
  readonly decoded: WordText;
  slice(start: number, end: number): Word;
  /** Whether values of the workflow stand in it. */
  readonly hasValues: boolean;
  /** Whether the interval stands in the pipeline text as it is, within one piece: no quote or escape inside. */
  isPlain(start: number, end: number): boolean;
  /** The edit that puts `text` at an interval of the decoded word, or null where there is no certain one. */
  edit(start: number, end: number, text: string): TextEdit | null;
}

/** The word node of decoded pieces. */
export function wordOf(source: TextSource, decoded: WordText): Word {
  const rangeOf = (start: number, end: number): Embedded => {
    const from = rawStart(decoded, start);
    return placeIn(source, from, start >= end ? from : Math.max(from, rawEnd(decoded, end)));
  };
  return {
    kind: "word",
    ...placeIn(source, decoded.start, decoded.end),
    text: decoded.text,
    raw: source.text.slice(decoded.start, decoded.end),
    quoted: decoded.quotes.some((quote) => quote !== "bare"),
    parts: partsOf(decoded.text, decoded.found, rangeOf),
    rangeOf,
    decoded,
    slice: (start, end) => wordOf(source, sliceOf(decoded, start, end)),
    hasValues: decoded.found.some(({ scanned }) => scanned.kind === "ref" || scanned.kind === "arg"),
    isPlain: (start, end) => {
      const run = runAt(decoded.runs, start);
      return run !== undefined && run.verbatim && end <= run.at + run.length;
    },
    edit: (start, end, text) => {
      const map = mapOf(source, decoded, rangeOf);
      const spelled = map.isVerbatim(start, end) ? map.encode(text) : null;
      return spelled === null ? null : { range: map.toSource(start, end), text: spelled };
    },
  };
}

/** Several words as one, with a blank between them. */
export function joined(source: TextSource, words: readonly Word[]): Word {
  return wordOf(source, joinedText(words.map((word) => word.decoded)));
}

/** The decoded text of a word as a text of its own, for the languages inside words. */
export function sourceOf(source: TextSource, word: Word): TextSource {
  return { text: word.text, map: mapOf(source, word.decoded, word.rangeOf), scalar: source.scalar };
}

/** The parts of a word in offsets of its decoded text (`word.parts` has those of the pipeline text). */
export function partsInside(word: Word): readonly TextPart[] {
  const place = (start: number, end: number): Embedded => ({
    span: { start, end },
    range: word.rangeOf(start, end).range,
  });
  return partsOf(word.text, word.decoded.found, place);
}

function mapOf(source: TextSource, decoded: WordText, rangeOf: WordNode["rangeOf"]): TextMap {
  return {
    toSource: (start, end) => rangeOf(start, end).range,
    toText: (offset) => {
      const raw = source.map.toText(offset);
      const run = decoded.runs.findLast((one) => one.from <= raw);
      if (run === undefined) return 0;
      return run.at + Math.min(run.length, run.verbatim ? raw - run.from : raw >= run.until ? 1 : 0);
    },
    isVerbatim: (start, end) => {
      const first = runAt(decoded.runs, start) ?? decoded.runs.at(-1);
      if (first === undefined || !first.verbatim || end > first.at + first.length) return false;
      return source.map.isVerbatim(rawStart(decoded, start), rawEnd(decoded, end));
    },
    encode: (text) => {
      const spelled = spelledIn(new Set(decoded.quotes), text);
      return spelled === null ? null : source.map.encode(spelled);
    },
  };
}

/** The spelling of a text that reads back as itself within these quotes, or null. */
function spelledIn(quotes: ReadonlySet<Quote>, text: string): string | null {
  if (/^[\w.,:/@%+=-]*$/.test(text)) return text;
  if (quotes.size > 1) return null;
  if (quotes.has("bare")) return /[\s|'"\\]/.test(text) ? null : text;
  if (quotes.has("single")) return text.endsWith("\\") ? null : text.replaceAll("'", "\\'");
  return text.replace(/["\\`]/g, "\\$&");
}
