import type { Json, Plan } from "@lobster-lang/plan";
import type { StageWorld } from "./stage-world.ts";
import type { Engine } from "./engine.ts";
import type { Environment } from "./environment.ts";

/** What a run of a plan works with. */
export interface RunWorld {
  readonly plan: Plan;
  readonly args: { readonly [name: string]: Json };
  readonly engine: Engine;
  readonly world: StageWorld;
  /** Environment of whoever runs or resumes it. */
  readonly env: { readonly [name: string]: string | undefined };
  readonly inherited: Environment;
  /** Folder of the run, also at a resume from elsewhere (D32). */
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly warn: (message: string) => void;
  /** A text that nothing which leaves the run may show. */
  readonly noteSecret: (text: string) => void;
  readonly now: () => number;
}
