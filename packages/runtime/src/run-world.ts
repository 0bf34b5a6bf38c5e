import type { Json, Plan } from "@lobster-lang/plan";
import type { CostScope } from "./costs/cost-scope.ts";
import type { CostLedger } from "./costs/ledger.ts";
import type { StageWorld } from "./stage-world.ts";
import type { Engine } from "./engine.ts";
import type { Host } from "./host.ts";
import type { Arguments } from "./commands/arguments.ts";
import type { Environment, StepEnvironment } from "./environment.ts";
import type { StepRecord } from "./results.ts";

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
  readonly costs: CostLedger;
  /** What each workflow that this is a part of may cost, the outermost first. */
  readonly costLimits: readonly CostScope[];
  readonly now: () => number;
  /** Folder of the outermost run: files outside of it are not run. */
  readonly rootFolder: string;
  /** How many runs are around this one. */
  readonly depth: number;
  /** Compiles the workflow file of `workflows.run`. */
  readonly compile: Host["compile"];
  /** Runs a workflow file as a part of the run. */
  readonly runFile: (nested: NestedRun) => Promise<StepRecord>;
}

/** What runs a workflow file within a run: where the stage stands, and how long it may take. */
export interface NestedRun {
  readonly run: RunWorld;
  readonly key: string;
  readonly args: Arguments;
  readonly signal: AbortSignal;
  readonly timeout: { readonly ms: number | null; readonly message: string };
  readonly prepare: () => Promise<{ readonly environment: StepEnvironment; readonly cwd: string }>;
  /** Nobody can wait for an answer in a branch (D9). */
  readonly isBranch: boolean;
  /** Its failure ends the list of steps that its step stands in. */
  readonly stopsRun: boolean;
}
