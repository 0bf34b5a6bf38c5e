/** What a plain reading of JSON does not tell: keys that stand twice in one map, and how deep it nests. */
export interface JsonShape {
  readonly depth: number;
  /** The first key that stands twice, with its offset. */
  readonly duplicate: { readonly key: string; readonly offset: number } | null;
}

/**
 * Looks over a text that `JSON.parse` accepts. A doubled key would let a reader see one value while the other counts, so
 * plans must not hold one.
 */
export function shapeOfJson(text: string): JsonShape {
  const open: (Set<string> | null)[] = [];
  let depth = 0;
  let duplicate: JsonShape["duplicate"] = null;
  let keyComes = false;
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case "{":
      case "[":
        open.push(text[at] === "{" ? new Set() : null);
        depth = Math.max(depth, open.length);
        keyComes = text[at] === "{";
        break;
      case "}":
      case "]":
        open.pop();
        keyComes = false;
        break;
      case ",":
        keyComes = open.at(-1) instanceof Set;
        break;
      case '"': {
        const end = endOfString(text, at);
        const keys = open.at(-1);
        if (keyComes && keys instanceof Set) {
          const key = JSON.parse(text.slice(at, end)) as string;
          if (keys.has(key)) duplicate ??= { key, offset: at };
          keys.add(key);
          keyComes = false;
        }
        at = end - 1;
        break;
      }
      default:
    }
  }
  return { depth, duplicate };
}

/** Offset behind the closing quote of the string that starts at `at`. */
function endOfString(text: string, at: number): number {
  let end = at + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
  return end + 1;
}

/** Line and column, from 1, of an offset. */
export function lineAndColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}
