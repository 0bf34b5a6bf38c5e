import type { Json, PlanStep } from "@lobster-lang/plan";
import { throwIfAborted, throwIfEndedFromOutside, withTimeout } from "./abort.ts";
import { repeated, type Attempt, type FailedAttempt } from "./attempts.ts";
import { learnChildSecrets } from "./blocks/child.ts";
import { runBlock } from "./blocks/run-block.ts";
import { holds } from "./conditions.ts";
import { enforceCosts } from "./costs/cost-scope.ts";
import { stepCosts } from "./costs/step-costs.ts";
import { stepEnvironment } from "./environment.ts";
import { publish } from "./events.ts";
import { RunFailure, StepFailure, messageOf } from "./failures.ts";
import { fitted } from "./output-schema.ts";
import { folderOf, type Place } from "./place.ts";
import { emptyRecord, emptyResult, type StepRecord, type StepResult } from "./results.ts";
import { retryOf } from "./repeatable.ts";
import type { RunWorld } from "./run-world.ts";
import { gateRequest, maskedRequest } from "./steps/gate.ts";
import { askForInput } from "./steps/input.ts";
import { runPipeline, type Perform, type PipelineStep } from "./steps/pipeline.ts";
import { runShell } from "./steps/shell.ts";
import type { StepContext } from "./steps/step-context.ts";
import { valueOf } from "./values.ts";

/**
 * Runs a list of steps, of the plan or of a block in it (D10: all by the same code), and gives the last result that is no
 * failure.
 * @throws StepFailure for a step that fails and says `stop`: the failure of the whole list.
 */
export async function runSteps(run: RunWorld, steps: readonly PlanStep[], place: Place): Promise<StepResult | null> {
  let last: StepResult | null = null;
  for (const step of steps) {
    throwIfAborted(place.signal);
    if (!(await isWanted(step, place))) {
      skip(run, step, place);
      continue;
    }
    const result = await runStep(run, step, place, last ?? place.before ?? null);
    const failed = result.record?.failed ?? null;
    if (failed === null) last = result;
    // In a loop it ends the round, in a branch the branch: what follows goes on as after a success.
    if (failed !== null && step.onError === "skip_rest") break;
  }
  return last;
}

async function isWanted(step: PlanStep, { scope }: Place): Promise<boolean> {
  if (step.when === null) return true;
  try {
    return await holds(step.when, scope);
  } catch (error) {
    throw new RunFailure(`the condition of step \`${step.id}\`: ${messageOf(error)}`);
  }
}

function skip(run: RunWorld, step: PlanStep, place: Place): void {
  const skipped = { ...emptyResult, skipped: true };
  place.results.set(step.id, skipped);
  if (step.action?.kind === "parallel") {
    for (const branch of step.action.branches) place.results.set(branch.id, skipped);
  }
  publish.step({ ...stepEvent(run, step, place), phase: "skipped" });
}

async function runStep(run: RunWorld, step: PlanStep, place: Place, before: StepResult | null): Promise<StepResult> {
  const acted = await act(run, step, place, before);
  place.results.set(step.id, acted);
  enforceCosts(run);
  const failed = acted.record?.failed ?? null;
  if (failed !== null && step.onError === "stop") throw new StepFailure(failed, { step: place.prefix + step.id });
  if (step.gate === null) return acted;
  // Asked also after a failure that on_error lets pass (D6).
  const request = await gateRequest(step.gate, acted, place.scope, run.env);
  const { approvedBy } = await run.engine.gate(place.prefix + step.id, maskedRequest(request, run.world.vault));
  const approved = { ...acted, approved: true, approvedBy, initiatedBy: request.initiatedBy };
  place.results.set(step.id, approved);
  return approved;
}

async function act(run: RunWorld, step: PlanStep, place: Place, before: StepResult | null): Promise<StepResult> {
  const { action } = step;
  if (action === null) {
    const value = step.stdin === null ? undefined : await valueOf(place.scope, step.stdin);
    if (value === undefined || value === null) return emptyResult;
    if (typeof value !== "string") return { ...emptyResult, value };
    // As if a command had printed it: it has JSON only where the text is JSON.
    return { ...emptyResult, record: { ...emptyRecord, stdout: await run.world.outputs.keep(value) } };
  }
  const id = place.prefix + step.id;
  if (action.kind === "input") return askForInput(action, id, before, place.scope, run);
  const retry = retryOf(step, run.plan);
  const retrying = {
    engine: run.engine,
    signal: place.signal,
    onRetry: (failed: FailedAttempt) => tellRetry(run, step, place, failed),
  };
  if (action.kind === "for_each" || action.kind === "parallel" || action.kind === "workflow") {
    if (action.kind === "workflow") await learnChildSecrets(action, run, place.scope);
    const around = { run, step, place, runSteps, told: stepEvent(run, step, place) };
    const outcome = await repeated(retry, id, retrying, (key) => runBlock(action, key, around));
    for (const [branch, result] of outcome.branches) place.results.set(branch, result);
    return { ...emptyResult, record: outcome.record };
  }
  const perform: Perform = (key, work) =>
    repeated(retry, key, retrying, (own) => attemptOnce(run, step, place, own, work));
  const context: StepContext = {
    engine: run.engine,
    scope: place.scope,
    world: run.world,
    signal: place.signal,
    costs: stepCosts(run.costs, id),
    prepare: () => prepare(run, step, place),
  };
  const record =
    action.kind === "shell"
      ? await perform(id, async (signal) =>
          fitted(step, await runShell(action.script, step.stdin, context, signal), run.world.outputs),
        )
      : await runPipeline({ id, action, step, env: run.env, runFile: nestedIn(run, step, place) }, context, perform);
  return { ...emptyResult, record };
}

/** Runs work under the step's time limit and turns its failure into a record, for `retry` and `on_error` to judge. */
async function attemptOnce(
  run: RunWorld,
  step: PlanStep,
  place: Place,
  key: string,
  work: (signal: AbortSignal) => Promise<StepRecord>,
): Promise<Attempt<StepRecord>> {
  const timedOut = `step \`${step.id}\` timed out after ${step.timeoutMs}ms`;
  let fresh = false;
  const record = await run.engine.step<{ readonly [name: string]: Json }>(
    key,
    async () => {
      fresh = true;
      const event = stepEvent(run, step, place);
      const start = run.now();
      publish.step({ ...event, phase: "started" });
      const ended = await asRecord(() => withTimeout(place.signal, step.timeoutMs, timedOut, work));
      // The words of a failure are for people, wherever they are read.
      const done = { ...ended, failed: run.world.vault.maskValue(ended.failed) };
      const outcome = done.failed === null ? "ok" : "failed";
      publish.step({ ...event, phase: "finished", outcome, message: done.failed, ms: run.now() - start });
      throwIfEndedFromOutside(done, place.signal);
      return { ...done };
    },
    { idempotent: step.idempotent, stopsRun: step.onError === "stop" },
  );
  // Also before a next attempt: what is above the limit is neither passed by on_error nor tried again.
  enforceCosts(run);
  const result: StepRecord = { ...emptyRecord, ...(record as Partial<StepRecord>) };
  return { result, failed: result.failed, fresh };
}

async function asRecord(work: () => Promise<StepRecord>): Promise<StepRecord> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StepFailure) return { ...emptyRecord, exitCode: error.exitCode, failed: error.message };
    throw error;
  }
}

function tellRetry(run: RunWorld, step: PlanStep, place: Place, { message, attempt, max, delayMs }: FailedAttempt) {
  const event = stepEvent(run, step, place);
  publish.step({ ...event, phase: "retrying", message, ms: delayMs });
  run.warn(`step \`${event.id}\` failed (attempt ${attempt} of ${max}) and is tried again in ${delayMs}ms: ${message}`);
}

/** Runs workflow files for a pipeline's stages. */
function nestedIn(run: RunWorld, step: PlanStep, place: Place): PipelineStep["runFile"] {
  const timeout = { ms: step.timeoutMs, message: `step \`${step.id}\` timed out after ${step.timeoutMs}ms` };
  const { signal, isBranch = false } = place;
  return (key, args) =>
    run.runFile({
      run,
      key,
      args,
      signal,
      timeout,
      isBranch,
      stopsRun: step.onError === "stop",
      prepare: () => prepare(run, step, place),
    });
}

/** Environment and folder of a step. Faults here end the run: `on_error` is about the action. */
async function prepare(run: RunWorld, { env, cwd }: PlanStep, { around, scope }: Place) {
  const layers = [...around, { env, cwd, scope }];
  const environment = await stepEnvironment(run.inherited, layers);
  return { environment, cwd: await folderOf(layers, run.cwd) };
}

function stepEvent(run: RunWorld, { id, name }: PlanStep, { prefix }: Place) {
  return { run: run.engine.runId, id: prefix + id, name, outcome: null, message: null, ms: null } as const;
}
