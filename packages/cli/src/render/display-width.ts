import { visible } from "./terminal-text.ts";

const tabStop = 4;

/**
 * A line as a terminal shows it: tabs become blanks up to the next stop, other control characters a visible mark, so that
 * what is under the line can be lined up with it. `columnOf(n)` is the display column of UTF-16 offset `n`.
 */
export function displayed(line: string): { readonly text: string; columnOf(offset: number): number } {
  let text = "";
  const columns: number[] = [];
  let column = 0;
  for (const piece of graphemesOf(line)) {
    for (let i = 0; i < piece.length; i++) columns.push(column);
    const shown = shownAs(piece, column);
    text += shown;
    column += piece === "\t" ? shown.length : widthOf(shown);
  }
  columns.push(column);
  return { text, columnOf: (offset) => columns[Math.max(0, Math.min(offset, line.length))]! };
}

function shownAs(piece: string, column: number): string {
  if (piece === "\t") return " ".repeat(tabStop - (column % tabStop));
  return visible(piece);
}

let segmenter: Intl.Segmenter | null = null;

function graphemesOf(line: string): Iterable<string> {
  if (/^[\t\u0020-\u007e]*$/.test(line)) return line;
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return Array.from(segmenter.segment(line), (piece) => piece.segment);
}

/** Columns that one user-perceived character takes: 0, 1 or 2. */
function widthOf(grapheme: string): number {
  if (grapheme.length === 1 && grapheme >= " " && grapheme <= "~") return 1;
  if (/^[\p{Mn}\p{Me}\p{Cf}]+$/u.test(grapheme)) return 0;
  if (grapheme.includes("\ufe0f") || /\p{Emoji_Presentation}/u.test(grapheme)) return 2;
  return isWide(grapheme.codePointAt(0)!) ? 2 : 1;
}

/** East Asian Wide and Fullwidth (UAX 11), by ranges. */
const wideRanges: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa000, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x17000, 0x18cff],
  [0x1aff0, 0x1b2ff],
  [0x1f200, 0x1f320],
  [0x20000, 0x3fffd],
];

function isWide(code: number): boolean {
  return wideRanges.some(([from, to]) => from <= code && code <= to);
}
