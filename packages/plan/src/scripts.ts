import { placedSteps } from "./placed-steps.ts";
import type { Plan, PlanEnv, Script } from "./types.ts";

/** A script of a plan with the `env` of the steps around it. */
export interface ScriptPlace {
  readonly script: Script;
  readonly env: readonly PlanEnv[];
  readonly pointer: string;
  /** How messages call the place. */
  readonly label: string;
}

/** Every shell text of a plan, in its order. */
export function* scriptsOf(plan: Plan): Iterable<ScriptPlace> {
  for (const { step, pointer, around } of placedSteps(plan)) {
    const { action } = step;
    const env = [...around.flatMap((outer) => outer.step.env), ...step.env];
    const at = `${pointer}/action`;
    const label = `step \`${step.id}\``;
    if (action?.kind === "shell") yield { script: action.script, env, pointer: `${at}/script`, label };
    if (action?.kind !== "pipeline") continue;
    for (const [number, stage] of action.stages.entries()) {
      for (const [name, argument] of Object.entries(stage.arguments)) {
        if ("script" in argument)
          yield { script: argument.script, env, pointer: `${at}/stages/${number}/arguments/${name}/script`, label };
      }
    }
  }
}
