import { placedSteps, type StepsOfPlan } from "./placed-steps.ts";
import type { PlanStep } from "./types.ts";

/** The stages that a plan uses: sorted, without doubles. */
export function requiredCommands(plan: StepsOfPlan): readonly string[] {
  return sortedNames([...placedSteps(plan)].flatMap(({ step }) => stagesOf(step).map((stage) => stage.command)));
}

/** Stages that stop the run and wait for a person. */
export const askingStages: readonly string[] = ["approve", "ask"];

/**
 * The places where a plan stops and asks: `id` for a step's gate or input, `loop/id` for one in a loop, `call/id` for one in a
 * workflow that the step `call` runs, `id/2` for a stage that does, here the second.
 */
export function requiredGates(plan: StepsOfPlan): readonly string[] {
  return sortedNames(
    [...placedSteps(plan)].flatMap(({ step, path }) => [
      ...(step.gate === null && step.action?.kind !== "input" ? [] : [path]),
      ...stagesOf(step).flatMap(({ command }, index) =>
        askingStages.includes(command) ? [`${path}/${index + 1}`] : [],
      ),
    ]),
  );
}

/** Sorted by code units (no locale has a say) and without doubles. */
export function sortedNames(names: Iterable<string>): readonly string[] {
  return [...new Set(names)].toSorted();
}

function stagesOf(step: PlanStep) {
  return step.action?.kind === "pipeline" ? step.action.stages : [];
}
