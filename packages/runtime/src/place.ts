import { resolve } from "node:path";
import type { PlanArg, PlanEnv, Text } from "@lobster-lang/plan";
import type { ResultLayer } from "./result-layers.ts";
import type { StepResult } from "./results.ts";
import { textOf, type Scope } from "./values.ts";

/** Where a list of steps runs: the plan itself, a round of a loop, a branch, a workflow that a step calls. */
export interface Place {
  /** What the keys of its steps start with: nothing, `loop/3/`, `call/`. */
  readonly prefix: string;
  readonly scope: Scope;
  /** Where its steps leave their results; `scope` reads them. */
  readonly results: ResultLayer;
  /** Fires when the run, or a block around, is to end. */
  readonly signal: AbortSignal;
  /** The plan and the blocks around, the outermost first. */
  readonly around: readonly Surrounding[];
  /** What a question in the first step is about where it does not say: the item of a loop. */
  readonly before?: StepResult;
  /** In a branch of `parallel`, where nothing can wait for an answer (D9). */
  readonly isBranch?: true;
}

/** Environment and folder that the steps inside have unless they say something else. */
export interface Surrounding {
  /** Of a workflow, the run's own or one that a step calls: its arguments, which hide those of the workflows around. */
  readonly declared?: readonly PlanArg[];
  readonly env: readonly PlanEnv[];
  readonly cwd: Text | null;
  readonly scope: Scope;
}

/** The folder of the innermost that names one, relative to the run's. */
export async function folderOf(layers: readonly Surrounding[], runFolder: string): Promise<string> {
  const layer = layers.findLast(({ cwd }) => cwd !== null);
  return resolve(runFolder, layer?.cwd == null ? "" : await textOf(layer.scope, layer.cwd));
}
