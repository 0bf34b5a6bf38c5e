import type { Json } from "@lobster-lang/plan";
import type { Engine } from "./engine.ts";
import { StepFailure } from "./failures.ts";

/**
 * Does a part of a stage's work under a key of its own, once: what succeeded is in the journal and not done again when the
 * stage is. A failed try is in there too, and a later one is made anew; an interrupted one is never begun again by itself.
 */
export async function once<T extends Json>(engine: Engine, key: string, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    let isFresh = false;
    const attempt = async (): Promise<Json> => {
      isFresh = true;
      try {
        return { value: await work() };
      } catch (error) {
        if (!(error instanceof StepFailure)) throw error;
        return { failed: error.message, exitCode: error.exitCode };
      }
    };
    const kept = (await engine.step(tries === 1 ? key : `${key}#${tries}`, attempt, {
      idempotent: false,
      stopsRun: false,
    })) as Kept<T>;
    if ("value" in kept) return kept.value;
    if (isFresh) throw new StepFailure(kept.failed, { exitCode: kept.exitCode });
  }
}

type Kept<T> = { readonly value: T } | { readonly failed: string; readonly exitCode: number | null };
