import type { Json, Plan } from "@lobster-lang/plan";
import type { StageWorld } from "./stage-world.ts";
import type { Engine } from "./engine.ts";
import type { Host } from "./host.ts";
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
  readonly now: () => number;
  /** Folder of the outermost run: files outside of it are not run. */
  readonly rootFolder: string;
  /** How many runs are around this one. */
  readonly depth: number;
  /** Compiles the workflow file of `workflows.run`. */
  readonly compile: Host["compile"];
}
