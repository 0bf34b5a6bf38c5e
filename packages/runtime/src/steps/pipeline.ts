import type { Json, PipelineAction, Stage, Value } from "@lobster-lang/plan";
import { inlineBytes, type OutputStore, type Stored } from "@lobster-lang/state";
import { createReadStream, createWriteStream } from "node:fs";
import { appendFile } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { approveRequest } from "../commands/approve.ts";
import { askRequest } from "../commands/ask.ts";
import { fillArguments } from "../commands/arguments.ts";
import { batchesOf, collect } from "../commands/batches.ts";
import type { Batches, NamedValue, StageContext } from "../commands/command.ts";
import { commandNamed } from "../commands/registry.ts";
import { StepFailure } from "../failures.ts";
import { rulesFrom } from "../identity.ts";
import { emptyRecord, itemsOf, type StepRecord } from "../results.ts";
import { valueOf } from "../values.ts";
import { withinLimits } from "./input.ts";
import type { StepContext } from "./step-context.ts";

/** Does a piece of a step under its time limit, once: a replay takes the result from the journal. */
export type Perform = (key: string, work: (signal: AbortSignal) => Promise<StepRecord>) => Promise<StepRecord>;

export interface PipelineStep {
  readonly id: string;
  readonly action: PipelineAction;
  readonly stdin: Value | null;
  /** Environment of the run, for the identity rules of its gates. */
  readonly env: { readonly [name: string]: string | undefined };
}

/**
 * Runs a pipeline. At each `approve` or `ask` stage the items so far are a finished piece of their own in the journal, so that a run
 * that stops there goes on with exactly the items that were approved.
 */
export async function runPipeline(step: PipelineStep, context: StepContext, perform: Perform): Promise<StepRecord> {
  const pieces = cutAtGates(step.action.stages);
  const waiting: Stored[] = [];
  let record: StepRecord | null = null;
  for (const piece of pieces) {
    const before: StepRecord | null = record;
    const isLast = piece === pieces.at(-1) && piece.gate === null;
    if (piece.stages.length > 0) {
      const key = pieces.length === 1 ? step.id : `${step.id}/${piece.first}-${piece.first + piece.stages.length - 1}`;
      record = await perform(key, async (signal) => {
        const made = await runStages(
          piece.stages,
          { items: await inputItems(step, before, context), isNone: before === null && step.stdin === null },
          context,
          signal,
        );
        return isLast && made.failed === null ? delivered(made, waiting, context) : made;
      });
      if (record.failed !== null) return record;
      if (record.undelivered !== null) waiting.push(record.undelivered);
    }
    if (piece.gate !== null) {
      const key = `${step.id}/${piece.first + piece.stages.length}`;
      record = await passGate(piece.gate, key, step, record, context);
      if (record.failed !== null) return record;
    }
  }
  const endsInGate = pieces.at(-1)?.gate != null;
  if (endsInGate && waiting.length > 0) {
    await perform(`${step.id}/delivered`, () => delivered(emptyRecord, waiting, context));
  }
  return record ?? emptyRecord;
}

/** What goes on behind a gate: the approved items, or the answer as the one item. A fault of its flags fails the step. */
async function passGate(
  gate: Stage,
  key: string,
  step: PipelineStep,
  before: StepRecord | null,
  context: StepContext,
): Promise<StepRecord> {
  const { engine, scope, world } = context;
  const items = await inputItems(step, before, context);
  const record = before ?? { ...emptyRecord, items: await keepItems(batchesOf(items), world.outputs) };
  try {
    const args = await fillArguments(gate, scope);
    if (gate.command === "ask") {
      const answer = await engine.input(key, withinLimits(askRequest(args, items), key, world.limits));
      return { ...record, items: await keepItems(batchesOf([answer]), world.outputs), undelivered: null };
    }
    await engine.gate(key, { ...approveRequest(args, items), ...rulesFrom(step.env) });
    return record;
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error;
    return { ...record, items: null, failed: error.message };
  }
}

/** Stores what the stages of a pipeline left to be stored at its end, in their order (W27). */
async function delivered(
  record: StepRecord,
  earlier: readonly Stored[],
  { world }: Pick<StepContext, "world">,
): Promise<StepRecord> {
  const { undelivered: own } = record;
  for (const stored of own === null ? earlier : [...earlier, own]) {
    const values = JSON.parse(await world.outputs.read(stored)) as readonly NamedValue[];
    for (const { key, value } of values) await world.values.write(key, value);
  }
  return { ...record, undelivered: null };
}

interface Piece {
  /** Number of its first stage, from 1. */
  readonly first: number;
  readonly stages: readonly Stage[];
  readonly gate: Stage | null;
}

function cutAtGates(stages: readonly Stage[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let first = 0;
  for (const [index, stage] of stages.entries()) {
    if (commandNamed(stage.command)?.kind !== "gate") continue;
    pieces.push({ first: first + 1, stages: stages.slice(first, index), gate: stage });
    first = index + 1;
  }
  const rest = stages.slice(first);
  if (rest.length > 0) pieces.push({ first: first + 1, stages: rest, gate: null });
  return pieces;
}

/** What a piece starts from: the approved items, else `stdin:` (a list gives its items, another value is one). */
async function inputItems(
  step: PipelineStep,
  before: StepRecord | null,
  context: StepContext,
): Promise<readonly Json[]> {
  if (before !== null) return before.items === null ? [] : itemsOf(before.items, context.world.outputs);
  const value = step.stdin === null ? null : ((await valueOf(context.scope, step.stdin)) ?? null);
  if (value === null) return [];
  return Array.isArray(value) ? (value as readonly Json[]) : [value];
}

async function runStages(
  stages: readonly Stage[],
  input: { readonly items: readonly Json[]; readonly isNone: boolean },
  context: StepContext,
  signal: AbortSignal,
): Promise<StepRecord> {
  const { scope, world } = context;
  const captures: string[] = [];
  const { environment, cwd } = await context.prepare();
  const keepStderr = (capture: string) => void captures.push(capture);
  const values: NamedValue[] = [];
  const whenDelivered = (value: NamedValue) => void values.push(value);
  const stage: StageContext = {
    scope,
    environment,
    cwd,
    signal,
    world,
    keepStderr,
    whenDelivered,
    isFirst: input.isNone,
  };
  try {
    const result = await flow(stages, batchesOf(input.items), stage);
    const undelivered = values.length === 0 ? null : await world.outputs.keep(JSON.stringify(values));
    return { ...emptyRecord, ...result, undelivered, stderr: await together(captures, world.outputs) };
  } catch (error) {
    const stderr = await together(captures, world.outputs);
    if (!(error instanceof StepFailure)) throw error;
    return { ...emptyRecord, stderr, exitCode: error.exitCode, failed: error.message };
  }
}

async function flow(
  stages: readonly Stage[],
  input: Batches,
  context: StageContext,
): Promise<Pick<StepRecord, "stdout" | "items" | "rendered">> {
  const { outputs } = context.world;
  let batches = input;
  let rendered: Pick<StepRecord, "stdout" | "rendered"> | null = null;
  for (const stage of stages) {
    const command = commandNamed(stage.command);
    if (command === undefined || command.kind === "gate") throw new StepFailure(`unknown command \`${stage.command}\``);
    if (command.kind === "items") {
      const isFirst = context.isFirst && stage === stages[0];
      batches = command.run(batches, await fillArguments(stage, context.scope), { ...context, isFirst });
    } else {
      const text = command.render(await collect(batches, context));
      rendered = { stdout: await outputs.keep(text), rendered: command.name };
      batches = batchesOf([]);
    }
  }
  const items = await keepItems(batches, outputs);
  return rendered === null ? { stdout: null, items, rendered: null } : { ...rendered, items: null };
}

/** Writes items down as they come: memory holds no more of them than the journal would. */
async function keepItems(batches: Batches, outputs: OutputStore): Promise<Stored> {
  let text = "";
  let capture: string | null = null;
  for await (const batch of batches) {
    for (const item of batch) text += `${JSON.stringify(item)}\n`;
    if (text.length <= inlineBytes) continue;
    capture ??= outputs.capturePath("items");
    await appendFile(capture, text, { mode: 0o600 });
    text = "";
  }
  if (capture === null) return outputs.keep(text);
  await appendFile(capture, text);
  return outputs.adopt(capture);
}

/** Standard error of all stages, one after the other. */
async function together(captures: readonly string[], outputs: OutputStore): Promise<Stored | null> {
  const [first, ...others] = captures;
  if (first === undefined) return null;
  for (const other of others) {
    await pipeline(createReadStream(other), createWriteStream(first, { flags: "a" }));
    await outputs.discard(other);
  }
  return outputs.adopt(first);
}
