import type { Json, PipelineAction, PlanStep, Stage } from "@lobster-lang/plan";
import type { OutputStore, Stored } from "@lobster-lang/state";
import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { approveRequest } from "../commands/approve.ts";
import { askRequest } from "../commands/ask.ts";
import { fillArguments } from "../commands/arguments.ts";
import { batchesOf, collect } from "../commands/batches.ts";
import type { Arguments } from "../commands/arguments.ts";
import type { Batches, NamedValue, StageContext } from "../commands/command.ts";
import { commandOf } from "../commands/registry.ts";
import { namesFile } from "../commands/workflows-run.ts";
import { StepFailure } from "../failures.ts";
import { rulesFrom } from "../identity.ts";
import { keepItems } from "../keep-items.ts";
import { once } from "../once.ts";
import { fitted } from "../output-schema.ts";
import { emptyRecord, itemsOf, type StepRecord } from "../results.ts";
import { valueOf } from "../values.ts";
import { maskedQuestion, withinLimits } from "./input.ts";
import { maskedRequest } from "./gate.ts";
import type { StepContext } from "./step-context.ts";

/** Does a piece of a step under its time limit, once: a replay takes the result from the journal. */
export type Perform = (key: string, work: (signal: AbortSignal) => Promise<StepRecord>) => Promise<StepRecord>;

export interface PipelineStep {
  readonly id: string;
  readonly action: PipelineAction;
  /** Its input, and what its output must look like. */
  readonly step: Pick<PlanStep, "id" | "stdin" | "outputSchema">;
  /** Environment of the run, for the identity rules of its gates. */
  readonly env: { readonly [name: string]: string | undefined };
  /** Runs the workflow file that a stage names, as a part of this run. */
  readonly runFile: (key: string, args: Arguments) => Promise<StepRecord>;
}

/**
 * Runs a pipeline. At each `approve` or `ask` stage, and before a workflow file that is run, the items so far are a
 * finished piece of their own in the journal, so that a run that stops there goes on with exactly the items that were approved.
 */
export async function runPipeline(step: PipelineStep, context: StepContext, perform: Perform): Promise<StepRecord> {
  const pieces = cutWhereRunsStop(step.action.stages);
  const lastActing = pieces.findLast(({ stages }) => stages.length > 0);
  // An answer or the output of a file takes the place of what the stages gave.
  const isReplaced = pieces
    .slice(pieces.findLastIndex((piece) => piece === lastActing))
    .some(({ end }) => end !== null && end.command !== "approve");
  const waiting: Stored[] = [];
  let record: StepRecord | null = null;
  for (const piece of pieces) {
    const before: StepRecord | null = record;
    const isLast = piece === pieces.at(-1) && piece.end === null;
    if (piece.stages.length > 0) {
      const key = pieces.length === 1 ? step.id : `${step.id}/${piece.first}-${piece.first + piece.stages.length - 1}`;
      record = await perform(key, async (signal) => {
        const made = await runStages(
          piece.stages,
          { items: await inputItems(step, before, context), isNone: before === null && step.step.stdin === null },
          context,
          signal,
          `${step.id}/${piece.first}`,
        );
        // Held against its schema before a gate asks about it and before anything of it is stored.
        const fit = piece === lastActing && !isReplaced ? await fitted(step.step, made, context.world.outputs) : made;
        return isLast && fit.failed === null ? delivered(fit, waiting, context) : fit;
      });
      if (record.failed !== null) return record;
      if (record.undelivered !== null) waiting.push(record.undelivered);
    }
    if (piece.end !== null) {
      const key = `${step.id}/${piece.first + piece.stages.length}`;
      record = runsFile(piece.end)
        ? await step.runFile(key, await fillArguments(piece.end, context.scope))
        : await passGate(piece.end, key, step, record, context);
      if (record.failed !== null) return record;
    }
  }
  const ended = record ?? emptyRecord;
  const fit = isReplaced || lastActing === undefined ? await fitted(step.step, ended, context.world.outputs) : ended;
  if (fit.failed === null && pieces.at(-1)?.end != null && waiting.length > 0) {
    await perform(`${step.id}/delivered`, () => delivered(emptyRecord, waiting, context));
  }
  return fit;
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
  const record = before ?? { ...emptyRecord, items: await keepItems(batchesOf(items), world) };
  try {
    const args = await fillArguments(gate, scope);
    if (gate.command === "ask") {
      const question = maskedQuestion(askRequest(args, items), world.vault);
      const answer = await engine.input(key, withinLimits(question, key, world.limits));
      return { ...record, items: await keepItems(batchesOf([answer]), world), undelivered: null };
    }
    const request = { ...approveRequest(args, items), ...rulesFrom(step.env) };
    const asks = items.length > 0 || !args.flag("if-any");
    if (asks) await engine.gate(key, maskedRequest(request, world.vault));
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
  /** A gate, or a workflow file to run: the run may stop in there. */
  readonly end: Stage | null;
}

function cutWhereRunsStop(stages: readonly Stage[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let first = 0;
  for (const [index, stage] of stages.entries()) {
    if (commandOf(stage)?.kind !== "gate" && !runsFile(stage)) continue;
    pieces.push({ first: first + 1, stages: stages.slice(first, index), end: stage });
    first = index + 1;
  }
  const rest = stages.slice(first);
  if (rest.length > 0) pieces.push({ first: first + 1, stages: rest, end: null });
  return pieces;
}

/** Whether a stage runs a workflow file: by `--file`, or by a name that is written as one. */
function runsFile({ command, arguments: given }: Stage): boolean {
  if (command !== "workflows.run") return false;
  const name = given["name"];
  const [piece, ...more] = name !== undefined && "text" in name ? name.text : [];
  const isFile = piece !== undefined && "text" in piece && more.length === 0 && namesFile(piece.text);
  return Object.hasOwn(given, "file") || isFile;
}

/** What a piece starts from: the approved items, else `stdin:` (a list gives its items, another value is one). */
async function inputItems(
  step: PipelineStep,
  before: StepRecord | null,
  context: StepContext,
): Promise<readonly Json[]> {
  if (before !== null) return before.items === null ? [] : itemsOf(before.items, context.world.outputs);
  const { stdin } = step.step;
  const value = stdin === null ? null : ((await valueOf(context.scope, stdin)) ?? null);
  if (value === null) return [];
  return Array.isArray(value) ? (value as readonly Json[]) : [value];
}

async function runStages(
  stages: readonly Stage[],
  input: { readonly items: readonly Json[]; readonly isNone: boolean },
  context: StepContext,
  signal: AbortSignal,
  key: string,
): Promise<StepRecord> {
  const { scope, world, engine } = context;
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
    costs: context.costs,
    keepStderr,
    whenDelivered,
    isFirst: input.isNone,
    endBefore: () => undefined,
    once: (name, work) => once(engine, `${key} ${name}`, work),
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
  const ends = endsOf(stages, context.signal);
  for (const [index, stage] of stages.entries()) {
    const command = commandOf(stage);
    if (command === undefined || command.kind === "gate") throw new StepFailure(`unknown command \`${stage.command}\``);
    if (command.kind === "items") {
      const isFirst = context.isFirst && index === 0;
      const own: StageContext = {
        ...context,
        isFirst,
        once: (name, work) => context.once(`stage ${index + 1} ${name}`, work),
        ...ends[index],
      };
      const made = command.run(batches, await fillArguments(stage, context.scope), own);
      batches = fromOutside.has(stage.command) ? counted(made, context) : made;
    } else {
      const text = command.render(await collect(batches, context));
      rendered = { stdout: await outputs.keep(text), rendered: command.name };
      batches = batchesOf([]);
    }
  }
  const items = await keepItems(batches, context.world);
  return rendered === null ? { stdout: null, items, rendered: null } : { ...rendered, items: null };
}

/**
 * A stage that is fed while it runs waits for the stages before it and for its reader at once; so it can end the former
 * while they are at work. A pipeline without such a stage needs no signals of its own.
 */
function endsOf(stages: readonly Stage[], signal: AbortSignal): readonly Pick<StageContext, "signal" | "endBefore">[] {
  const ends: Pick<StageContext, "signal" | "endBefore">[] = [];
  let before = signal;
  for (const stage of stages.toReversed()) {
    const own = before;
    const isFed = stage.program?.input === "stream";
    const controller = new AbortController();
    if (isFed) before = AbortSignal.any([own, controller.signal]);
    const endBefore = () => controller.abort(new StepFailure(`\`${stage.command}\` reads no more`));
    ends.unshift({ signal: own, endBefore });
  }
  return ends;
}

/** Stages whose items come from programs and tools: an answer of a model may be among them. */
const fromOutside: ReadonlySet<string> = new Set(["exec", "openclaw.invoke", "clawd.invoke", "openclaw.agent"]);

/** The same items, and what they say that models used goes to the ledger. */
async function* counted(batches: Batches, { costs }: StageContext): Batches {
  for await (const batch of batches) {
    await costs.meet(batch);
    yield batch;
  }
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
