import type { Json } from "@lobster-lang/plan";
import { throwIfAborted } from "../abort.ts";
import { StepFailure } from "../failures.ts";
import type { Batches, StageContext } from "./command.ts";

/** Items that are there already, in batches of a size that keeps stages lazy. */
export async function* batchesOf(items: readonly Json[]): Batches {
  for (let start = 0; start < items.length; start += 1000) yield items.slice(start, start + 1000);
}

/**
 * All items, for a stage that needs them at once.
 * @throws StepFailure when there are more than may be held; it names the setting.
 */
export async function collect(
  batches: Batches,
  { signal, world }: Pick<StageContext, "signal" | "world">,
): Promise<Json[]> {
  const items: Json[] = [];
  for await (const batch of batches) {
    throwIfAborted(signal);
    if (items.length + batch.length > world.limits.maxItems) {
      throw new StepFailure(`more than ${world.limits.maxItems} items at once; keep fewer, or raise LOBSTER_MAX_ITEMS`);
    }
    // Not push(...batch): a large batch would be too many arguments for one call.
    for (const item of batch) items.push(item);
  }
  return items;
}

/** A stage that makes one batch of each batch; empty ones are left out. */
export async function* eachBatch(
  input: Batches,
  signal: AbortSignal,
  make: (batch: readonly Json[]) => readonly Json[],
): Batches {
  for await (const batch of input) {
    throwIfAborted(signal);
    const made = make(batch);
    if (made.length > 0) yield made;
  }
}
