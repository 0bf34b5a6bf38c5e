import type { WorkflowOfPlan } from "./children.ts";
import { innerSteps, type PlacedStep } from "./placed-steps.ts";
import type { Report } from "./plan-fault.ts";
import { askingStages } from "./requires.ts";
import type { PlanStep } from "./types.ts";

/** Ids name one step each: those of a list and of the branches in it, and the steps of each loop for themselves. */
export function checkIds({ steps, pointer }: WorkflowOfPlan, report: Report): void {
  checkList(steps, `${pointer}/steps`, new Set(), report);
}

function checkList(steps: readonly PlanStep[], at: string, taken: Set<string>, report: Report): void {
  for (const [index, step] of steps.entries()) {
    const pointer = `${at}/${index}`;
    if (taken.has(step.id)) report(`${pointer}/id`, `an earlier step has the id \`${step.id}\` too`);
    taken.add(step.id);
    const { action } = step;
    if (action?.kind === "for_each") {
      const variables = new Set([action.itemVariable, action.indexVariable]);
      if (variables.size === 1) report(`${pointer}/action`, "the item and its number have one name");
      checkList(action.steps, `${pointer}/action/steps`, variables, report);
    }
    if (action?.kind === "parallel") checkList(action.branches, `${pointer}/action/branches`, taken, report);
  }
}

/** What cannot stand together in a block: a branch cannot wait for a person (D9), and holds no block itself. */
export function checkBlock(step: PlanStep, at: string, around: readonly PlacedStep[], report: Report): void {
  if (step.action?.kind === "for_each" && step.gate !== null)
    report(`${at}/gate`, "a loop has no gate itself; put it into a step after the loop");
  if (around.at(-1)?.step.action?.kind !== "parallel") return;
  const { action, gate } = step;
  if (gate !== null) report(`${at}/gate`, "a branch cannot stop for consent (D9)");
  if (action?.kind === "pipeline" && action.stages.some((stage) => askingStages.includes(stage.command)))
    report(`${at}/action`, "a branch cannot stop and ask (D9)");
  if (action?.kind === "input") report(`${at}/action`, "a branch cannot stop and ask (D9)");
  if (innerSteps(step) !== null) report(`${at}/action`, "a branch holds no block of steps");
}
