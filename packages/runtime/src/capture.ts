import type { FileHost, OutputStore } from "@lobster-lang/state";
import { abortError, throwIfAborted } from "./abort.ts";
import { StepFailure } from "./failures.ts";
import { tooMuchOutput, type RunLimits } from "./limits.ts";
import type { Exit, ProcessSpec, RunningProcess, StartProcess } from "./process.ts";
import type { Vault } from "./secrets/vault.ts";
import { openSink, type Sink } from "./sink.ts";

/** What running a child needs of its run. */
export interface ProcessWorld {
  readonly files: FileHost;
  readonly outputs: OutputStore;
  readonly start: StartProcess;
  readonly limits: RunLimits;
  readonly vault: Vault;
  readonly onStderr: ((chunk: Uint8Array) => void) | undefined;
}

/** How often sinks are looked at. */
export const pollMs = 20;

/** What a child left. `fault` is set when a time or size limit ended it: what it wrote until then is there all the same. */
export interface Captured {
  readonly exit: Exit;
  readonly fault: StepFailure | null;
  /** Capture files, to be adopted or removed. */
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a child whose standard output and error go to two files of the run, and waits for it. The signal, and a stream past
 * its limit, end the whole group.
 * @throws StepFailure for a child that cannot be started; RunAborted when the run ends. No file is left then.
 */
export async function runToFiles(
  world: ProcessWorld,
  spec: Omit<ProcessSpec, "stdout" | "stderr">,
  signal: AbortSignal,
): Promise<Captured> {
  throwIfAborted(signal);
  const limit = world.limits.maxOutputBytes;
  const sinks: Sink[] = [];
  try {
    const out = await openSink(world, "1", { limit, onChunk: undefined });
    sinks.push(out);
    const err = await openSink(world, "2", { limit, onChunk: world.onStderr });
    sinks.push(err);
    const child = await world.start({ ...spec, stdout: out.descriptor, stderr: err.descriptor });
    const exit = await ended(child, sinks, signal);
    await closeAll(sinks);
    if (signal.aborted) {
      const fault = abortError(signal);
      if (!(fault instanceof StepFailure)) throw fault;
      return { exit, fault, stdout: out.path, stderr: err.path };
    }
    const full = out.isOver() ? "stdout" : err.isOver() ? "stderr" : null;
    const fault = full === null ? null : new StepFailure(tooMuchOutput(full, world.limits));
    return { exit, fault, stdout: out.path, stderr: err.path };
  } catch (error) {
    await closeAll(sinks).catch(() => undefined);
    for (const { path } of sinks) await world.files.remove(path);
    throw error;
  }
}

/** All of them, whatever one throws. */
async function closeAll(sinks: readonly Sink[]): Promise<void> {
  const closed = await Promise.allSettled(sinks.map((sink) => sink.close()));
  for (const one of closed) if (one.status === "rejected") throw one.reason;
}

/** Waits for a child; ends its group when the signal fires or a sink is full. */
async function ended(child: RunningProcess, sinks: readonly Sink[], signal: AbortSignal): Promise<Exit> {
  let ending: Promise<void> | null = null;
  const end = () => {
    ending ??= child.end();
  };
  for (const sink of sinks) sink.follow(child.exited, end);
  const timer = setInterval(() => {
    for (const sink of sinks) sink.look();
  }, pollMs);
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  try {
    const exit = await child.exited;
    await ending;
    return exit;
  } finally {
    clearInterval(timer);
    signal.removeEventListener("abort", end);
  }
}
