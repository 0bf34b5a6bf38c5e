import { storing } from "../stored-values.ts";
import { collect } from "./batches.ts";
import type { Batches, ItemsCommand } from "./command.ts";
import { keyOf } from "./state-key.ts";

/** `state.set KEY`: stores one item as itself and any other number as a list; gives the value as one item. */
export const stateSet: ItemsCommand = {
  kind: "items",
  run: async function* (input, args, context): Batches {
    const key = keyOf("state.set", args);
    const items = await collect(input, context);
    const value = items.length === 1 ? items[0]! : items;
    await storing(() => context.world.values.write(key, value));
    yield [value];
  },
};
