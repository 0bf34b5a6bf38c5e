import type { DataNode, EntryNode, WorkflowTree } from "@lobster-lang/language";

/**
 * Whether two texts say the same: the same values with the same spelling, names and tags, and the same comments. Styles,
 * places and, with `inAnyOrder`, the order of keys may differ.
 */
export function hasSameContent(before: WorkflowTree, after: WorkflowTree, inAnyOrder: boolean): boolean {
  const isFaulty = after.problems.some((problem) => (problem.severity ?? "error") === "error");
  if (isFaulty || after.problems.length !== before.problems.length) return false;
  return sameComments(before, after) && sameNode(before.root, after.root, inAnyOrder);
}

function sameComments(before: WorkflowTree, after: WorkflowTree): boolean {
  return commentsOf(before) === commentsOf(after);
}

function commentsOf(tree: WorkflowTree): string {
  return JSON.stringify(tree.comments.map((it) => it.text.trimEnd()).toSorted());
}

function sameNode(a: DataNode | null, b: DataNode | null, inAnyOrder: boolean): boolean {
  if (a === null || b === null) return a === b;
  if (a.kind === "alias" || b.kind === "alias") return a.kind === b.kind && nameOf(a) === nameOf(b);
  if (a.anchor?.name !== b.anchor?.name || a.tag?.name !== b.tag?.name) return false;
  if (a.kind === "scalar" || b.kind === "scalar") {
    return a.kind === b.kind && "value" in a && "value" in b && Object.is(a.value, b.value) && a.text === b.text;
  }
  if (a.kind === "list" || b.kind === "list") {
    if (a.kind !== "list" || b.kind !== "list" || a.items.length !== b.items.length) return false;
    return a.items.every((item, index) => sameNode(item, b.items[index] ?? null, inAnyOrder));
  }
  return sameEntries(a.entries, b.entries, inAnyOrder) && sameEntries(a.merges ?? [], b.merges ?? [], inAnyOrder);
}

function nameOf(node: DataNode): string | null {
  return node.kind === "alias" ? node.name : null;
}

function sameEntries(a: readonly EntryNode[], b: readonly EntryNode[], inAnyOrder: boolean): boolean {
  if (a.length !== b.length) return false;
  const right = inAnyOrder ? byKey(b) : b;
  return (inAnyOrder ? byKey(a) : a).every((entry, index) => {
    const other = right[index]!;
    return sameNode(entry.key, other.key, inAnyOrder) && sameNode(entry.value, other.value, inAnyOrder);
  });
}

function byKey(entries: readonly EntryNode[]): readonly EntryNode[] {
  return entries.toSorted((a, b) => (a.key.text < b.key.text ? -1 : a.key.text > b.key.text ? 1 : 0));
}
