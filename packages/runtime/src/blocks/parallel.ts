import type { Json, ParallelAction, PlanStep } from "@lobster-lang/plan";
import { withTimeout } from "../abort.ts";
import { StepFailure } from "../failures.ts";
import type { Place } from "../place.ts";
import { layerOn } from "../result-layers.ts";
import { emptyRecord, emptyResult, jsonOf, stdoutOf, type StepResult } from "../results.ts";
import { atOnce, throwDecisive, type Settled } from "./at-once.ts";
import type { BlockContext, BlockOutcome } from "./run-block.ts";

/** How a branch ended: what it left, and why it failed if it did. */
interface Branch {
  readonly result: StepResult;
  readonly failed: string | null;
}

/**
 * Runs branches at the same time (original-language.md 15). Each sees what was there before the block. `all` waits for
 * every one and fails with the first in the file that failed; `any` takes the first that succeeds, ends the others, and
 * fails when there is none (D12).
 */
export function runParallel(
  action: ParallelAction,
  key: string,
  context: BlockContext,
  signal: AbortSignal,
): Promise<BlockOutcome> {
  const timedOut = `step \`${context.step.id}\` timed out after ${action.timeoutMs}ms`;
  return withTimeout(signal, action.timeoutMs, timedOut, async (limited) => {
    const ending = new AbortController();
    const winners: number[] = [];
    const settled = await atOnce(
      action.branches.length,
      action.concurrency,
      (index) => runBranch(action.branches[index]!, key, context, AbortSignal.any([limited, ending.signal])),
      (one, index) => {
        if (isFatal(one)) return true;
        if (action.wait === "all" || !isSuccess(one)) return false;
        winners.push(index);
        ending.abort(new StepFailure("another branch was faster"));
        return true;
      },
    );
    const [winner] = winners;
    if (winner !== undefined) return wonBy(action, winner, settled, context);
    throwDecisive(settled);
    const reason: unknown = limited.reason;
    const over = limited.aborted && reason instanceof StepFailure ? reason.message : null;
    return together(action, settled, over, context);
  });
}

/** The end of the run itself, which no other branch can make good. */
function isFatal(one: Settled<Branch>): boolean {
  return "error" in one;
}

/** A branch that was skipped has neither failed nor succeeded. */
function isSuccess(one: Settled<Branch>): boolean {
  return "value" in one && !one.value.result.skipped && one.value.result.record?.failed == null;
}

async function runBranch(
  branch: PlanStep,
  key: string,
  { run, step, place, runSteps }: BlockContext,
  signal: AbortSignal,
): Promise<Branch> {
  const results = layerOn(place.scope.results);
  const inner: Place = {
    prefix: `${key}/`,
    scope: { ...place.scope, results },
    results,
    signal,
    around: [...place.around, { env: step.env, cwd: step.cwd, scope: place.scope }],
    isBranch: true,
  };
  const left = () => results.own(branch.id) ?? { ...emptyResult, skipped: true };
  try {
    await runSteps(run, [branch], inner);
    return { result: left(), failed: null };
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error;
    const failed = error.message;
    return { result: results.own(branch.id) ?? { ...emptyResult, record: { ...emptyRecord, failed } }, failed };
  }
}

/** The winner alone counts; the others are as if they had been skipped. */
async function wonBy(
  { branches }: ParallelAction,
  winner: number,
  settled: readonly (Settled<Branch> | undefined)[],
  context: BlockContext,
): Promise<BlockOutcome> {
  const results = branches.map((branch, index): readonly [string, StepResult] => {
    const one = settled[index];
    const won = index === winner && one !== undefined && "value" in one;
    return [branch.id, won ? one.value.result : { ...emptyResult, skipped: true }];
  });
  const { outputs } = context.run.world;
  const stdout = await stdoutOf(results[winner]![1], outputs);
  const record = {
    ...emptyRecord,
    items: await outputs.keep(`${JSON.stringify(await merged(results, context))}\n`),
    stdout: stdout === undefined ? null : await outputs.keep(stdout),
  };
  return { record, branches: results };
}

async function together(
  action: ParallelAction,
  settled: readonly (Settled<Branch> | undefined)[],
  over: string | null,
  context: BlockContext,
): Promise<BlockOutcome> {
  const ended = settled.map((one): Branch =>
    one !== undefined && "value" in one ? one.value : { result: { ...emptyResult, skipped: true }, failed: null },
  );
  const branches = action.branches.map(({ id }, index) => [id, ended[index]!.result] as const);
  const failed = over ?? failureOf(action, ended);
  if (failed !== null) return { record: { ...emptyRecord, failed }, branches };
  const stdout = await context.run.world.outputs.keep(JSON.stringify(await merged(branches, context)));
  return { record: { ...emptyRecord, stdout }, branches };
}

/** The first failure in the order of the file; for `any`, which nobody has won, also one that `on_error` let pass. */
function failureOf({ branches, wait }: ParallelAction, ended: readonly Branch[]): string | null {
  const reasons = ended.map(
    ({ failed, result }) => failed ?? (wait === "any" ? (result.record?.failed ?? null) : null),
  );
  const index = reasons.findIndex((reason) => reason !== null);
  return index === -1 ? null : `branch \`${branches[index]!.id}\` failed: ${reasons[index]}`;
}

/** The `.json` of the branches that have one, by id. */
async function merged(branches: readonly (readonly [string, StepResult])[], { run }: BlockContext): Promise<Json> {
  const values: [string, Json][] = [];
  for (const [id, result] of branches) {
    const value = await jsonOf(result, run.world.outputs);
    if (value !== undefined) values.push([id, value]);
  }
  return Object.fromEntries(values);
}
