import { storing } from "../stored-values.ts";
import { keyOf } from "./state-key.ts";
import type { Batches, ItemsCommand } from "./command.ts";

/** `state.get KEY`: the stored value, null when there is none. Stages before it are not run (original-runtime.md 2.3). */
export const stateGet: ItemsCommand = {
  kind: "items",
  run: async function* (_input, args, { world }): Batches {
    const key = keyOf("state.get", args);
    yield [(await storing(() => world.values.read(key))) ?? null];
  },
};
