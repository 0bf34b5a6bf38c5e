import type { Retry } from "@lobster-lang/plan";
import type { Engine } from "./engine.ts";

/** Timers count milliseconds in 31 bits. */
const longestDelay = 2147483647;

/** What an attempt left; `fresh`: it ran just now, and did not come from the journal. */
export interface Attempt<Result> {
  readonly result: Result;
  readonly failed: string | null;
  readonly fresh: boolean;
}

/** A failed attempt that another one follows. */
export interface FailedAttempt {
  readonly message: string;
  /** From 1. */
  readonly attempt: number;
  readonly max: number;
  readonly delayMs: number;
}

/**
 * Makes attempts until one succeeds or `max` are made (original-language.md 18.2). Each has a key of its own, `a`, `a#2`,
 * `a#3`, so that a finished one is in the journal and a resume goes on with the next. Refusals and faults of the run are
 * thrown and never repeated; neither is a failure by a signal from outside, which would end the next attempt as well.
 */
export async function repeated<Result>(
  retry: Retry | null,
  key: string,
  { engine, signal, onRetry }: { engine: Engine; signal: AbortSignal; onRetry: (failed: FailedAttempt) => void },
  attempt: (key: string) => Promise<Attempt<Result>>,
): Promise<Result> {
  const max = retry?.max ?? 1;
  for (let number = 1; ; number++) {
    const own = number === 1 ? key : `${key}#${number}`;
    const { result, failed, fresh } = await attempt(own);
    if (retry === null || failed === null || number >= max || signal.aborted) return result;
    const dice = retry.jitter ? await engine.random(`${own} jitter`) : 0.5;
    const delayMs = delayAfter(retry, number, dice);
    if (fresh) onRetry({ message: failed, attempt: number, max, delayMs });
    await engine.sleep(`${own} delay`, delayMs, signal);
  }
}

/** The delay after an attempt, counted from 1. `dice` is from 0 to 1; in the middle it changes nothing. */
export function delayAfter(retry: Retry, attempt: number, dice: number): number {
  const { backoff, delayMs, maxDelayMs } = retry;
  const plain = backoff === "fixed" ? delayMs : Math.min(delayMs * 2 ** (attempt - 1), maxDelayMs);
  const varied = retry.jitter ? Math.round(plain * (0.9 + 0.2 * dice)) : plain;
  return Math.min(varied, longestDelay);
}
