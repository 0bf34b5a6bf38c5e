import { RunAborted, StepFailure } from "./failures.ts";

/** Runs `work` with a signal that also fires when the time is over. The reason says which of both it was. */
export async function withTimeout<T>(
  signal: AbortSignal,
  timeoutMs: number | null,
  message: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (timeoutMs === null) return work(signal);
  const controller = new AbortController();
  const forward = () => controller.abort(signal.reason);
  const timer = setTimeout(() => controller.abort(new StepFailure(message)), timeoutMs);
  signal.addEventListener("abort", forward, { once: true });
  if (signal.aborted) forward();
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", forward);
  }
}

/** Throws what the signal was fired with: a time limit of the step, or the end of the run. */
export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw abortError(signal);
}

/**
 * A failure that a limit of the block around it, or a faster branch, has caused is not the step's own: neither its `retry` nor
 * its `on_error` is asked, and the journal leaves it unfinished until the block is over.
 * @throws what the signal was fired with.
 */
export function throwIfEndedFromOutside({ failed }: { readonly failed: string | null }, outside: AbortSignal): void {
  if (failed !== null) throwIfAborted(outside);
}

export function abortError(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  if (reason instanceof StepFailure || reason instanceof RunAborted) return reason;
  // The default reason says "This operation was aborted", which tells nobody anything.
  const isDefault = reason instanceof Error && reason.name === "AbortError";
  if (reason instanceof Error && !isDefault) return new RunAborted(reason.message);
  return new RunAborted(typeof reason === "string" ? reason : "the run was aborted");
}
