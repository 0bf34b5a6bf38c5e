import type { CommandSignature } from "./command-types.ts";

/** Stages that tell what there is (original-runtime.md 2.1, 2.8). */
export const listCommands = [
  {
    name: "commands.list",
    summary: "The known stages: `{name, description, argsSchema, examples, sideEffects}` each.",
    input: "discards",
    output: "items",
    flags: [],
    positionals: [],
    effects: [],
    examples: ["commands.list | pick name,description | table"],
    supported: true,
  },
] as const satisfies readonly CommandSignature[];
