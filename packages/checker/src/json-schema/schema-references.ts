import type { DataNode, MapNode } from "@lobster-lang/language";
import { entryOf, resolved } from "@lobster-lang/language";

/** What `#`, `#/pointer` or `#anchor` names in a schema; undefined where nothing is there. */
export function targetOf(reference: string, root: MapNode): DataNode | undefined {
  if (reference === "#" || reference === "#/") return reference === "#" ? root : undefined;
  if (!reference.startsWith("#/")) return anchorsIn(root).get(reference.slice(1));
  let node: DataNode | null = root;
  for (const segment of reference.slice(2).split("/")) {
    const value: DataNode | null = resolved(node);
    const name = decoded(segment);
    if (value?.kind === "map") node = entryOf(value, name)?.value ?? null;
    else node = value?.kind === "list" && /^\d+$/.test(name) ? (value.items[Number(name)] ?? null) : null;
    if (node === null) return undefined;
  }
  return node;
}

function decoded(segment: string): string {
  const plain = segment.replaceAll("~1", "/").replaceAll("~0", "~");
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

const kept = new WeakMap<MapNode, ReadonlyMap<string, MapNode>>();

function anchorsIn(root: MapNode): ReadonlyMap<string, MapNode> {
  const known = kept.get(root);
  if (known !== undefined) return known;
  const anchors = new Map<string, MapNode>();
  const visit = (node: DataNode | null) => {
    const value = resolved(node);
    if (value?.kind === "list") value.items.forEach(visit);
    if (value?.kind !== "map") return;
    for (const { key, value: inner } of value.entries) {
      const text = resolved(inner);
      const name = text?.kind === "scalar" && typeof text.value === "string" ? text.value : null;
      if (name !== null && (key.text === "$anchor" || key.text === "$dynamicAnchor")) anchors.set(name, value);
      if (name?.startsWith("#") === true && key.text === "$id") anchors.set(name.slice(1), value);
      visit(inner);
    }
  };
  visit(root);
  kept.set(root, anchors);
  return anchors;
}
