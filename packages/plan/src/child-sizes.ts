import { ownSteps, type StepsOfPlan } from "./placed-steps.ts";
import type { PlanStep } from "./types.ts";

/** How much a plan is with its children. */
export interface PlanSize {
  /** All steps, those of a child counted at every place where it is run. */
  readonly steps: number;
  /** Children in each other; 0 without any, and `Infinity` for so many that they are not looked at. */
  readonly depth: number;
}

const deepestLook = 1000;

/** The size of a plan whose children do not hold themselves; each child is looked at once. */
export function sizesOf(plan: StepsOfPlan): PlanSize {
  const known = new Map<string, PlanSize>();
  const ofChild = (key: string, level: number): PlanSize => {
    if (level > deepestLook) return { steps: 0, depth: Infinity };
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    const size = ofSteps(plan.children?.[key]?.steps ?? [], level);
    known.set(key, size);
    return size;
  };
  const ofSteps = (list: readonly PlanStep[], level: number): PlanSize => {
    let [steps, depth] = [0, 0];
    for (const { step } of ownSteps({ steps: list, pointer: "", key: null })) {
      steps++;
      if (step.action?.kind !== "workflow") continue;
      const child = ofChild(step.action.child, level + 1);
      steps += child.steps;
      depth = Math.max(depth, child.depth + 1);
    }
    return { steps, depth };
  };
  return ofSteps(plan.steps, 0);
}
