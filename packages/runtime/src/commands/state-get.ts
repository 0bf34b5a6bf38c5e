import { discardInput } from "./exec-input.ts";
import { storing } from "../stored-values.ts";
import { keyOf } from "./state-key.ts";
import type { Batches, ItemsCommand } from "./command.ts";

/** `state.get KEY`: the stored value, null when there is none; what earlier stages give is not wanted, what they do is. */
export const stateGet: ItemsCommand = {
  kind: "items",
  run: async function* (input, args, { world }): Batches {
    const key = keyOf("state.get", args);
    await discardInput(input);
    yield [(await storing(() => world.values.read(key))) ?? null];
  },
};
