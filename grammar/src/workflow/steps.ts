import type { DataNode, MapNode, Range, StepNode, WhenNode } from "@lobster-lang/language";
import { entryOf } from "@lobster-lang/language";
import { conditionOf } from "../condition/condition-of.ts";
import { actionsOf } from "./actions.ts";
import { approvalOf } from "./approval.ts";
import { type BuildContext, isNothing, itemsIn, mapIn, scalarIn, textIn } from "./build-context.ts";
import { envOf } from "./environment.ts";
import { valueOf } from "./values.ts";

/** The steps of a list: one node an item, also for an item that is no map (`data` is null there). */
export function stepsOf(
  list: DataNode | null | undefined,
  role: StepNode["role"],
  context: BuildContext,
): readonly StepNode[] {
  return itemsIn(list).map((item) => stepOfItem(item, list, role, context));
}

/** The step that one item of a list is. */
export function stepOfItem(
  item: DataNode | null,
  list: DataNode | null | undefined,
  role: StepNode["role"],
  context: BuildContext,
): StepNode {
  const map = mapIn(item);
  const range = item?.range ?? list?.range ?? { start: 0, end: 0 };
  return map === null ? emptyStep(range, role) : stepOf(map, range, role, context);
}

/** One step, branch or sub-step. The same map (unchanged text, or an alias in one role) gives the same node. */
function stepOf(map: MapNode, range: Range, role: StepNode["role"], context: BuildContext): StepNode {
  const kept = context.steps?.get(map);
  if (kept !== undefined && kept.role === role && kept.range === range) return kept;
  const valueAt = (key: string): DataNode | null => entryOf(map, key)?.value ?? null;
  const idNode = scalarIn(valueAt("id"));
  const approval = entryOf(map, "approval");
  const stdinEntry = entryOf(map, "stdin") ?? null;
  const step: StepNode = {
    kind: "step",
    role,
    range,
    data: map,
    id: typeof idNode?.value === "string" && idNode.text !== "" ? idNode.text : null,
    idNode,
    name: labelOf(valueAt("name")),
    description: labelOf(valueAt("description")),
    actions: actionsOf(map, context, (list, inner) => stepsOf(list, inner, context)),
    approval: approval === undefined ? null : approvalOf(approval, context),
    when: whenOf(map),
    stdin:
      stdinEntry === null || isNothing(stdinEntry.value)
        ? null
        : valueOf(stdinEntry.value, stdinEntry.range, "stdin", context),
    stdinEntry,
    env: envOf(valueAt("env")),
    cwd: textIn(valueAt("cwd"), "cwd"),
  };
  context.steps ??= new Map();
  context.steps.set(map, step);
  return step;
}

function emptyStep(range: Range, role: StepNode["role"]): StepNode {
  return {
    kind: "step",
    role,
    range,
    data: null,
    id: null,
    idNode: null,
    name: null,
    description: null,
    actions: [],
    approval: null,
    when: null,
    stdin: null,
    stdinEntry: null,
    env: [],
    cwd: null,
  };
}

function labelOf(node: DataNode | null): StepNode["name"] {
  const scalar = scalarIn(node);
  return scalar === null || scalar.value === null ? null : scalar;
}

/** `when`, or `condition`; an empty `when` falls back to `condition` as in the original (w-when-null-condition). */
function whenOf(map: MapNode): WhenNode | null {
  const keys = ["when", "condition"] as const;
  const found = keys.flatMap((key) => {
    const entry = entryOf(map, key);
    return entry === undefined ? [] : [{ key, entry }];
  });
  const chosen = found.find(({ entry }) => !isNothing(entry.value)) ?? found[0];
  if (chosen === undefined) return null;
  return { kind: "when", entry: chosen.entry, key: chosen.key, condition: conditionIn(chosen.entry.value) };
}

function conditionIn(node: DataNode | null): WhenNode["condition"] {
  const scalar = scalarIn(node);
  if (scalar === null || scalar.value === null) return null;
  if (typeof scalar.value === "boolean") return scalar.value;
  return conditionOf({ text: scalar.text, map: scalar.map, scalar });
}
