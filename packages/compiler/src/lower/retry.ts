import type { Retry } from "@lobster-lang/plan";
import { positiveZero } from "./value.ts";

/** `retry:` with its defaults written out (original-language.md 18.2); one attempt in all is no repetition. */
export function lowerRetry(value: unknown): Retry | null {
  if (typeof value !== "object" || value === null) return null;
  const given = value as { readonly [key: string]: unknown };
  const max = numberOr(given["max"], 1);
  if (max < 2) return null;
  return {
    max,
    delayMs: numberOr(given["delay_ms"], 1000),
    backoff: given["backoff"] === "exponential" ? "exponential" : "fixed",
    maxDelayMs: numberOr(given["max_delay_ms"], 30_000),
    jitter: given["jitter"] === true,
  };
}

/** The checker has judged the types: what is no number is not there. */
function numberOr(value: unknown, otherwise: number): number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? positiveZero(value) : otherwise;
}
