import type { Json } from "@lobster-lang/plan";
import { StateError, type ValueStore } from "@lobster-lang/state";
import { sortedJson } from "../sorted-json.ts";
import { storing } from "../stored-values.ts";
import { collect } from "./batches.ts";
import type { Batches, ItemsCommand, StageContext } from "./command.ts";
import { keyOf } from "./state-key.ts";

/** `diff.last KEY`: what changed since the last run whose pipeline ended well (original-runtime.md 2.3). */
export const diffLast: ItemsCommand = {
  kind: "items",
  run: async function* (input, args, context): Batches {
    const key = keyOf("diff.last", args);
    const items = await collect(input, context);
    const after = items.length === 1 ? items[0]! : items;
    const { changed, before } = await compareWithLast(key, after, context);
    yield [{ kind: "diff.last", key, changed, before, after }];
  },
};

/**
 * Compares a value with the stored one, whatever the order of keys. It takes the stored one's place when the pipeline has
 * ended well: what nobody got to see is a change again the next time (W27).
 */
export async function compareWithLast(
  key: string,
  after: Json,
  { world, whenDelivered }: Pick<StageContext, "world" | "whenDelivered">,
): Promise<{ readonly changed: boolean; readonly before: Json }> {
  const before = await storing(() => lastValue(world.values, key));
  whenDelivered({ key, value: after });
  return { changed: sortedJson(before) !== sortedJson(after), before };
}

/** Null where there is none. A damaged file counts as none, as in the original: the comparison mends it. */
async function lastValue(values: ValueStore, key: string): Promise<Json> {
  try {
    return (await values.read(key)) ?? null;
  } catch (error) {
    if (error instanceof StateError && error.kind === "state") return null;
    throw error;
  }
}
