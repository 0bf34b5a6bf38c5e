import { Refused, Suspended } from "../engine.ts";
import { RunAborted, StepFailure } from "../failures.ts";

/** How one of several ended; absent where it was not started. */
export type Settled<T> = { readonly value: T } | { readonly error: unknown };

/**
 * Starts work for the numbers below `count` in order, at most `limit` at once. `isEnough` sees each one that ended and may
 * keep the rest from starting; what was started is always waited for, so that nothing goes on behind a finished block.
 */
export async function atOnce<T>(
  count: number,
  limit: number,
  work: (index: number) => Promise<T>,
  isEnough: (settled: Settled<T>, index: number) => boolean,
): Promise<readonly (Settled<T> | undefined)[]> {
  const settled: (Settled<T> | undefined)[] = Array.from({ length: count });
  let next = 0;
  let enough = false;
  const worker = async () => {
    while (next < count && !enough) {
      const index = next++;
      const one = await work(index).then(
        (value): Settled<T> => ({ value }),
        (error: unknown): Settled<T> => ({ error }),
      );
      settled[index] = one;
      enough ||= isEnough(one, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, count) }, worker));
  return settled;
}

/**
 * Throws the error that decides where several ended with one. A pause comes before failures: the gate is open, so the run
 * must be able to go on there; the failures are in the journal and are met again.
 */
export function throwDecisive(settled: readonly (Settled<unknown> | undefined)[]): void {
  const errors = settled.flatMap((one) => (one !== undefined && "error" in one ? [one.error] : []));
  const worst = errors.toSorted((a, b) => rank(a) - rank(b))[0];
  if (errors.length > 0) throw worst;
}

function rank(error: unknown): number {
  if (error instanceof RunAborted) return 0;
  if (error instanceof Refused) return 1;
  if (error instanceof Suspended) return 2;
  return error instanceof StepFailure ? 4 : 3;
}
