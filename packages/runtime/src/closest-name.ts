/** The declared name that a misspelt one most likely means, or null: at most a third of its letters differ. */
export function closestName(name: string, names: readonly string[]): string | null {
  const limit = Math.max(1, Math.floor(name.length / 3));
  const ranked = names
    .map((candidate) => ({ candidate, distance: editDistance(fold(name), fold(candidate)) }))
    .toSorted((a, b) => a.distance - b.distance);
  const best = ranked[0];
  return best !== undefined && best.distance <= limit ? best.candidate : null;
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[-_. ]/g, "");
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replace, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
