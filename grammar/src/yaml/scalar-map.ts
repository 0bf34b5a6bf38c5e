import type { Range, ScalarStyle, TextMap } from "@lobster-lang/language";
import { blockShape, decodeBlock } from "./decode-block.ts";
import { decodeDouble, decodePlain, decodeSingle } from "./decode-flow.ts";
import { encodeInto, encodeLoose } from "./encode-scalar.ts";
import { type Base, PlacedRange } from "./placed-range.ts";
import { Runs } from "./runs.ts";

/** Everything about one scalar that its map needs. */
export interface ScalarSource {
  readonly style: ScalarStyle;
  /** The whole token: with quotes, or with the block header. */
  readonly source: string;
  /** Indentation of the surrounding collection, as the reader counts it; for block scalars. */
  readonly parentIndent: number;
  /** Inside `[ ]` or `{ }`, where a plain scalar may not hold their signs. */
  readonly inFlow: boolean;
}

export interface Decoded {
  readonly runs: Runs;
  /** Spaces before each line of a block scalar; 0 for the other styles. */
  readonly contentIndent: number;
}

/** Decoded text of a scalar's token, with the place of every character. */
function decodeScalar(scalar: ScalarSource): Decoded {
  const { style, source } = scalar;
  if (style === "plain") return { runs: decodePlain(source), contentIndent: 0 };
  if (style === "single") return { runs: decodeSingle(source), contentIndent: 0 };
  if (style === "double") return { runs: decodeDouble(source), contentIndent: 0 };
  return decodeBlock(source, blockShape(source, scalar.parentIndent));
}

/**
 * Decoded text ↔ source of one scalar: the one place that does this arithmetic. Built on first use. It checks itself:
 * when its own decoding is not the node's text, the whole token is one coarse run (imprecise, never wrong).
 */
export class ScalarMap implements TextMap {
  readonly #base: Base;
  readonly #at: number;
  readonly #scalar: ScalarSource;
  readonly #text: string;
  #decoded: Decoded | null = null;

  /** `at` is the token's offset in its piece. */
  constructor(base: Base, at: number, scalar: ScalarSource, text: string) {
    this.#base = base;
    this.#at = at;
    this.#scalar = scalar;
    this.#text = text;
  }

  toSource(start: number, end: number): Range {
    return new DecodedRange(this, start, end);
  }

  /** The place of a decoded interval, as {@link toSource} gives it when it is asked for. */
  place(start: number, end: number): PlacedRange {
    const { runs } = this.#decode();
    const from = this.#clampText(start);
    const to = Math.max(from, this.#clampText(end));
    const begin = this.#startOf(runs, from);
    return this.#range(begin, to === from ? begin : this.#endOf(runs, to));
  }

  toText(offset: number): number {
    const { runs } = this.#decode();
    const source = offset - this.#base.offset - this.#at;
    const run = runs.runOfSource(source);
    if (run < 0) return 0;
    const inside = source - runs.sourceAt[run]!;
    if (inside >= runs.sourceLength[run]!) return runs.textAt[run]! + runs.textLength[run]!;
    return runs.textAt[run]! + (runs.verbatim[run] === true ? inside : 0);
  }

  isVerbatim(start: number, end: number): boolean {
    const { runs } = this.#decode();
    if (start < 0 || end > this.#text.length || start > end) return false;
    if (runs.count === 0) return this.#scalar.style === "single" || this.#scalar.style === "double";
    const run = runs.runOfText(start);
    const fits = (index: number): boolean =>
      index >= 0 && runs.verbatim[index] === true && end <= runs.textAt[index]! + runs.textLength[index]!;
    // An insertion point between two runs may stick to the end of the one before.
    return fits(run) || (start === end && start === runs.textAt[run] && fits(run - 1));
  }

  encode(text: string, start?: number, end?: number): string | null {
    if (start === undefined || end === undefined) return encodeLoose(text, this.#scalar, this.#decode().contentIndent);
    if (!this.isVerbatim(start, end)) return null;
    const { start: from, end: to } = this.toSource(start, end);
    const place = { from: from - this.#base.offset - this.#at, to: to - this.#base.offset - this.#at };
    const wanted = this.#text.slice(0, start) + text + this.#text.slice(end);
    return encodeInto(text, this.#scalar, this.#decode().contentIndent, place, wanted, decodeScalar);
  }

  /** A map has no place in printed trees. */
  toJSON(): undefined {
    return undefined;
  }

  #decode(): Decoded {
    this.#decoded ??= checked(decodeScalar(this.#scalar), this.#scalar.source, this.#text);
    return this.#decoded;
  }

  #clampText(offset: number): number {
    return Math.min(Math.max(offset, 0), this.#text.length);
  }

  #startOf(runs: Runs, offset: number): number {
    const run = runs.runOfText(offset);
    if (run < 0) return this.#emptyAt();
    const inside = offset - runs.textAt[run]!;
    if (inside >= runs.textLength[run]!) return runs.sourceAt[run]! + runs.sourceLength[run]!;
    return runs.sourceAt[run]! + (runs.verbatim[run] === true ? inside : 0);
  }

  #endOf(runs: Runs, offset: number): number {
    const run = runs.runOfText(offset - 1);
    if (run < 0) return this.#emptyAt();
    const inside = offset - runs.textAt[run]!;
    return runs.sourceAt[run]! + (runs.verbatim[run] === true ? inside : runs.sourceLength[run]!);
  }

  /** Where text would go in a scalar that has none. */
  #emptyAt(): number {
    const { style, source } = this.#scalar;
    if (style === "plain" || source.length === 0) return 0;
    if (style === "single" || style === "double") return 1;
    return blockShape(source, 0).bodyAt;
  }

  #range(from: number, to: number): PlacedRange {
    return new PlacedRange(this.#base, this.#at + from, this.#at + to);
  }
}

/** Worked out at the first question: most intervals of most texts are never shown to anyone. */
class DecodedRange implements Range {
  readonly #map: ScalarMap;
  readonly #from: number;
  readonly #to: number;
  #place: PlacedRange | null = null;

  constructor(map: ScalarMap, from: number, to: number) {
    this.#map = map;
    this.#from = from;
    this.#to = to;
  }

  get start(): number {
    return this.#placed().start;
  }

  get end(): number {
    return this.#placed().end;
  }

  toJSON(): Range {
    return this.#placed().toJSON();
  }

  #placed(): PlacedRange {
    this.#place ??= this.#map.place(this.#from, this.#to);
    return this.#place;
  }
}

function checked(decoded: Decoded, source: string, text: string): Decoded {
  if (decoded.runs.text === text) return decoded;
  const coarse = new Runs();
  coarse.replace(text, 0, source.length);
  return { runs: coarse, contentIndent: decoded.contentIndent };
}
