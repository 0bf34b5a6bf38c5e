import type { ForEachAction, Json, ParallelAction, PlanStep, WorkflowAction } from "@lobster-lang/plan";
import { throwIfEndedFromOutside, withTimeout } from "../abort.ts";
import type { Attempt } from "../attempts.ts";
import { publish, type StepEvent } from "../events.ts";
import { StepFailure } from "../failures.ts";
import type { Place } from "../place.ts";
import { emptyRecord, emptyResult, type StepRecord, type StepResult } from "../results.ts";
import type { RunWorld } from "../run-world.ts";
import { runChild } from "./child.ts";
import { runForEach } from "./for-each.ts";
import { runParallel } from "./parallel.ts";

/** What a block left: its own record, and the results of branches by their ids. */
export interface BlockOutcome {
  readonly record: StepRecord;
  readonly branches: readonly (readonly [id: string, result: StepResult])[];
}

/** What a block works with. */
export interface BlockContext {
  readonly run: RunWorld;
  readonly step: PlanStep;
  /** Where the block stands. */
  readonly place: Place;
  /** Runs a list of steps inside it. */
  readonly runSteps: (run: RunWorld, steps: readonly PlanStep[], place: Place) => Promise<StepResult | null>;
  /** What events about it have in common. */
  readonly told: Omit<StepEvent, "phase">;
}

/**
 * One attempt at a block, under the step's time limit. How it ended goes to the journal as one entry, so that a replay
 * neither enters it again nor lets the clock decide anew what a time limit or the fastest branch has decided.
 */
export async function runBlock(
  action: ForEachAction | ParallelAction | WorkflowAction,
  key: string,
  context: BlockContext,
): Promise<Attempt<BlockOutcome>> {
  const { run, step, place, told } = context;
  let fresh = false;
  const kept = await run.engine.block<{ readonly [name: string]: Json }>(
    key,
    async () => {
      fresh = true;
      const start = run.now();
      publish.step({ ...told, phase: "started" });
      const timedOut = `step \`${step.id}\` timed out after ${step.timeoutMs}ms`;
      const ended = await asOutcome(() =>
        withTimeout(place.signal, step.timeoutMs, timedOut, (signal) => perform(action, key, context, signal)),
      );
      const failed = run.world.vault.maskValue(ended.record.failed);
      const done = { ...ended, record: { ...ended.record, failed } };
      const outcome = failed === null ? "ok" : "failed";
      publish.step({ ...told, phase: "finished", outcome, message: failed, ms: run.now() - start });
      throwIfEndedFromOutside(done.record, place.signal);
      return toJson(done);
    },
    { stopsRun: step.onError === "stop" },
  );
  const result = fromJson(kept);
  return { result, failed: result.record.failed, fresh };
}

function perform(
  action: ForEachAction | ParallelAction | WorkflowAction,
  key: string,
  context: BlockContext,
  signal: AbortSignal,
): Promise<BlockOutcome> {
  switch (action.kind) {
    case "for_each":
      return runForEach(action, key, context, signal);
    case "parallel":
      return runParallel(action, key, context, signal);
    case "workflow":
      return runChild(action, key, context, signal);
  }
}

async function asOutcome(work: () => Promise<BlockOutcome>): Promise<BlockOutcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StepFailure) return { record: { ...emptyRecord, failed: error.message }, branches: [] };
    throw error;
  }
}

type JsonMap = { readonly [name: string]: Json };

function toJson({ record, branches }: BlockOutcome): JsonMap {
  // A branch asks nothing (D9), so that there is no answer to keep.
  const plain = branches.map(([id, { record: own, value, answer: _none, ...rest }]): Json => {
    const kept: JsonMap = {
      ...rest,
      record: own === null ? null : { ...own },
      ...(value === undefined ? {} : { value }),
    };
    return [id, kept];
  });
  return { record: { ...record }, branches: plain };
}

function fromJson(kept: JsonMap): BlockOutcome {
  const branches = kept["branches"] as unknown as BlockOutcome["branches"];
  return {
    record: recordOf(kept["record"] as unknown as Partial<StepRecord>),
    branches: branches.map(([id, result]) => [
      id,
      { ...emptyResult, ...result, record: result.record === null ? null : recordOf(result.record) },
    ]),
  };
}

function recordOf(kept: Partial<StepRecord>): StepRecord {
  return { ...emptyRecord, ...kept };
}
