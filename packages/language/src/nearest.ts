/**
 * The candidate that a misspelt name most likely means, or null. Compares without case and separators first, then by
 * edit distance (with transpositions) of at most a third of the length.
 */
export function nearest(name: string, candidates: Iterable<string>): string | null {
  const folded = fold(name);
  let best: string | null = null;
  // Something of the name must be left: `a` is not near to `x`.
  let bestDistance = Math.min(Math.max(1, Math.floor(folded.length / 3)) + 1, folded.length);
  for (const candidate of candidates) {
    const other = fold(candidate);
    if (other === folded) return candidate;
    if (Math.abs(other.length - folded.length) >= bestDistance) continue;
    const distance = editDistance(folded, other);
    if (distance < bestDistance) {
      bestDistance = distance;
      best = candidate;
    }
  }
  return best;
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[-_. ]/g, "");
}

/** Edits (insert, delete, replace, swap of neighbours) from `a` to `b`. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(row[j - 1]! + 1, previous[j]! + 1, previous[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, before[j - 2]! + 1);
      row.push(cost);
    }
    before = previous;
    previous = row;
  }
  return previous[b.length]!;
}
