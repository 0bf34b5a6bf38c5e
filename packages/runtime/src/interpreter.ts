import type { Json } from "@lobster-lang/plan";
import { RunFailure, messageOf } from "./failures.ts";
import type { Place } from "./place.ts";
import { layerOn } from "./result-layers.ts";
import { itemsOf, jsonOf, outputOf, stdoutOf, type StepResult } from "./results.ts";
import { runSteps } from "./run-steps.ts";
import type { RunWorld } from "./run-world.ts";
import type { Scope } from "./values.ts";

export interface Finished {
  readonly output: readonly Json[];
  /** Text of a pipeline's final `json` or `table`. */
  readonly rendered: string | null;
}

/**
 * Executes a plan, one step after the other: condition, environment, action, `on_error`, gate. A deterministic function over
 * the engine (`prefix` is what the keys of a nested run start with): called again after a pause it meets the same keys in the same order.
 * @throws StepFailure, RunFailure, RunAborted; `Suspended` and `Refused` of the engine.
 */
export async function interpret(run: RunWorld, prefix = ""): Promise<Finished> {
  const { plan, signal } = run;
  const results = layerOn(null);
  const scope: Scope = { args: run.args, results, outputs: run.world.outputs, warn: run.warn };
  const around = [
    { declared: plan.args, env: plan.env, cwd: plan.cwd, scope: { ...scope, unreached: "empty" } as const },
  ];
  const place: Place = { prefix, scope, results, signal, around };
  return finish(run, await runSteps(run, plan.steps, place));
}

/** The output of the last step that ran with success; a pipeline gives its items as they are. */
async function finish(run: RunWorld, last: StepResult | null): Promise<Finished> {
  const { outputs } = run.world;
  const nothing = { output: [], rendered: null };
  if (last === null) return nothing;
  try {
    const { record } = last;
    if (run.plan.kind === "pipeline" && record !== null) {
      if (record.items !== null) return { output: await itemsOf(record.items, outputs), rendered: null };
      const rendered = (await stdoutOf(last, outputs)) ?? "";
      // A final `json` leaves its items, a final `table` its text (D38).
      const output = record.rendered === "json" ? ((await jsonOf(last, outputs)) as readonly Json[]) : [rendered];
      return { output, rendered };
    }
    return { output: await outputOf(last, outputs), rendered: null };
  } catch (error) {
    throw new RunFailure(`the output of the run: ${messageOf(error)}`);
  }
}
