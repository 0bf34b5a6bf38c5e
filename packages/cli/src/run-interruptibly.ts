import { killAllGroups } from "@lobster-lang/runtime";
import type { RunResult } from "@lobster-lang/runtime";
import { interruptibly } from "./interruption.ts";
import type { Io } from "./io.ts";
import { answerTo } from "./one-document.ts";

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
  work: (signal: AbortSignal) => Promise<RunResult>,
): Promise<Ended> {
  const { value, interruption } = await interruptibly(io, timeoutMs, killAllGroups, async (signal) => {
    try {
      return await work(signal);
    } catch (error) {
      return { envelope: answerTo(error).envelope, rendered: null, runId: null };
    }
  });
  if (interruption === null || value?.envelope.ok === true) return { result: value!, code: null };
  const result = value ?? { envelope: answerTo(interruption).envelope, rendered: null, runId: null };
  return { result, code: interruption.code ?? 1 };
}
