import type { Range } from "@lobster-lang/language";

/** Where a piece of a file begins. Moving it moves every range of the piece that was handed out. */
export class Base {
  offset = 0;
}

/** A range that is relative to a piece inside and absolute outside, so that an unchanged piece needs no new nodes. */
export class PlacedRange implements Range {
  readonly base: Base;
  /** Offsets in the piece's text. */
  readonly from: number;
  readonly to: number;

  constructor(base: Base, from: number, to: number) {
    this.base = base;
    this.from = from;
    this.to = to;
  }

  get start(): number {
    return this.base.offset + this.from;
  }

  get end(): number {
    return this.base.offset + this.to;
  }

  toJSON(): Range {
    return { start: this.start, end: this.end };
  }
}
