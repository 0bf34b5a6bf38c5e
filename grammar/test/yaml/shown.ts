import type { DataNode, EntryNode, MapNode, Problem, Range, ScalarNode } from "@lobster-lang/language";
import { entryOf, resolved } from "@lobster-lang/language";

/** The text that a range covers. */
export function shown(text: string, range: Range): string {
  return text.slice(range.start, range.end);
}

/** The node at a path of keys and indexes; fails where there is none. */
export function at(root: DataNode | null, ...path: readonly (string | number)[]): DataNode {
  let node: DataNode | null = root;
  for (const step of path) {
    const target: DataNode | null = resolved(node);
    if (target?.kind === "map") node = entryAt(target, String(step)).value;
    else if (target?.kind === "list") node = target.items[Number(step)] ?? null;
    else node = null;
    if (node === null) throw new Error(`nothing at ${path.join(".")}`);
  }
  if (node === null) throw new Error("an empty document");
  return node;
}

export function entryAt(map: MapNode, key: string): EntryNode {
  const entry = entryOf(map, key);
  if (entry === undefined) throw new Error(`no entry ${key}`);
  return entry;
}

export function scalarAt(root: DataNode | null, ...path: readonly (string | number)[]): ScalarNode {
  const node = resolved(at(root, ...path));
  if (node?.kind !== "scalar") throw new Error(`no scalar at ${path.join(".")}`);
  return node;
}

/** The text with the edits of a problem's first fix. */
export function fixed(text: string, problem: Problem | undefined): string {
  const [fix] = problem?.fixes ?? [];
  if (fix === undefined) throw new Error("no fix");
  let result = text;
  for (const edit of fix.edits.toSorted((a, b) => b.range.start - a.range.start)) {
    result = result.slice(0, edit.range.start) + edit.text + result.slice(edit.range.end);
  }
  return result;
}
