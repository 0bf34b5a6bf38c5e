import { closeSync, fstatSync, openSync, readSync, statSync, truncateSync } from "node:fs";
import type { FileHost, OutputStore } from "@lobster-lang/state";
import { abortError, throwIfAborted } from "./abort.ts";
import { StepFailure } from "./failures.ts";
import { tooMuchOutput, type RunLimits } from "./limits.ts";
import type { Exit, ProcessSpec, RunningProcess, StartProcess } from "./process.ts";

/** What running a child needs of its run. */
export interface ProcessWorld {
  readonly files: FileHost;
  readonly outputs: OutputStore;
  readonly start: StartProcess;
  readonly limits: RunLimits;
  readonly onStderr: ((chunk: Uint8Array) => void) | undefined;
}

const keptOfRunaway = 1024 * 1024;

/** How often growing files are looked at: for limits and for the live view. */
const pollMs = 20;

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
  const [stdout, stderr] = [world.outputs.capturePath("1"), world.outputs.capturePath("2")];
  const out = world.files.openDescriptor(stdout, "append");
  const err = world.files.openDescriptor(stderr, "append");
  const tail = stderrTail(stderr, world.onStderr);
  try {
    const child = await world.start({ ...spec, stdout: out, stderr: err });
    const { exit, fault } = await watch(child, signal, () => {
      tail.read();
      if (fstatSync(out).size > world.limits.maxOutputBytes) return tooMuchOutput("stdout", world.limits);
      return fstatSync(err).size > world.limits.maxOutputBytes ? tooMuchOutput("stderr", world.limits) : null;
    });
    if (fault !== null && !(fault instanceof StepFailure)) throw fault;
    if (fault !== null) [stdout, stderr].forEach(shorten);
    return { exit, fault, stdout, stderr };
  } catch (error) {
    await world.files.remove(stdout);
    await world.files.remove(stderr);
    throw error;
  } finally {
    tail.close();
    world.files.closeDescriptor(out);
    world.files.closeDescriptor(err);
  }
}

/** Of a stream that ran away the start is kept: it shows what it was, and costs neither disk nor time. */
export function shorten(path: string): void {
  if (statSync(path).size > keptOfRunaway) truncateSync(path, keptOfRunaway);
}

/** Waits for a child; ends its group when the signal fires or `check` finds a fault. */
async function watch(
  child: RunningProcess,
  signal: AbortSignal,
  check: () => string | null,
): Promise<{ readonly exit: Exit; readonly fault: Error | null }> {
  let problem: string | null = null;
  let ending: Promise<void> | null = null;
  const end = () => {
    ending ??= child.end();
  };
  const look = () => {
    problem ??= check();
    if (problem !== null) end();
  };
  const timer = setInterval(look, pollMs);
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  try {
    const exit = await child.exited;
    await ending;
    look();
    const fault = signal.aborted ? abortError(signal) : problem === null ? null : new StepFailure(problem);
    return { exit, fault };
  } finally {
    clearInterval(timer);
    signal.removeEventListener("abort", end);
  }
}

/** Passes on what a growing file gained since the last look. */
export function stderrTail(
  path: string,
  onStderr: ((chunk: Uint8Array) => void) | undefined,
): { readonly read: () => void; readonly close: () => void } {
  if (onStderr === undefined) return { read: () => undefined, close: () => undefined };
  const descriptor = openSync(path, "r");
  const buffer = Buffer.allocUnsafe(16 * 1024);
  let offset = 0;
  return {
    read: () => {
      for (;;) {
        const bytes = readSync(descriptor, buffer, 0, buffer.length, offset);
        if (bytes === 0) return;
        offset += bytes;
        onStderr(Uint8Array.prototype.slice.call(buffer, 0, bytes));
      }
    },
    close: () => closeSync(descriptor),
  };
}
