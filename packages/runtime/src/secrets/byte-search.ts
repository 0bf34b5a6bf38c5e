/**
 * Looks for several texts in bytes at once, by their last two bytes (Wu and Manber's way): most bytes are not looked at.
 * @returns a function that says whether any of the texts may be there; `true` may be wrong, `false` never is.
 */
export function byteSearch(texts: readonly Uint8Array[]): (bytes: Uint8Array) => boolean {
  const window = Math.min(...texts.map((text) => text.length));
  if (window < 2) return () => true;
  // How far the window may move when it ends in these two bytes; 0: a text may stand here.
  const farthest = Math.min(255, window - 1);
  const shifts = new Uint8Array(65_536).fill(farthest);
  const starts = new Map<number, Uint8Array[]>();
  for (const text of texts) {
    for (let end = 1; end < window; end++) {
      const block = (text[end - 1]! << 8) | text[end]!;
      shifts[block] = Math.min(shifts[block]!, window - 1 - end);
      if (end === window - 1) starts.set(block, [...(starts.get(block) ?? []), text]);
    }
  }
  return (bytes) => {
    for (let end = window - 1; end < bytes.length;) {
      const block = (bytes[end - 1]! << 8) | bytes[end]!;
      const shift = shifts[block]!;
      if (shift === 0 && starts.get(block)?.some((text) => startsAt(bytes, end - window + 1, text, window)))
        return true;
      end += Math.max(1, shift);
    }
    return false;
  };
}

function startsAt(bytes: Uint8Array, at: number, text: Uint8Array, length: number): boolean {
  for (let n = 0; n < length; n++) if (bytes[at + n] !== text[n]) return false;
  return true;
}
