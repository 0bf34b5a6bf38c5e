import type { MapNode, PartName, StepNode, WorkflowTree } from "@lobster-lang/language";
import { entryOf, fieldOf, parts, resolved } from "@lobster-lang/language";

/** A map whose keys have an order of their own. */
export interface OrderedMap {
  readonly part: PartName;
  readonly map: MapNode;
}

/** Every such map of a file, outer ones first. */
export function orderedMaps(tree: WorkflowTree): OrderedMap[] {
  const root = resolved(tree.root);
  if (root?.kind !== "map") return [];
  const args = tree.args.flatMap((arg): OrderedMap[] =>
    arg.definition === null ? [] : [{ part: "argument", map: arg.definition }],
  );
  return [{ part: "file", map: root }, ...args, ...mapsBelow(root, ["cost_limit"]), ...tree.steps.flatMap(mapsOfStep)];
}

function mapsOfStep(step: StepNode): OrderedMap[] {
  const { data } = step;
  if (data === null) return [];
  const inner = step.actions.flatMap((action) => {
    if (action.kind === "parallel") return action.branches;
    return action.kind === "for-each" ? action.steps : [];
  });
  return [
    { part: step.role, map: data },
    ...mapsBelow(data, ["approval", "retry", "input", "parallel"]),
    ...inner.flatMap(mapsOfStep),
  ];
}

function mapsBelow(map: MapNode, keys: readonly string[]): OrderedMap[] {
  return keys.flatMap((key): OrderedMap[] => {
    const value = resolved(entryOf(map, key)?.value);
    return value?.kind === "map" ? [{ part: partOf(key), map: value }] : [];
  });
}

function partOf(key: string): PartName {
  return key === "cost_limit" ? "cost-limit" : (key as PartName);
}

/**
 * Where each key of a part belongs, smallest first: the order of the table of fields, but what the file is by its schema
 * comes before all, and steps and branches behind all that is said about them. A key that is no field stays behind the one before it.
 */
export function ranksOf(part: PartName, keys: readonly string[]): readonly number[] {
  let last = -1;
  return keys.map((key) => {
    const field = fieldOf(part, key);
    if (field !== undefined) last = rankOf(part, field.name);
    return last;
  });
}

function rankOf(part: PartName, name: string): number {
  if (name === "$schema") return -1;
  const { fields } = parts[part];
  if (name === "steps" || name === "branches") return fields.length;
  return fields.findIndex((field) => field.name === name);
}
