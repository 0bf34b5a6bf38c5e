import type { Json, Plan, PlanStep } from "@lobster-lang/plan";
import { resolve } from "node:path";
import { throwIfAborted, withTimeout } from "./abort.ts";
import { repeated, type FailedAttempt } from "./attempts.ts";
import type { ProcessWorld } from "./capture.ts";
import { holds } from "./conditions.ts";
import type { Engine } from "./engine.ts";
import { stepEnvironment, type Environment } from "./environment.ts";
import { publish } from "./events.ts";
import { RunFailure, StepFailure, messageOf } from "./failures.ts";
import { emptyRecord, emptyResult, itemsOf, jsonOf, stdoutOf, type StepRecord, type StepResult } from "./results.ts";
import { gateRequest } from "./steps/gate.ts";
import { runPipeline, type Perform } from "./steps/pipeline.ts";
import { runShell } from "./steps/shell.ts";
import type { StepContext } from "./steps/step-context.ts";
import { textOf, valueOf, type Scope } from "./values.ts";

/** What a run of a plan works with. */
export interface RunWorld {
  readonly plan: Plan;
  readonly args: { readonly [name: string]: Json };
  readonly engine: Engine;
  readonly world: ProcessWorld;
  /** Environment of whoever runs or resumes it. */
  readonly env: { readonly [name: string]: string | undefined };
  readonly inherited: Environment;
  /** Folder of the run, also at a resume from elsewhere (D32). */
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly warn: (message: string) => void;
  readonly now: () => number;
}

export interface Finished {
  readonly output: readonly Json[];
  /** Text of a pipeline's final `json` or `table`. */
  readonly rendered: string | null;
}

/**
 * Executes a plan, one step after the other: condition, environment, action, `on_error`, gate. A deterministic function over
 * the engine: called again after a pause it meets the same keys in the same order.
 * @throws RunFailure, RunAborted; `Suspended` and `Refused` of the engine.
 */
export async function interpret(run: RunWorld): Promise<Finished> {
  const results = new Map<string, StepResult>();
  const scope: Scope = { args: run.args, results, outputs: run.world.outputs, warn: run.warn };
  let last: StepResult | null = null;
  for (const step of run.plan.steps) {
    throwIfAborted(run.signal);
    if (!(await isWanted(step, scope))) {
      results.set(step.id, { ...emptyResult, skipped: true });
      publish.step({ ...stepEvent(run, step), phase: "skipped" });
      continue;
    }
    const result = await runStep(run, step, scope, results);
    const failed = result.record?.failed ?? null;
    if (failed === null) last = result;
    if (failed !== null && step.onError === "skip_rest") break;
  }
  return finish(run, last);
}

async function isWanted(step: PlanStep, scope: Scope): Promise<boolean> {
  if (step.when === null) return true;
  try {
    return await holds(step.when, scope);
  } catch (error) {
    throw new RunFailure(`the condition of step \`${step.id}\`: ${messageOf(error)}`);
  }
}

async function runStep(
  run: RunWorld,
  step: PlanStep,
  scope: Scope,
  results: Map<string, StepResult>,
): Promise<StepResult> {
  const acted = await act(run, step, scope);
  const failed = acted.record?.failed ?? null;
  if (failed !== null && step.onError === "stop") throw new RunFailure(failed);
  results.set(step.id, acted);
  if (step.gate === null) return acted;
  // Asked also after a failure that on_error lets pass (D6).
  const request = await gateRequest(step.gate, acted, scope, run.env);
  const { approvedBy } = await run.engine.gate(step.id, request);
  const approved = { ...acted, approved: true, approvedBy, initiatedBy: request.initiatedBy };
  results.set(step.id, approved);
  return approved;
}

async function act(run: RunWorld, step: PlanStep, scope: Scope): Promise<StepResult> {
  const { action } = step;
  if (action === null) {
    const value = step.stdin === null ? undefined : await valueOf(scope, step.stdin);
    return { ...emptyResult, value };
  }
  const perform = performer(run, step);
  const context: StepContext = {
    engine: run.engine,
    scope,
    world: run.world,
    signal: run.signal,
    prepare: () => prepare(run, step, scope),
  };
  const record =
    action.kind === "shell"
      ? await perform(step.id, (signal) => runShell(action.script, step.stdin, context, signal))
      : await runPipeline({ id: step.id, action, stdin: step.stdin, env: run.env }, context, perform);
  return { ...emptyResult, record };
}

/** Runs work under the step's time limit and turns its failure into a record, for `on_error` to judge. */
function performer(run: RunWorld, step: PlanStep): Perform {
  const timedOut = `step \`${step.id}\` timed out after ${step.timeoutMs}ms`;
  const attemptOnce = async (key: string, work: (signal: AbortSignal) => Promise<StepRecord>) => {
    let fresh = false;
    const record = await run.engine.step<{ readonly [name: string]: Json }>(
      key,
      async () => {
        fresh = true;
        const event = stepEvent(run, step);
        const start = run.now();
        publish.step({ ...event, phase: "started" });
        const done = await attempt(() => withTimeout(run.signal, step.timeoutMs, timedOut, work));
        const outcome = done.failed === null ? "ok" : "failed";
        publish.step({ ...event, phase: "finished", outcome, message: done.failed, ms: run.now() - start });
        return { ...done };
      },
      { idempotent: step.idempotent },
    );
    const result: StepRecord = { ...emptyRecord, ...(record as Partial<StepRecord>) };
    return { result, failed: result.failed, fresh };
  };
  const around = {
    engine: run.engine,
    signal: run.signal,
    onRetry: (failed: FailedAttempt) => tellRetry(run, step, failed),
  };
  return (key, work) => repeated(step.retry, key, around, (own) => attemptOnce(own, work));
}

function tellRetry(run: RunWorld, step: PlanStep, { message, attempt, max, delayMs }: FailedAttempt): void {
  publish.step({ ...stepEvent(run, step), phase: "retrying", message, ms: delayMs });
  run.warn(`step \`${step.id}\` failed (attempt ${attempt} of ${max}) and is tried again in ${delayMs}ms: ${message}`);
}

async function attempt(work: () => Promise<StepRecord>): Promise<StepRecord> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StepFailure) return { ...emptyRecord, exitCode: error.exitCode, failed: error.message };
    throw error;
  }
}

/** Environment and folder of a step. Faults here end the run: `on_error` is about the action. */
async function prepare(run: RunWorld, step: PlanStep, scope: Scope) {
  const environment = await stepEnvironment(run.inherited, run.plan, step.env, scope);
  if (step.cwd !== null) return { environment, cwd: resolve(run.cwd, await textOf(scope, step.cwd)) };
  const wide = run.plan.cwd === null ? "" : await textOf({ ...scope, unreached: "empty" }, run.plan.cwd);
  return { environment, cwd: resolve(run.cwd, wide) };
}

/** The output of the last step that ran with success (original-language.md 12); a pipeline gives its items as they are. */
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
    const json = await jsonOf(last, outputs);
    if (json !== undefined) return { output: Array.isArray(json) ? (json as readonly Json[]) : [json], rendered: null };
    const text = (await stdoutOf(last, outputs)) ?? "";
    return text === "" ? nothing : { output: [text], rendered: null };
  } catch (error) {
    throw new RunFailure(`the output of the run: ${messageOf(error)}`);
  }
}

function stepEvent(run: RunWorld, step: PlanStep) {
  return { run: run.engine.runId, id: step.id, name: step.name, outcome: null, message: null, ms: null } as const;
}
