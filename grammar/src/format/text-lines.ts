/** The lines of a text with LF line ends, and where each begins. */
export class SourceLines {
  readonly text: string;
  readonly starts: readonly number[];

  constructor(text: string) {
    const starts = [0];
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
    this.text = text;
    this.starts = starts;
  }

  /** Number of the line that holds an offset. */
  lineOf(offset: number): number {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  columnOf(offset: number): number {
    return offset - this.starts[this.lineOf(offset)]!;
  }

  /** Without its line end. */
  line(number: number): string {
    return this.text.slice(this.starts[number], this.endOf(number));
  }

  endOf(number: number): number {
    const next = this.starts[number + 1];
    return next === undefined ? this.text.length : next - 1;
  }

  /** The text before an offset on its line. */
  before(offset: number): string {
    return this.text.slice(this.starts[this.lineOf(offset)], offset);
  }

  /** The last line of a range; one that ends with a line end ends on the line before. */
  lastLineOf(range: { readonly start: number; readonly end: number }): number {
    const end = range.end > range.start && this.text[range.end - 1] === "\n" ? range.end - 1 : range.end;
    return this.lineOf(end);
  }
}

/** How many spaces a line begins with. */
export function indentOf(line: string): number {
  let spaces = 0;
  while (line.charCodeAt(spaces) === 32) spaces++;
  return spaces;
}

export function isBlank(line: string): boolean {
  return line.trim() === "";
}
