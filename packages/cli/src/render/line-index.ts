/** Lines of a text by offset: `\n`, `\r\n` and a lone `\r` end a line, as YAML has it. */
export interface LineIndex {
  /** Line and column from 1; the column counts UTF-16 units. */
  position(offset: number): Position;
  /** The line's text without its end; lines count from 1. */
  line(number: number): string;
  /** Offset at which the line starts. */
  start(number: number): number;
}

export interface Position {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

export function lineIndexOf(text: string): LineIndex {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|\n|\r/g)) starts.push(match.index + match[0].length);
  const lineOf = (offset: number): number => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  return {
    position(offset) {
      const inside = Math.max(0, Math.min(offset, text.length));
      const line = lineOf(inside);
      return { line: line + 1, column: inside - starts[line]! + 1, offset: inside };
    },
    line(number) {
      return text.slice(starts[number - 1] ?? text.length, starts[number] ?? text.length).replace(/[\r\n]+$/, "");
    },
    start: (number) => starts[number - 1] ?? text.length,
  };
}
