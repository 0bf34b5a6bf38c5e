import type { DataNode, EntryNode, MapNode, PartName, StepNode, WorkflowTree } from "@lobster-lang/language";
import { entryOf, resolved } from "@lobster-lang/language";

/** A map of the file whose keys the table of fields knows. */
export interface PartInstance {
  readonly part: PartName;
  readonly map: MapNode;
  /** The step it belongs to; null for the file and its arguments. */
  readonly step: StepNode | null;
  /** The entry that holds it (`approval: {…}`); null for the file and for list items. */
  readonly holder: EntryNode | null;
}

const known = new WeakMap<WorkflowTree, readonly PartInstance[]>();

/** All parts of a file, in file order, each map once (an alias shows the same map in several places). */
export function partsIn(tree: WorkflowTree): readonly PartInstance[] {
  const kept = known.get(tree);
  if (kept !== undefined) return kept;
  const seen = new Set<MapNode>();
  const found = collect(tree).filter(({ map }) => !seen.has(map) && seen.add(map) !== undefined);
  known.set(tree, found);
  return found;
}

function collect(tree: WorkflowTree): PartInstance[] {
  const root = mapOf(tree.root);
  if (root === null) return [];
  const args = tree.args.flatMap((arg): PartInstance[] =>
    arg.definition === null ? [] : [{ part: "argument", map: arg.definition, step: null, holder: arg.entry }],
  );
  return [
    { part: "file", map: root, step: null, holder: null },
    ...args,
    ...below(root, "cost_limit", "cost-limit", null),
    ...tree.steps.flatMap(ofStep),
  ];
}

function ofStep(step: StepNode): PartInstance[] {
  const { data } = step;
  if (data === null) return [];
  const inner = step.actions.flatMap((action) => {
    if (action.kind === "parallel") return action.branches;
    return action.kind === "for-each" ? action.steps : [];
  });
  return [
    { part: step.role, map: data, step, holder: null },
    ...below(data, "approval", "approval", step),
    ...below(data, "retry", "retry", step),
    ...below(data, "input", "input", step),
    ...below(data, "parallel", "parallel", step),
    ...inner.flatMap(ofStep),
  ];
}

function below(map: MapNode, key: string, part: PartName, step: StepNode | null): PartInstance[] {
  const holder = entryOf(map, key);
  const value = mapOf(holder?.value);
  return holder === undefined || value === null ? [] : [{ part, map: value, step, holder }];
}

/** The map behind a node, or null. */
export function mapOf(node: DataNode | null | undefined): MapNode | null {
  const target = resolved(node);
  return target?.kind === "map" ? target : null;
}

/** Whether a value is nothing: absent, empty or `null`. */
export function isNothing(node: DataNode | null | undefined): boolean {
  const target = resolved(node);
  return target === null || (target.kind === "scalar" && target.value === null);
}

/** How a message calls a step: `` step `fetch` ``, or by its place in the file. */
export function stepTitle(step: StepNode): string {
  const word = step.role === "branch" ? "branch" : "step";
  return step.id === null ? `this ${word}` : `${word} \`${step.id}\``;
}
