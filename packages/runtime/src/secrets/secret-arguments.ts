import { innerSteps, type Plan, type PlanStep, type Value, type WorkflowAction } from "@lobster-lang/plan";

/** A workflow, the plan's own or a child, with the children that steps run. */
export type WorkflowWithChildren = Pick<Plan, "args" | "steps" | "children">;

type Names = ReadonlySet<string>;

const none: Names = new Set();

/**
 * Names of the arguments of a workflow that are secret: those that say so, and those that a step gives to a workflow it runs
 * for an argument that is secret there. So what a child keeps secret is on no disk either where it comes from outside.
 */
export function secretArguments(workflow: WorkflowWithChildren): Names {
  return namesIn(workflow, workflow.children ?? {}, new Map());
}

function namesIn(
  { args, steps }: Pick<Plan, "args" | "steps">,
  children: NonNullable<Plan["children"]>,
  known: Map<string, Names>,
): Names {
  const found = new Set(args.filter(({ secret }) => secret).map(({ name }) => name));
  const secretIn = ({ child: key }: WorkflowAction): Names => {
    const child = children[key];
    const names = known.get(key);
    if (names !== undefined || child === undefined) return names ?? none;
    known.set(key, none);
    const own = namesIn(child, children, known);
    known.set(key, own);
    return own;
  };
  const visit = (list: readonly PlanStep[], items: ReadonlyMap<string, string>): void => {
    for (const step of list) {
      const { action } = step;
      if (action?.kind === "workflow") {
        const secret = secretIn(action);
        const given = action.args.filter(({ name }) => secret.has(name));
        for (const { value } of given) for (const name of argumentsIn(value, items)) found.add(name);
      }
      const inner = innerSteps(step);
      if (inner === null) continue;
      const isLoop = action?.kind === "for_each" && "arg" in action.list;
      visit(inner.steps, isLoop ? new Map([...items, [action.itemVariable, action.list.arg]]) : items);
    }
  };
  visit(steps, new Map());
  return found;
}

/** Names of the arguments that are put into a value, also item by item; `items`: variables of loops over arguments. */
function argumentsIn(value: Value, items: ReadonlyMap<string, string>): readonly string[] {
  if ("list" in value) return value.list.flatMap((each) => argumentsIn(each, items));
  if ("map" in value) return value.map.flatMap(({ value: each }) => argumentsIn(each, items));
  const pieces = "text" in value ? value.text : "whole" in value ? [value.whole] : [];
  return pieces.flatMap((piece) => {
    if ("arg" in piece) return [piece.arg];
    return "ref" in piece ? (items.get(piece.ref.step) ?? []) : [];
  });
}
