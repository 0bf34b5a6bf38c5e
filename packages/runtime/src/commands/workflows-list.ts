import { knownWorkflows } from "../monitors/known-workflows.ts";
import { batchesOf } from "./batches.ts";
import type { Batches, ItemsCommand } from "./command.ts";
import { discardInput } from "./exec-input.ts";

/** `workflows.list`: the workflows that `workflows.run` knows (original-runtime.md 2.8). */
export const workflowsList: ItemsCommand = {
  kind: "items",
  run: async function* (input): Batches {
    await discardInput(input);
    yield* batchesOf(
      knownWorkflows.map(({ name, description, argsSchema, examples }) => ({
        name,
        description,
        argsSchema,
        examples,
        sideEffects: ["process", "state"],
      })),
    );
  },
};
