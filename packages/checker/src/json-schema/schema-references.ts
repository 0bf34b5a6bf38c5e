import type { DataNode, MapNode } from "@lobster-lang/language";
import { entryOf, nearest, resolved, schemaDialects } from "@lobster-lang/language";

/** Why a `$ref` leads nowhere, or null. Nothing is read from elsewhere: a schema is whole as it stands. */
export function referenceFault(reference: string, root: MapNode): string | null {
  const names = namesIn(root);
  // Under an `$id` of its own a part has places of its own; what is not sure is not reported.
  if (names.hasInnerIds || names.ids.has(reference) || schemaDialects.has(reference.replace(/#$/, ""))) return null;
  if (!reference.startsWith("#")) {
    return `\`${reference}\` would be read from elsewhere: put it into \`$defs:\` and write \`#/$defs/name\``;
  }
  if (targetOf(reference, root) !== undefined) return null;
  const places = ["$defs", "definitions"].flatMap((key) => {
    const map = resolved(entryOf(root, key)?.value);
    return map?.kind === "map" ? map.entries.map((entry) => `#/${key}/${entry.key.text}`) : [];
  });
  const near = nearest(reference, places);
  return `\`${reference}\` is not in this schema${near === null ? "" : `: did you mean \`${near}\`?`}`;
}

/** What `#`, `#/pointer` or `#anchor` names in a schema; undefined where nothing is there. */
export function targetOf(reference: string, root: MapNode): DataNode | undefined {
  if (reference === "#" || reference === "#/") return reference === "#" ? root : undefined;
  if (!reference.startsWith("#/")) return namesIn(root).anchors.get(reference.slice(1));
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

interface Names {
  readonly ids: ReadonlySet<string>;
  readonly anchors: ReadonlyMap<string, MapNode>;
  readonly hasInnerIds: boolean;
}

const kept = new WeakMap<MapNode, Names>();

function namesIn(root: MapNode): Names {
  const known = kept.get(root);
  if (known !== undefined) return known;
  const ids = new Set<string>();
  const anchors = new Map<string, MapNode>();
  let hasInnerIds = false;
  const visit = (node: DataNode | null) => {
    const value = resolved(node);
    if (value?.kind === "list") value.items.forEach(visit);
    if (value?.kind !== "map") return;
    for (const { key, value: inner } of value.entries) {
      const text = resolved(inner);
      const name = text?.kind === "scalar" && typeof text.value === "string" ? text.value : null;
      if (name !== null && (key.text === "$anchor" || key.text === "$dynamicAnchor")) anchors.set(name, value);
      if (name !== null && key.text === "$id") {
        if (name.startsWith("#")) anchors.set(name.slice(1), value);
        else ids.add(name);
        hasInnerIds ||= value !== root && !name.startsWith("#");
      }
      visit(inner);
    }
  };
  visit(root);
  const names = { ids, anchors, hasInnerIds };
  kept.set(root, names);
  return names;
}
