import { placedSteps, type PlacedStep } from "./placed-steps.ts";
import type { Plan, PlanArg, PlanEnv, Script } from "./types.ts";

/** A script of a plan, and what is set where it runs. */
export interface ScriptPlace {
  readonly script: Script;
  /** Arguments of the workflow that it belongs to. */
  readonly args: readonly PlanArg[];
  /** `env` of that workflow, of the blocks around and of the step itself: what is set after the arguments. */
  readonly env: readonly PlanEnv[];
  /** `env` of whoever runs that workflow: what its arguments are set after. */
  readonly outerEnv: readonly PlanEnv[];
  readonly pointer: string;
  /** How messages call the place. */
  readonly label: string;
}

/** Every shell text of a plan, in its order; one of a child at each place where the child is run. */
export function* scriptsOf(plan: Plan): Iterable<ScriptPlace> {
  for (const placed of placedSteps(plan)) yield* inStep(placed, plan);
}

function* inStep(placed: PlacedStep, plan: Plan): Iterable<ScriptPlace> {
  const { step, pointer, path } = placed;
  const { action } = step;
  const at = `${pointer}/action`;
  const shared = { ...surroundingsOf(placed, plan), label: `step \`${path}\`` };
  if (action?.kind === "shell") yield { ...shared, script: action.script, pointer: `${at}/script` };
  if (action?.kind !== "pipeline") return;
  for (const [number, stage] of action.stages.entries()) {
    for (const [name, argument] of Object.entries(stage.arguments)) {
      if ("script" in argument)
        yield { ...shared, script: argument.script, pointer: `${at}/stages/${number}/arguments/${name}/script` };
    }
  }
}

function surroundingsOf({ step, child, around }: PlacedStep, plan: Plan) {
  const inside = around.filter((outer) => outer.child === child);
  const outside = around.filter((outer) => outer.child !== child);
  const workflow = workflowOf(child, plan);
  return {
    args: workflow?.args ?? [],
    env: [...(workflow?.env ?? []), ...inside.flatMap((outer) => outer.step.env), ...step.env],
    outerEnv: [...new Set(outside.map((outer) => outer.child))]
      .flatMap((key) => workflowOf(key, plan)?.env ?? [])
      .concat(outside.flatMap((outer) => outer.step.env)),
  };
}

function workflowOf(key: string | null, plan: Plan) {
  return key === null ? plan : plan.children?.[key];
}
