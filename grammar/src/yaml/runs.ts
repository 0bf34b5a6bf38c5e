/**
 * Decoded text of one scalar as a gapless row of runs. A verbatim run stands in the source character for character;
 * any other (an escape, a fold, a doubled quote) is known only as a whole. Source that decodes to nothing
 * (indentation, an escaped line end) belongs to no run.
 */
export class Runs {
  text = "";
  readonly textAt: number[] = [];
  readonly textLength: number[] = [];
  readonly sourceAt: number[] = [];
  readonly sourceLength: number[] = [];
  readonly verbatim: boolean[] = [];

  /** Takes over `source[from, to)` as it is. */
  copy(source: string, from: number, to: number): void {
    if (to <= from) return;
    const last = this.textAt.length - 1;
    if (last >= 0 && this.verbatim[last] === true && from === this.sourceAt[last]! + this.sourceLength[last]!) {
      this.textLength[last]! += to - from;
      this.sourceLength[last]! += to - from;
    } else {
      this.#push(to - from, from, to - from, true);
    }
    this.text += source.slice(from, to);
  }

  /** `text` is what `source[from, to)` stands for. */
  replace(text: string, from: number, to: number): void {
    if (text === "") return;
    this.#push(text.length, from, to - from, false);
    this.text += text;
  }

  get count(): number {
    return this.textAt.length;
  }

  /** Index of the run that holds the decoded character at `offset`. */
  runOfText(offset: number): number {
    return lastNotAfter(this.textAt, offset);
  }

  /** Index of the last run that begins at or before a source offset; -1 before the first. */
  runOfSource(offset: number): number {
    return lastNotAfter(this.sourceAt, offset);
  }

  #push(textLength: number, sourceAt: number, sourceLength: number, verbatim: boolean): void {
    this.textAt.push(this.text.length);
    this.textLength.push(textLength);
    this.sourceAt.push(sourceAt);
    this.sourceLength.push(sourceLength);
    this.verbatim.push(verbatim);
  }
}

/** Index of the last of these rising numbers that is not greater than `offset`; -1 for none. */
export function lastNotAfter(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
