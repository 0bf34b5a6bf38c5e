import type { Json } from "@lobster-lang/plan";
import type { Decision, HeldRun, JournalRecord } from "@lobster-lang/state";
import { throwIfAborted } from "./abort.ts";
import { Refused, Suspended, type Engine, type GateAnswer, type GateRequest } from "./engine.ts";
import { publish } from "./events.ts";
import { RunFailure } from "./failures.ts";
import type { Host } from "./host.ts";
import { openInput, recordedAnswer } from "./embedded-input.ts";
import { approverFrom, refusal, unmeetable } from "./identity.ts";
import { pauseAtGate } from "./pause.ts";
import type { GateQuestion, RunOptions } from "./types.ts";

export interface EmbeddedEngineOptions {
  readonly runId: string;
  readonly planHash: string;
  readonly held: HeldRun;
  /** What the journal holds already: the memory of a replay. */
  readonly records: readonly JournalRecord[];
  readonly host: Host;
  readonly env: { readonly [name: string]: string | undefined };
  readonly ask: ((question: GateQuestion) => Promise<boolean>) | undefined;
  readonly askInput: RunOptions["askInput"] | undefined;
  /** The answer that this resume brought: what of it is secret stands nowhere else. */
  readonly answered: GivenAnswer | undefined;
  /** Texts that must not be written down. */
  readonly secrets: readonly string[];
  /** Takes what an answer holds of secrets, to be masked in what is shown. */
  readonly onSecrets: (values: readonly Json[]) => void;
  readonly warn: (message: string) => void;
}

export interface GivenAnswer {
  readonly key: string;
  readonly response: Json;
}

/** The engine on a journal of files (design.md "The runtime"). */
export function embeddedEngine(options: EmbeddedEngineOptions): Engine {
  const { runId, held, host } = options;
  const memory = memoryOf(options);
  const once = keysUsedOnce();
  const inTurn = oneAfterTheOther();

  const remembered = async <T extends Json>(key: string, make: () => T): Promise<T> => {
    if (memory.values.has(key)) return memory.values.get(key) as T;
    const value = make();
    await held.journal.append({ type: "value", key, value });
    return value;
  };

  return {
    runId,
    step: async <T extends Json>(key: string, work: () => Promise<T>, { idempotent }: { idempotent: boolean }) => {
      once(`step ${key}`);
      if (memory.finished.has(key)) return memory.finished.get(key) as T;
      if (memory.started.has(key) && !idempotent) {
        throw new RunFailure(
          `step \`${key}\` was interrupted: it may have done a part of its work, so it is not run again by itself`,
        );
      }
      await held.journal.append({ type: "step-started", key });
      const start = host.now();
      const result = await work();
      // The next entry puts it on the disk: it is written before anything that could depend on this step.
      await held.journal.append({ type: "step-finished", key, ms: host.now() - start, result }, { sync: false });
      return result;
    },
    block: async <T extends Json>(key: string, work: () => Promise<T>) => {
      once(`step ${key}`);
      if (memory.finished.has(key)) return memory.finished.get(key) as T;
      const start = host.now();
      const result = await work();
      await held.journal.append({ type: "step-finished", key, ms: host.now() - start, result }, { sync: false });
      return result;
    },
    gate: async (key, request) => {
      once(`gate ${key}`);
      const decided = memory.decisions.get(key);
      return decided === undefined ? inTurn(() => openGate(options, key, request)) : answer(decided);
    },
    input: async (key, request) => {
      once(`gate ${key}`);
      const decided = memory.decisions.get(key);
      const recorded = recordedAnswer(decided, key, request, options);
      if (recorded !== undefined) return recorded;
      return inTurn(() => openInput(options, key, request, decided?.response));
    },
    sleep: async (key, ms, signal) => {
      const until = await remembered(`${key} until`, () => host.now() + ms);
      const left = until - host.now();
      if (left > 0) await host.sleep(Math.min(left, ms), signal);
      throwIfAborted(signal);
    },
    now: (key) => remembered(key, () => host.now()),
    random: (key) => remembered(key, () => host.random()),
  };
}

/**
 * Two steps under one key would share a result, and two gates one approval: an id such as `a/2` beside a pipeline `a` with a
 * gate in its second stage. Refused when the second is met, before it could take the other's.
 */
function keysUsedOnce(): (key: string) => void {
  const used = new Set<string>();
  return (key) => {
    if (used.has(key)) throw new RunFailure(`two parts of the plan have the same key, \`${key}\`; rename the step`);
    used.add(key);
  };
}

/** Questions of steps that run at the same time. What ended the run for one of them ends it for those that wait. */
function oneAfterTheOther(): <T>(ask: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let ended: Error | null = null;
  return (ask) => {
    const turn = last.then(() => {
      if (ended !== null) throw ended;
      return ask();
    });
    last = turn.catch((error: unknown) => {
      if (error instanceof Suspended || error instanceof Refused) ended = error;
    });
    return turn;
  };
}

interface Memory {
  readonly finished: ReadonlyMap<string, Json>;
  readonly started: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, Json>;
  readonly decisions: ReadonlyMap<string, Decision>;
}

function memoryOf({ records, planHash, runId }: EmbeddedEngineOptions): Memory {
  const finished = new Map<string, Json>();
  const started = new Set<string>();
  const values = new Map<string, Json>();
  const decisions = new Map<string, Decision>();
  for (const record of records) {
    if (record.type === "step-started") started.add(record.key);
    if (record.type === "step-finished") finished.set(record.key, record.result);
    if (record.type === "value") values.set(record.key, record.value);
    if (record.type !== "gate-decided") continue;
    if (record.decision.planHash !== planHash)
      throw new RunFailure(`run \`${runId}\` holds a decision about another plan; run the workflow again`);
    decisions.set(record.key, record.decision);
  }
  return { finished, started, values, decisions };
}

async function answer(decision: { readonly approved: boolean; readonly by: string | null }): Promise<GateAnswer> {
  if (!decision.approved) throw new Refused(false);
  return { approvedBy: decision.by };
}

async function openGate(options: EmbeddedEngineOptions, key: string, request: GateRequest): Promise<GateAnswer> {
  const fault = unmeetable(request, key);
  if (fault !== null) throw new RunFailure(fault);
  const event = { run: options.runId, key, prompt: request.prompt };
  publish.gate({ ...event, phase: "opened", approved: null });
  const approver = approverFrom(options.env);
  // Someone at the terminal who may not approve is not asked: the gate waits for one who may.
  if (options.ask === undefined || request.alwaysPauses || refusal(request, approver, key) !== null) {
    throw new Suspended(await pauseAtGate(options, key, request));
  }
  const approved = await options.ask({ prompt: request.prompt, preview: request.preview, items: request.items });
  const { held, host, planHash } = options;
  const at = new Date(host.now()).toISOString();
  await held.journal.append({
    type: "gate-decided",
    key,
    gate: null,
    decision: { approved, by: approver, at, from: `the terminal of process ${process.pid}`, planHash },
  });
  publish.gate({ ...event, phase: "decided", approved });
  if (!approved) throw new Refused(true);
  return { approvedBy: approver };
}
