import { childKey, workflowsOf } from "./children.ts";
import { sizesOf } from "./child-sizes.ts";
import { ownSteps, placedSteps, type PlacedStep } from "./placed-steps.ts";
import { askingStages } from "./requires.ts";
import type { Report } from "./plan-fault.ts";
import type { ChildPlan, Plan, WorkflowAction } from "./types.ts";

/** Children in each other; the compiler's own limit is far below. */
const deepestChildren = 200;

/** Steps, those of a child counted at every place where it is run: what whoever walks through a plan visits. */
const mostPlacedSteps = 1_000_000;

/**
 * The table of children: each is what its key says (so none can hold itself), each that a step runs is there, and none
 * more. What walks through them afterwards comes to an end, and soon.
 */
export function checkTable(plan: Plan, report: Report): void {
  const children = plan.children ?? {};
  let isWhole = true;
  const fault = (pointer: string, words: string): void => {
    isWhole = false;
    report(pointer, words);
  };
  if (plan.children !== undefined && Object.keys(children).length === 0)
    fault("/children", "the table is empty; leave it out");
  for (const [key, child] of Object.entries(children)) {
    if (keyOf(child) !== key) fault(`/children/${key}`, "the key is not the SHA-256 of the child's canonical form");
  }
  const called = new Set<string>();
  for (const { pointer, action } of callsOf(plan)) {
    called.add(action.child);
    if (!Object.hasOwn(children, action.child))
      fault(`${pointer}/action/child`, "there is no such child in `children`");
  }
  for (const key of Object.keys(children)) {
    if (!called.has(key)) fault(`/children/${key}`, "no step runs this child; leave it out");
  }
  for (const key of Object.keys(plan.source?.children ?? {})) {
    if (!Object.hasOwn(children, key)) fault(`/source/children/${key}`, "there is no such child");
  }
  if (!isWhole) return;
  const { steps, depth } = sizesOf(plan);
  if (depth > deepestChildren)
    report("/children", `children run children more than ${deepestChildren} levels deep; more are not read`);
  if (steps > mostPlacedSteps)
    report("/children", `with all children there are ${steps} steps; at most ${mostPlacedSteps} are read`);
}

/** Each step that runs a child, in each workflow once. */
function* callsOf(plan: Plan): Iterable<PlacedStep & { readonly action: WorkflowAction }> {
  for (const workflow of workflowsOf(plan)) {
    for (const placed of ownSteps(workflow)) {
      const { action } = placed.step;
      if (action?.kind === "workflow") yield { ...placed, action };
    }
  }
}

/** The key of a child, or null for one that cannot be hashed. */
function keyOf(child: ChildPlan): string | null {
  try {
    return childKey(child);
  } catch {
    return null;
  }
}

/** What the steps give to children, and where a child must not stop for consent. The table has to be sound. */
export function checkCalls(plan: Plan, report: Report): void {
  for (const { pointer, action } of callsOf(plan)) checkGiven(plan, `${pointer}/action/args`, action, report);
  const branches = new Set<string>();
  for (const { step, around } of placedSteps(plan)) {
    if (step.gate === null && step.action?.kind !== "input" && !hasAskingStage(step)) continue;
    const block = around.findLastIndex((outer) => outer.step.action?.kind === "parallel");
    const branch = block === -1 ? undefined : around[block + 1];
    if (branch !== undefined) branches.add(branch.pointer);
  }
  for (const pointer of branches)
    report(`${pointer}/action`, "a branch cannot stop for consent, and this child does (D9)");
}

function hasAskingStage({ action }: PlacedStep["step"]): boolean {
  return action?.kind === "pipeline" && action.stages.some(({ command }) => askingStages.includes(command));
}

function checkGiven(plan: Plan, at: string, { child, args }: WorkflowAction, report: Report): void {
  const declared = plan.children?.[child]?.args ?? [];
  const given = new Set<string>();
  for (const [index, { name }] of args.entries()) {
    if (given.has(name)) report(`${at}/${index}`, `the argument \`${name}\` is given twice`);
    given.add(name);
    if (!declared.some((arg) => arg.name === name)) report(`${at}/${index}`, `the child has no argument \`${name}\``);
  }
  for (const { name, required, hasDefault } of declared) {
    if (required && !hasDefault && !given.has(name)) report(at, `the child needs the argument \`${name}\``);
  }
}
