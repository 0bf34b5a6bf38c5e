import type { Json, Plan } from "@lobster-lang/plan";
import type { HeldRun, JournalRecord, RunFolder, RunStatus } from "@lobster-lang/state";
import { openValues, StateError } from "@lobster-lang/state";
import { embeddedEngine } from "./embedded-engine.ts";
import { Refused, Suspended } from "./engine.ts";
import { approvalEnvelope, errorEnvelope, okEnvelope } from "./envelope.ts";
import { inheritedEnvironment } from "./environment.ts";
import { publish } from "./events.ts";
import { RunAborted, RunFailure, messageOf } from "./failures.ts";
import { nodeHost } from "./host.ts";
import { interpret } from "./interpreter.ts";
import { limitsFrom } from "./limits.ts";
import { masked, secretTexts } from "./secrets.ts";
import type { Envelope, RunOptions, RunResult } from "./types.ts";

/** What both a new run and a resumed one are executed with. */
export interface Execution {
  readonly options: Omit<RunOptions, "plan" | "args" | "cwd" | "sourcePath">;
  readonly plan: Plan;
  readonly planHash: string;
  readonly args: { readonly [name: string]: Json };
  readonly folder: RunFolder;
  readonly held: HeldRun;
  readonly records: readonly JournalRecord[];
}

interface Outcome {
  readonly envelope: Envelope;
  readonly rendered: string | null;
  /** Null: the run waits. */
  readonly status: RunStatus | null;
  readonly message: string | null;
}

/** Executes a held run to its end or its next gate, writes down how it ended, and lets it go. */
export async function execute(execution: Execution): Promise<RunResult> {
  const { plan, planHash, folder, records } = execution;
  const event = { run: folder.id, name: plan.name, steps: plan.steps.map((step) => step.id) };
  publish.run({ ...event, phase: records.length > 1 ? "resumed" : "started", status: null, message: null });
  const secrets = new Set(secretTexts(plan.args, execution.args));
  const outcome = await outcomeOf(execution, (text) => void secrets.add(text));
  const { status, message } = outcome;
  await writeEnd(execution, outcome);
  publish.run({ ...event, phase: status === null ? "paused" : "finished", status, message });
  return {
    envelope: masked(outcome.envelope, secrets),
    rendered: masked(outcome.rendered, secrets),
    runId: folder.id,
    planHash,
    sourcePath: folder.header.sourcePath,
  };
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

async function outcomeOf(execution: Execution, noteSecret: (text: string) => void): Promise<Outcome> {
  const { options, plan, planHash, args, folder, held, records } = execution;
  const host = options.host ?? nodeHost;
  const { ask } = options;
  try {
    const engine = embeddedEngine({ runId: folder.id, planHash, held, records, host, env: options.env, ask });
    const { output, rendered } = await interpret({
      plan,
      args,
      engine,
      world: {
        files: host.files,
        outputs: held.outputs,
        start: host.start,
        limits: limitsFrom(options.env, options.limits),
        onStderr: options.onStderr,
        stateDir: options.stateDir,
        values: openValues(host.files, options.stateDir),
        request: host.request,
        now: host.now,
      },
      env: options.env,
      inherited: inheritedEnvironment(options.env),
      cwd: folder.header.cwd,
      signal: options.signal ?? new AbortController().signal,
      warn: options.onWarning ?? (() => undefined),
      noteSecret,
      now: host.now,
    });
    return { envelope: okEnvelope(output), rendered, status: "ok", message: null };
  } catch (error) {
    return outcomeOfError(error);
  }
}

function outcomeOfError(error: unknown): Outcome {
  if (error instanceof Suspended) {
    return { envelope: approvalEnvelope(error.gate), rendered: null, status: null, message: null };
  }
  const message = messageOf(error);
  const type = error instanceof RunFailure ? error.type : "runtime_error";
  const status = error instanceof Refused ? "cancelled" : error instanceof RunAborted ? "aborted" : "failed";
  return { envelope: errorEnvelope(type, message), rendered: null, status, message };
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
    return refused(messageOf(error), type);
  }
}

export function refused(message: string, type: "parse_error" | "runtime_error" = "parse_error"): RunResult {
  return { envelope: errorEnvelope(type, message), rendered: null, runId: null };
}
