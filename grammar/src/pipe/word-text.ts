import type { IToken } from "chevrotain";
import { type Found, scanText } from "../text/scan.ts";
import * as t from "./tokens.ts";

/** A stretch of a decoded word and where it stands in the pipeline text. */
export interface Run {
  /** Offset in the decoded word. */
  readonly at: number;
  readonly length: number;
  /** Interval of the pipeline text. */
  readonly from: number;
  readonly until: number;
  /** Character for character; else one escape. */
  readonly verbatim: boolean;
}

export type Quote = "bare" | "single" | "double";

/** A word as the lexer's rules read it: quotes gone, escapes resolved. */
export interface WordText {
  readonly text: string;
  readonly runs: readonly Run[];
  readonly quotes: readonly Quote[];
  /** Substitutions and look-alikes, in offsets of the decoded word; none crosses a quote. */
  readonly found: readonly Found[];
  /** Interval of the pipeline text, with the quotes. */
  readonly start: number;
  readonly end: number;
  /** Where text would stand in an empty word. */
  readonly anchor: number;
}

const doubleEscape = /\\(?:["\\$`]|\r?\n)/g;
const singleEscape = /\\'/g;

/** Decodes the glued pieces of one word (original-language.md 1.1 pass B, D25). */
export function wordText(pieces: readonly IToken[]): WordText {
  let text = "";
  const runs: Run[] = [];
  const found: Found[] = [];
  const quotes: Quote[] = [];
  const add = (decoded: string, from: number, until: number, verbatim: boolean): void => {
    if (decoded !== "") runs.push({ at: text.length, length: decoded.length, from, until, verbatim });
    text += decoded;
  };
  for (const piece of pieces) {
    const { startOffset: from, image, tokenType } = piece;
    const begin = text.length;
    const inert = new Set<number>();
    if (tokenType === t.Bare) {
      quotes.push("bare");
      add(image, from, from + image.length, true);
    } else if (tokenType === t.Apostrophe) {
      add("'", from, from + image.length, false);
    } else {
      const double = tokenType === t.Double || tokenType === t.OpenDouble;
      const closed = tokenType === t.Double || tokenType === t.Single;
      quotes.push(double ? "double" : "single");
      const content = image.slice(1, closed ? -1 : undefined);
      let offset = 0;
      for (const escape of content.matchAll(double ? doubleEscape : singleEscape)) {
        add(content.slice(offset, escape.index), from + 1 + offset, from + 1 + escape.index, true);
        const decoded = escape[0].endsWith("\n") ? "" : escape[0][1]!;
        if (double) inert.add(text.length - begin);
        offset = escape.index + escape[0].length;
        add(decoded, from + 1 + escape.index, from + 1 + offset, false);
      }
      add(content.slice(offset), from + 1 + offset, from + 1 + content.length, true);
    }
    for (const one of scanText(text.slice(begin), inert)) found.push(shifted(one, begin));
  }
  const first = pieces[0]!;
  const last = pieces.at(-1)!;
  return {
    text,
    runs,
    quotes,
    found,
    start: first.startOffset,
    end: last.startOffset + last.image.length,
    anchor: first.startOffset + (first.tokenType === t.Bare ? 0 : 1),
  };
}

/** The part `[start, end)` of a decoded word; its raw interval takes the quotes at the word's end along. */
export function sliceOf(word: WordText, start: number, end: number): WordText {
  const runs: Run[] = [];
  for (let index = firstFrom(word.runs, (run) => run.at + run.length > start); index < word.runs.length; index++) {
    const run = word.runs[index]!;
    if (run.at >= end) break;
    const first = Math.max(run.at, start);
    const last = Math.min(run.at + run.length, end);
    const from = run.verbatim ? run.from + (first - run.at) : run.from;
    const until = run.verbatim ? run.from + (last - run.at) : run.until;
    runs.push({ at: first - start, length: last - first, from, until, verbatim: run.verbatim });
  }
  const from = start === 0 ? word.start : rawEnd(word, start);
  return {
    text: word.text.slice(start, end),
    runs,
    quotes: word.quotes,
    found: foundIn(word, start, end)
      .filter((one) => one.start >= start && one.scanned.end <= end)
      .map((one) => shifted(one, -start)),
    start: from,
    end: end === word.text.length ? word.end : Math.max(from, rawEnd(word, end)),
    anchor: runs[0]?.from ?? from,
  };
}

/** What was found in a word and touches `[start, end)`. */
export function foundIn(word: WordText, start: number, end: number): readonly Found[] {
  const first = firstFrom(word.found, (one) => one.scanned.end > start);
  let last = first;
  while (last < word.found.length && word.found[last]!.start < end) last++;
  return word.found.slice(first, last);
}

/** The index of the first element that fits, in a list where all behind it fit too; by halving. */
function firstFrom<T>(list: readonly T[], fits: (item: T) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fits(list[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Several words as one text with a blank between them (positionals of `template`). */
export function joinedText(words: readonly WordText[]): WordText {
  let text = "";
  const runs: Run[] = [];
  const found: Found[] = [];
  words.forEach((word, index) => {
    if (index > 0) {
      const from = words[index - 1]!.end;
      runs.push({ at: text.length, length: 1, from, until: word.start, verbatim: false });
      text += " ";
    }
    const shift = text.length;
    for (const run of word.runs) runs.push({ ...run, at: run.at + shift });
    for (const one of word.found) found.push(shifted(one, shift));
    text += word.text;
  });
  const quotes = words.flatMap((word) => word.quotes);
  return { text, runs, quotes, found, start: words[0]!.start, end: words.at(-1)!.end, anchor: words[0]!.anchor };
}

/** Where the decoded offset `end` ends in the pipeline text. */
export function rawEnd(word: WordText, end: number): number {
  if (end <= 0) return word.runs[0]?.from ?? word.anchor;
  const run = runAt(word.runs, Math.min(end, word.text.length) - 1);
  if (run === undefined) return word.anchor;
  return run.verbatim ? run.from + (end - run.at) : run.until;
}

/** Where the decoded offset `start` begins in the pipeline text. */
export function rawStart(word: WordText, start: number): number {
  const run = runAt(word.runs, start);
  if (run === undefined) return rawEnd(word, word.text.length);
  return run.verbatim ? run.from + (start - run.at) : run.from;
}

/** The run that holds a decoded offset, by halving. */
export function runAt(runs: readonly Run[], offset: number): Run | undefined {
  let low = 0;
  let high = runs.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const run = runs[middle]!;
    if (offset < run.at) high = middle - 1;
    else if (offset >= run.at + run.length) low = middle + 1;
    else return run;
  }
  return undefined;
}

/** A find of a substring in offsets of the text around it. */
function shifted(found: Found, by: number): Found {
  if (by === 0) return found;
  const move = <T extends { readonly start: number; readonly end: number }>(piece: T): T => ({
    ...piece,
    start: piece.start + by,
    end: piece.end + by,
  });
  const { scanned } = found;
  const start = found.start + by;
  const end = scanned.end + by;
  switch (scanned.kind) {
    case "ref":
      return {
        start,
        scanned: { ...scanned, end, id: move(scanned.id), field: move(scanned.field), path: scanned.path.map(move) },
      };
    case "arg":
      return { start, scanned: { ...scanned, end, name: move(scanned.name) } };
    case "escaped":
      return { start, scanned: { ...scanned, end, dollar: scanned.dollar + by } };
    case "suspect":
      return { start, scanned: { ...scanned, end, content: move(scanned.content) } };
  }
}
