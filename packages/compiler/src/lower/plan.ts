import type { ShellFamily } from "@lobster-lang/language";
import type { Plan, PlanSource } from "@lobster-lang/plan";
import { requiresOf } from "./requires.ts";
import type { LoweredWorkflow } from "./workflow.ts";

export interface PlanOptions {
  readonly source: boolean;
  readonly shell: ShellFamily;
}

/** The plan of a file and of the children that its steps run, each by its key. */
export function linkedPlan(
  { child: root, description, needs, source }: LoweredWorkflow,
  linked: ReadonlyMap<string, LoweredWorkflow>,
  options: PlanOptions,
): Plan {
  const keys = reachedFrom(needs.calls, linked);
  const children = Object.fromEntries(keys.flatMap((key) => entryOf(key, linked.get(key)?.child)));
  const sources = Object.fromEntries(keys.flatMap((key) => entryOf(key, linked.get(key)?.source)));
  const called = keys.length === 0 ? {} : { children };
  const requires = requiresOf({ steps: root.steps, ...called }, needs, (key) => linked.get(key)?.needs);
  const plan: Plan = {
    planVersion: 1,
    kind: "workflow",
    name: root.name,
    description,
    shell: options.shell,
    args: root.args,
    env: root.env,
    cwd: root.cwd,
    steps: root.steps,
    costLimit: root.costLimit,
    requires,
    ...called,
  };
  const places: PlanSource = keys.length === 0 ? source : { ...source, children: sources };
  return options.source ? { ...plan, source: places } : plan;
}

/** What is called, directly or not: what only a file with another fault calls is no part of the plan. */
function reachedFrom(
  calls: LoweredWorkflow["needs"]["calls"],
  linked: ReadonlyMap<string, LoweredWorkflow>,
): readonly string[] {
  const reached = new Set<string>();
  const visit = (list: LoweredWorkflow["needs"]["calls"]): void => {
    for (const { child } of list) {
      if (reached.has(child)) continue;
      reached.add(child);
      visit(linked.get(child)?.needs.calls ?? []);
    }
  };
  visit(calls);
  return [...reached];
}

function entryOf<T>(key: string, value: T | undefined): readonly (readonly [string, T])[] {
  return value === undefined ? [] : [[key, value]];
}
