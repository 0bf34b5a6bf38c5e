/** Lines of a text, counted from 0; a line's end is where its line break starts. */
export interface Lines {
  readonly count: number;
  lineOf(offset: number): number;
  startOf(line: number): number;
  /** Without the line break. */
  endOf(line: number): number;
}

/** Finds lines by binary search; built in one pass. */
export function linesOf(text: string): Lines {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  const startOf = (line: number): number => starts[line] ?? text.length;
  return {
    count: starts.length,
    startOf,
    endOf: (line) => {
      const end = line + 1 < starts.length ? starts[line + 1]! - 1 : text.length;
      return text[end - 1] === "\r" && end > startOf(line) ? end - 1 : end;
    },
    lineOf: (offset) => {
      let low = 0;
      let high = starts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (starts[middle]! <= offset) low = middle;
        else high = middle - 1;
      }
      return low;
    },
  };
}
