import type { Engine } from "../engine.ts";
import type { StepEnvironment } from "../environment.ts";
import type { StepCosts } from "../costs/step-costs.ts";
import type { StageWorld } from "../stage-world.ts";
import type { Scope } from "../values.ts";

/** What an action of a step runs in. */
export interface StepContext {
  readonly engine: Engine;
  readonly scope: Scope;
  readonly world: StageWorld;
  readonly signal: AbortSignal;
  readonly costs: StepCosts;
  /** Prepared when the action really runs, not at a replay. */
  readonly prepare: () => Promise<{ readonly environment: StepEnvironment; readonly cwd: string }>;
}
