import type { PlanStep, Retry } from "@lobster-lang/plan";

/** Stages that act on others: what a failed attempt of theirs already did, nobody knows (original-runtime.md 10). */
const actingStages = new Set(["gog.gmail.send", "openclaw.invoke", "clawd.invoke", "openclaw.agent"]);

/** The step's `retry`, or null where an attempt could send or call a tool a second time. */
export function retryOf(step: PlanStep): Retry | null {
  return actsOnOthers(step) ? null : step.retry;
}

function actsOnOthers({ action }: PlanStep): boolean {
  switch (action?.kind) {
    case "pipeline":
      return action.stages.some(({ command, program }) => program?.retrySafe === false || actingStages.has(command));
    case "for_each":
      return action.steps.some(actsOnOthers);
    case "parallel":
      return action.branches.some(actsOnOthers);
    default:
      return false;
  }
}
