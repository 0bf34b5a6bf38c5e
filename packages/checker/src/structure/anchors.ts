import type { DataNode } from "@lobster-lang/language";

/** Whether a value has an anchor in it: then it stands there to be used elsewhere by its alias. */
export function containsAnchor(node: DataNode | null): boolean {
  if (node === null || node.kind === "alias") return false;
  if (node.anchor !== undefined) return true;
  if (node.kind === "list") return node.items.some(containsAnchor);
  return node.kind === "map" && node.entries.some((entry) => containsAnchor(entry.value));
}
