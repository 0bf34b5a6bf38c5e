import type { WorkflowOfPlan } from "./children.ts";
import { ownSteps, type PlacedStep } from "./placed-steps.ts";
import type { Report } from "./plan-fault.ts";
import { substitutionsOf, topSubstitutions, type Substitution } from "./substitutions.ts";

/** Every argument that is named exists, and every step that is read is finished where it is read. */
export function checkSubstitutions(workflow: WorkflowOfPlan, report: Report): void {
  const args = new Set(workflow.args.map((arg) => arg.name));
  const steps = new Set([...ownSteps(workflow)].map(({ step }) => step.id));
  const check = ({ piece, pointer }: Substitution, isFinished: (id: string) => boolean): void => {
    if ("arg" in piece) {
      if (!args.has(piece.arg)) report(pointer, `there is no argument \`${piece.arg}\``);
      return;
    }
    const id = piece.ref.step;
    if (isFinished(id)) return;
    if (steps.has(id))
      report(pointer, `the step \`${id}\` has not run when this is read; only earlier steps can be named`);
    else report(pointer, `there is no step \`${id}\``);
  };
  const names = new Map<string, number>();
  for (const placed of ownSteps(workflow, names)) {
    for (const place of substitutionsOf(placed)) check(place, (id) => isFinishedFor(placed, place, id));
  }
  // Texts of the top level are read again for each step, so they may name any of the workflow's own.
  for (const place of topSubstitutions(workflow)) check(place, (id) => names.has(id));
}

/** A gate is asked when its own step's action is done. */
function isFinishedFor(step: PlacedStep, { use }: Substitution, id: string): boolean {
  if (use === "gate" && id === step.step.id) return true;
  return (use === "env" || use === "cwd" ? step.visibleInEnv : step.visible).get(id) !== undefined;
}
