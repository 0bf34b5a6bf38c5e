import type { Plan, PlanStep, Retry } from "@lobster-lang/plan";

/** Stages that act on others: what a failed attempt of theirs already did, nobody knows (original-runtime.md 10). */
const actingStages = new Set(["gog.gmail.send", "openclaw.invoke", "clawd.invoke", "openclaw.agent"]);

/** The step's `retry`, or null where an attempt could send or call a tool a second time. */
export function retryOf(step: PlanStep, plan: Pick<Plan, "children">): Retry | null {
  return step.retry !== null && actsOnOthers(step, plan) ? null : step.retry;
}

function actsOnOthers({ action }: PlanStep, plan: Pick<Plan, "children">): boolean {
  const someActs = (steps: readonly PlanStep[]) => steps.some((step) => actsOnOthers(step, plan));
  switch (action?.kind) {
    case "pipeline":
      return action.stages.some(({ command, program }) => program?.retrySafe === false || actingStages.has(command));
    case "for_each":
      return someActs(action.steps);
    case "parallel":
      return someActs(action.branches);
    case "workflow":
      return someActs(plan.children?.[action.child]?.steps ?? []);
    default:
      return false;
  }
}
