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
  },
  {
    name: "workflows.list",
    summary: "The workflows that workflows.run knows.",
    input: "discards",
    output: "items",
    flags: [],
    positionals: [],
    effects: [],
    examples: ["workflows.list | pick name,description"],
  },
  {
    name: "workflows.run",
    summary:
      "Runs a workflow file as a part of this run, or one that comes with the program, such as github.pr.monitor (by `gh`).",
    input: "discards",
    output: "items",
    flags: [
      {
        name: "name",
        type: "text",
        required: true,
        doc: "Its name; a name that ends as a workflow file does is a file.",
      },
      {
        name: "file",
        type: "text",
        replaces: "name",
        doc: "A workflow file below the run's folder. Its gates pause the whole run.",
      },
      { name: "args-json", aliases: ["argsJson"], type: "json", doc: "Its arguments, a JSON map." },
    ],
    positionals: [{ name: "name", type: "text", required: false, flag: "name", doc: "Its name." }],
    effects: ["process", "state"],
    examples: [
      `workflows.run --file triage.lobster --args-json '{"limit":5}'`,
      `workflows.run github.pr.monitor --args-json '{"repo":"owner/name","pr":7,"changesOnly":true}'`,
    ],
  },
] as const satisfies readonly CommandSignature[];
