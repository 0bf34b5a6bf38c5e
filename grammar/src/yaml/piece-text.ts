import type { Problem } from "@lobster-lang/language";
import type { Finding } from "./finding.ts";
import { type MendedText, mendedText } from "./mended-text.ts";
import { Base, PlacedRange } from "./placed-range.ts";

/** The text of one piece, its movable base, and the problems found in it. */
export class PieceText {
  readonly base = new Base();
  /** As the author wrote it. */
  readonly text: string;
  /** As it was read: with what had to be mended before it could be. */
  readonly mended: MendedText;
  readonly problems: Problem[] = [];

  constructor(text: string, mended: MendedText = mendedText(text, [])!) {
    this.text = text;
    this.mended = mended;
  }

  /** A range of the author's text. */
  range(from: number, to: number): PlacedRange {
    return new PlacedRange(this.base, from, to);
  }

  /** Reports what was found in the author's text. */
  report({ rule, from, to, message, fixes }: Finding): void {
    const problem: Problem = { rule, range: this.range(from, to), message };
    if (fixes === undefined) this.problems.push(problem);
    else {
      const placed = fixes.map(({ title, safe, edits }) => ({
        title,
        safe,
        edits: edits.map((edit) => ({ range: this.range(edit.from, edit.to), text: edit.insert })),
      }));
      this.problems.push({ ...problem, fixes: placed });
    }
  }
}
