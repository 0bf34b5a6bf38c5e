import type { Json, Plan } from "@lobster-lang/plan";
import type { Charge, HeldRun, JournalRecord, RunFolder, RunStatus } from "@lobster-lang/state";
import { openValues, StateError } from "@lobster-lang/state";
import { embeddedEngine, type GivenAnswer } from "./embedded-engine.ts";
import { Refused, Suspended } from "./engine.ts";
import { openLedger, type CostLedger } from "./costs/ledger.ts";
import { pricesFrom } from "./costs/prices.ts";
import { errorEnvelope, okEnvelope, pausedEnvelope, withCost } from "./envelope.ts";
import { inheritedEnvironment } from "./environment.ts";
import { publish } from "./events.ts";
import { RunAborted, RunFailure, StepFailure, messageOf, type Failure, type FailureCode } from "./failures.ts";
import { nodeHost } from "./host.ts";
import { interpret } from "./interpreter.ts";
import { limitsFrom } from "./limits.ts";
import { processesOf } from "./run-processes.ts";
import { guardedValues } from "./secrets/guarded-values.ts";
import { maskedEnvelope } from "./secrets/masked-envelope.ts";
import { openedRecords, sealedRun } from "./secrets/sealed-run.ts";
import type { Vault } from "./secrets/vault.ts";
import type { ExecutionSettings } from "./settings.ts";
import type { Envelope, RunResult } from "./types.ts";

/** What both a new run and a resumed one are executed with. */
export interface Execution {
  readonly options: ExecutionSettings;
  readonly plan: Plan;
  readonly planHash: string;
  readonly args: { readonly [name: string]: Json };
  readonly folder: RunFolder;
  readonly held: HeldRun;
  readonly records: readonly JournalRecord[];
  /** Of a resume that answers an input. */
  readonly answered?: GivenAnswer;
  readonly vault: Vault;
}

interface Outcome {
  readonly envelope: Envelope;
  readonly rendered: string | null;
  /** Null: the run waits. */
  readonly status: RunStatus | null;
  readonly message: string | null;
  readonly failure: Failure | null;
}

/** Executes a held run to its end or its next gate, writes down how it ended, and lets it go. */
export async function execute(given: Execution): Promise<RunResult> {
  const execution = withoutSecrets(given);
  const { vault } = given;
  const { plan, planHash, folder, records } = execution;
  const event = { run: folder.id, name: plan.name, steps: plan.steps.map((step) => step.id) };
  publish.run({ ...event, phase: records.length > 1 ? "resumed" : "started", status: null, message: null });
  const ledger = ledgerOf(execution);
  const outcome = await outcomeOf(execution, ledger);
  const { status, message } = outcome;
  await writeEnd(execution, outcome);
  publish.run({ ...event, phase: status === null ? "paused" : "finished", status, message });
  return {
    envelope: maskedEnvelope(withCost(outcome.envelope, ledger.summary()), vault),
    rendered: vault.maskValue(outcome.rendered),
    runId: folder.id,
    planHash,
    sourcePath: folder.header.sourcePath,
    ...(outcome.failure === null ? {} : { failure: vault.maskValue(outcome.failure) }),
  };
}

/** The same run, with what it writes sealed, what it read opened, and what it says masked. */
function withoutSecrets(execution: Execution): Execution {
  const { vault, held, records, options } = execution;
  const { onWarning } = options;
  return {
    ...execution,
    held: sealedRun(held, vault),
    records: openedRecords(records, vault),
    options: onWarning === undefined ? options : { ...options, onWarning: (words) => onWarning(vault.mask(words)) },
  };
}

/** What the run has cost before, and where it writes down what it costs from now on. */
function ledgerOf({ options, plan, held, records }: Execution): CostLedger {
  const warn = options.onWarning ?? (() => undefined);
  return openLedger({
    earlier: chargesIn(records),
    prices: pricesFrom(options.env, warn),
    write: async (charge) => void (await held.journal.append({ type: "cost", charge }, { sync: false })),
    warn,
    limited: [plan, ...Object.values(plan.children ?? {})].some(({ costLimit }) => costLimit != null),
  });
}

/** What a journal says that models cost. */
export function chargesIn(records: readonly JournalRecord[]): readonly Charge[] {
  return records.flatMap((record) => (record.type === "cost" ? [record.charge] : []));
}

async function writeEnd({ held, options }: Execution, { status, message }: Outcome): Promise<void> {
  try {
    if (status !== null) await held.journal.append({ type: "run-finished", status, message });
  } catch (error) {
    // A full disk: what happened is told all the same, and the run stays marked as unfinished.
    options.onWarning?.(`the end of the run could not be written down: ${messageOf(error)}`);
  }
  try {
    await held.release();
  } catch (error) {
    options.onWarning?.(`the run could not be let go: ${messageOf(error)}; that ends with this process`);
  }
}

async function outcomeOf(execution: Execution, costs: CostLedger): Promise<Outcome> {
  const { options, plan, planHash, args, folder, held, records, vault } = execution;
  const host = options.host ?? nodeHost;
  const { ask, askInput } = options;
  const { answered } = execution;
  const warn = options.onWarning ?? (() => undefined);
  try {
    const journal = { runId: folder.id, planHash, held, records, host, env: options.env, vault };
    const engine = embeddedEngine({ ...journal, ask, askInput, answered, warn });
    const { output, rendered } = await interpret({
      plan,
      args,
      engine,
      world: {
        files: host.files,
        outputs: held.outputs,
        start: processesOf(folder.id, host.start, options.killSignal),
        limits: limitsFrom(options.env, options.limits),
        onStderr: options.onStderr,
        stateDir: options.stateDir,
        values: guardedValues(openValues(host.files, options.stateDir), vault),
        vault,
        models: options.models ?? {},
        request: host.request,
        now: host.now,
        programFolder: folder.header.programFolder ?? null,
        commands: options.commands ?? [],
      },
      env: options.env,
      inherited: inheritedEnvironment(options.env),
      cwd: folder.header.cwd,
      signal: options.signal ?? new AbortController().signal,
      warn,
      costs,
      costLimits: [{ limit: plan.costLimit, prefix: "" }],
      now: host.now,
      rootFolder: folder.header.cwd,
      depth: 0,
      compile: host.compile,
      // Read when a plan first runs a file.
      runFile: async (nested) => (await import("./nested-run.ts")).runFile(nested),
    });
    return { envelope: okEnvelope(output), rendered, status: "ok", message: null, failure: null };
  } catch (error) {
    return outcomeOfError(error, vault);
  }
}

function outcomeOfError(error: unknown, vault: Vault): Outcome {
  if (error instanceof Suspended) {
    return { envelope: pausedEnvelope(error.gate), rendered: null, status: null, message: null, failure: null };
  }
  const message = vault.mask(messageOf(error));
  const type = error instanceof RunFailure ? error.type : "runtime_error";
  const status = error instanceof Refused ? "cancelled" : error instanceof RunAborted ? "aborted" : "failed";
  const failure = failureOf(error, message);
  return { envelope: errorEnvelope(type, message), rendered: null, status, message, failure };
}

function failureOf(error: unknown, message: string): Failure {
  const step = error instanceof StepFailure ? error.step : null;
  return { code: codeOf(error), message, step };
}

function codeOf(error: unknown): FailureCode {
  if (error instanceof StepFailure) return "step_failed";
  if (error instanceof Refused) return "refused";
  if (error instanceof RunAborted) return "aborted";
  if (error instanceof RunFailure) return error.type === "parse_error" ? "invalid_settings" : "run_failed";
  if (error instanceof StateError && error.isAlreadyDecided) return "already_decided";
  if (error instanceof StateError) return error.kind === "request" ? "invalid_request" : "state";
  return "internal";
}

/** Does `work` on a held run; when it fails, the run is let go for others. */
export async function orRelease<T>(held: HeldRun, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // The first failure is the one to tell.
    await held.release().catch(() => undefined);
    throw error;
  }
}

/** Runs `work`; whatever is thrown becomes an error envelope: a run always answers (invariant 7). */
export async function answering(work: () => Promise<RunResult>): Promise<RunResult> {
  try {
    return await work();
  } catch (error) {
    const isRequest = error instanceof StateError && error.kind === "request";
    const type = error instanceof RunFailure ? error.type : isRequest ? "parse_error" : "runtime_error";
    return refused(messageOf(error), codeOf(error), type);
  }
}

/** Nothing has run: what the caller gave is wrong. */
export function refused(
  message: string,
  code: FailureCode,
  type: "parse_error" | "runtime_error" = "parse_error",
): RunResult {
  return {
    envelope: errorEnvelope(type, message),
    rendered: null,
    runId: null,
    failure: { code, message, step: null },
  };
}
