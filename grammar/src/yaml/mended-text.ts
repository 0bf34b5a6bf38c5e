import type { Edit } from "./finding.ts";
import { lastNotAfter } from "./runs.ts";

/** A text with edits, and the way back from it. */
export interface MendedText {
  readonly text: string;
  /** Offset in the original; what was put in lies where it was put. */
  toOriginal(offset: number): number;
}

/** Null when edits overlap. */
export function mendedText(original: string, edits: readonly Edit[]): MendedText | null {
  if (edits.length === 0) return { text: original, toOriginal: (offset) => offset };
  const starts: number[] = [];
  const parts: { readonly original: number; readonly length: number }[] = [];
  let text = "";
  let at = 0;
  const add = (from: number, to: number, shown: string): void => {
    starts.push(text.length);
    parts.push({ original: from, length: to - from });
    text += shown;
  };
  for (const edit of edits.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    if (edit.from < at) return null;
    add(at, edit.from, original.slice(at, edit.from));
    add(edit.from, edit.to, edit.insert);
    at = edit.to;
  }
  add(at, original.length, original.slice(at));
  return {
    text,
    toOriginal(offset) {
      const index = Math.max(0, lastNotAfter(starts, offset));
      const part = parts[index]!;
      return part.original + Math.min(offset - starts[index]!, part.length);
    },
  };
}
