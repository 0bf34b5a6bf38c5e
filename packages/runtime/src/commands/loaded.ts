import type { Command, ItemsCommand } from "./command.ts";

/** A stage whose code is read when it first runs: what a pipeline does not use costs its start nothing. */
export function loaded(load: () => Promise<ItemsCommand>): Command {
  return {
    kind: "items",
    run: async function* (input, args, context) {
      yield* (await load()).run(input, args, context);
    },
  };
}
