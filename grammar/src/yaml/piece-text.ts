import type { Problem, ProblemFix } from "@lobster-lang/language";
import { Base, PlacedRange } from "./placed-range.ts";

/** The text of one piece, its movable base, and the problems found in it. All offsets are the piece's own. */
export class PieceText {
  readonly base = new Base();
  readonly text: string;
  readonly problems: Problem[] = [];

  constructor(text: string) {
    this.text = text;
  }

  range(from: number, to: number): PlacedRange {
    return new PlacedRange(this.base, from, to);
  }

  report(rule: string, from: number, to: number, message: string, more: ProblemExtras = {}): void {
    this.problems.push({ rule, range: this.range(from, to), message, ...more });
  }

  /** A fix of this piece: edits with the piece's own offsets. */
  fix(
    title: string,
    safe: boolean,
    ...edits: readonly (readonly [from: number, to: number, text: string])[]
  ): ProblemFix {
    return { title, safe, edits: edits.map(([from, to, text]) => ({ range: this.range(from, to), text })) };
  }
}

export type ProblemExtras = Pick<Problem, "severity" | "related" | "fixes">;
