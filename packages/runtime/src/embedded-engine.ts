import type { Json } from "@lobster-lang/plan";
import { type Decision, type HeldRun, type JournalRecord } from "@lobster-lang/state";
import { throwIfAborted } from "./abort.ts";
import {
  Refused,
  Suspended,
  type BlockOptions,
  type Engine,
  type GateAnswer,
  type GateRequest,
  type StepOptions,
} from "./engine.ts";
import { publish } from "./events.ts";
import { RunFailure } from "./failures.ts";
import type { Host } from "./host.ts";
import { openInput, recordedAnswer } from "./embedded-input.ts";
import { approverFrom, refusal, unmeetable } from "./identity.ts";
import { forgetFailure, memoryOf } from "./memory.ts";
import { pauseAtGate } from "./pause.ts";
import { unsignedApproval } from "./signed-approval.ts";
import type { Vault } from "./secrets/vault.ts";
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
  /** Takes what an answer holds of secrets, to be masked in what is shown. */
  readonly vault: Vault;
  readonly warn: (message: string) => void;
}

export interface GivenAnswer {
  readonly key: string;
  readonly response: Json;
}

/** The engine on a journal of files (design.md "The runtime"). */
export function embeddedEngine(options: EmbeddedEngineOptions): Engine {
  const { runId, held, host } = options;
  const memory = memoryOf(options.records, options.planHash, runId);
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
    step: async <T extends Json>(key: string, work: () => Promise<T>, { idempotent, stopsRun }: StepOptions) => {
      once(`step ${key}`);
      if (memory.finished.has(key)) return memory.finished.get(key) as T;
      if (memory.failures.has(key)) {
        if (!stopsRun) return memory.failures.get(key) as T;
        forgetFailure(memory, key);
      }
      if (memory.interrupted.has(key) && !idempotent) throw new RunFailure(interruptedStep(key, runId));
      await held.journal.append({ type: "step-started", key, ...(idempotent ? ({ idempotent: true } as const) : {}) });
      const start = host.now();
      const result = await work();
      // The next entry puts it on the disk: it is written before anything that could depend on this step.
      await held.journal.append({ type: "step-finished", key, ms: host.now() - start, result }, { sync: false });
      return result;
    },
    block: async <T extends Json>(key: string, work: () => Promise<T>, { stopsRun }: BlockOptions) => {
      once(`step ${key}`);
      if (memory.finished.has(key)) return memory.finished.get(key) as T;
      if (memory.failures.has(key)) {
        if (!stopsRun) return memory.failures.get(key) as T;
        forgetFailure(memory, key);
      }
      const start = host.now();
      const result = await work();
      await held.journal.append({ type: "step-finished", key, ms: host.now() - start, result }, { sync: false });
      return result;
    },
    gate: async (key, request) => {
      once(`gate ${key}`);
      const decided = memory.decisions.get(key);
      if (decided === undefined) return inTurn(() => openGate(options, key, request));
      const unsigned = decided.approved ? unsignedIn(options, key, request, decided) : null;
      if (unsigned !== null) throw new RunFailure(unsigned);
      return answer(decided);
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

/** Words for a step that may have done a part of its work: who continues the run says what is to become of it. */
export function interruptedStep(key: string, runId: string): string {
  return (
    `step \`${key}\` was interrupted: it may have done a part of its work, so it is not run again by itself; look at what it did, then ` +
    `\`lobster resume --run ${runId} --rerun ${key}\` or, when it is done, \`--mark-done ${key}\``
  );
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
  const mayAnswer = request.approvers.length === 0 && refusal(request, approver, key) === null;
  if (options.ask === undefined || request.alwaysPauses || !mayAnswer) {
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

/** Why an approval of the journal does not count, held against the approvers that the plan names. */
function unsignedIn(
  { records, runId }: EmbeddedEngineOptions,
  key: string,
  { approvers }: GateRequest,
  decision: Decision,
): string | null {
  if (approvers.length === 0) return null;
  const opened = records.findLast((record) => record.type === "gate-opened" && record.key === key);
  return opened?.type === "gate-opened"
    ? unsignedApproval(opened, approvers, runId, decision)
    : `gate \`${key}\` was approved and never asked; run the workflow again`;
}
