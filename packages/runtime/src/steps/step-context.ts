import type { Engine } from "../engine.ts";
import type { StepEnvironment } from "../environment.ts";
import type { StageWorld } from "../stage-world.ts";
import type { Scope } from "../values.ts";

/** What an action of a step runs in. */
export interface StepContext {
  readonly engine: Engine;
  readonly scope: Scope;
  readonly world: StageWorld;
  readonly signal: AbortSignal;
  /** Prepared when the action really runs, not at a replay. */
  readonly prepare: () => Promise<{ readonly environment: StepEnvironment; readonly cwd: string }>;
}
