import type { RunResult } from "@lobster-lang/runtime";
import { interruptibly } from "./interruption.ts";
import type { Io } from "./io.ts";
import { answerTo } from "./one-document.ts";

/** What ends a run: `signal` its work, `killSignal` its children at once. */
export interface Ending {
  readonly signal: AbortSignal;
  readonly killSignal: AbortSignal;
}

/** How a run ended; `code` is set when a signal or the time limit ended it. */
export interface Ended {
  readonly result: RunResult;
  readonly code: number | null;
}

/**
 * Runs or resumes under signals and the time limit. A run that ended well in spite of them is well; any other says
 * what ended it, and its exit code is the signal's (1 for the time limit).
 */
export async function answered(
  io: Io,
  timeoutMs: number | null,
  work: (ending: Ending) => Promise<RunResult>,
): Promise<Ended> {
  const killing = new AbortController();
  const kill = () => killing.abort();
  const { value, interruption } = await interruptibly(io, timeoutMs, kill, async (signal) => {
    try {
      return await work({ signal, killSignal: killing.signal });
    } catch (error) {
      return { envelope: answerTo(error).envelope, rendered: null, runId: null };
    }
  });
  if (interruption === null || value?.envelope.ok === true) return { result: value!, code: null };
  const result = value ?? { envelope: answerTo(interruption).envelope, rendered: null, runId: null };
  return { result, code: interruption.code ?? 1 };
}
