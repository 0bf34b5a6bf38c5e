import type { CommandSignature, FlagSignature, PositionalSignature } from "./command-types.ts";

const key = { name: "key", type: "text", doc: "Name of the value." } as const satisfies FlagSignature;
const named = {
  name: "key",
  type: "text",
  required: true,
  doc: "Name of the value: letters, digits, `.`, `_` and `-` count.",
} as const satisfies PositionalSignature;

/** Stages that keep values from one run to the next (original-runtime.md 2.3). */
export const stateCommands = [
  {
    name: "state.get",
    summary: "The value that was stored under a name; null when there is none.",
    input: "discards",
    output: "items",
    flags: [],
    positionals: [named],
    effects: ["state"],
    examples: ["state.get inbox.seen"],
  },
  {
    name: "state.set",
    summary: "Stores the items under a name (one item as itself, several as a list) and gives that value.",
    input: "buffers",
    output: "items",
    flags: [],
    positionals: [named],
    effects: ["state"],
    examples: ["exec --json --shell 'inbox list --json' | state.set inbox.seen"],
  },
  {
    name: "diff.last",
    summary:
      "Compares with what the last run that went well gave: `{kind, key, changed, before, after}`. Stores it when the pipeline has ended well.",
    input: "buffers",
    output: "items",
    flags: [{ ...key, required: true }],
    positionals: [{ ...named, required: false, flag: "key" }],
    effects: ["state"],
    examples: ["exec --json --shell 'gh pr view 7 --json title' | diff.last pr-7 | where changed=true"],
  },
] as const satisfies readonly CommandSignature[];
