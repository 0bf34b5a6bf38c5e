/** A half-open interval `[start, end)` of UTF-16 offsets in one source text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Whether `offset` lies in `range`; both ends count, so that a cursor behind the last character still hits. */
export function touches(range: Range, offset: number): boolean {
  return range.start <= offset && offset <= range.end;
}

/** Whether `inner` lies wholly in `outer`. */
export function encloses(outer: Range, inner: Range): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** The smallest range that covers both. */
export function covering(a: Range, b: Range): Range {
  return { start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) };
}
