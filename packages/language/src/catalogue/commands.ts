import { listCommands } from "./commands-lists.ts";
import { mailCommands } from "./commands-mail.ts";
import { modelCommands } from "./commands-model.ts";
import { stateCommands } from "./commands-state.ts";
import { toolCommands } from "./commands-tools.ts";
import type { CommandSignature, FlagSignature } from "./command-types.ts";

const key = {
  name: "key",
  type: "path",
  doc: "Path into each item; without it the item itself.",
} as const satisfies FlagSignature;

/** The stages that run today: the runtime's registry is typed by these names. */
export type SupportedCommandName =
  | "approve"
  | "ask"
  | "dedupe"
  | "exec"
  | "groupBy"
  | "head"
  | "json"
  | "map"
  | "pick"
  | "sort"
  | "table"
  | "template"
  | "where"
  | (typeof grouped)[number]["name"];

/** Stages that stand in files of their own, by what they work with. */
const grouped = [...listCommands, ...mailCommands, ...modelCommands, ...stateCommands, ...toolCommands];

const ungrouped = [
  {
    name: "exec",
    summary: "Runs a program or a shell command; its output lines, or its JSON, are the items.",
    input: "discards",
    output: "items",
    flags: [
      { name: "json", type: "boolean", default: false, doc: "Standard output is JSON: a list gives its elements." },
      { name: "shell", type: "shell", doc: "A shell command, instead of a program and its arguments." },
      {
        name: "stdin",
        type: "enum",
        values: ["raw", "json", "jsonl"],
        doc: "Writes the input items to the program's standard input: raw lines, one JSON list, or JSON Lines.",
      },
    ],
    positionals: [
      { name: "program", type: "program", required: false, rest: "program", doc: "The program and its arguments." },
    ],
    effects: ["process"],
    examples: ["exec --json --shell 'inbox list --json'", "exec --json -- gh pr list --json number,title"],
  },
  {
    name: "where",
    summary: "Keeps the items that match.",
    input: "streams",
    output: "items",
    flags: [],
    positionals: [
      { name: "expression", type: "where", required: true, doc: "`path operator value`, quoted if it has blanks." },
    ],
    effects: [],
    examples: ["where 'age >= 18'", "where status=open"],
  },
  {
    name: "pick",
    summary: "Keeps the named top-level fields of each item.",
    input: "streams",
    output: "items",
    flags: [],
    positionals: [{ name: "fields", type: "fields", required: true, doc: "Names with commas between, no blanks." }],
    effects: [],
    examples: ["pick id,subject,from"],
  },
  {
    name: "head",
    summary: "The first items; ends what is before it.",
    input: "streams",
    output: "items",
    flags: [{ name: "n", type: "number", default: 10, minimum: 0, doc: "How many." }],
    positionals: [],
    effects: [],
    examples: ["head --n 5"],
  },
  {
    name: "map",
    summary: "Wraps, unwraps, or sets fields of each item.",
    input: "streams",
    output: "items",
    flags: [
      { name: "wrap", type: "text", doc: "Puts the item under this key." },
      { name: "unwrap", type: "text", doc: "Replaces the item by its field of this name." },
    ],
    positionals: [
      {
        name: "assignments",
        type: "assignment",
        required: false,
        rest: "list",
        doc: "`key=text`, where the text may hold `{{path}}`.",
      },
    ],
    effects: [],
    examples: ["map --unwrap user", "map label='{{from}}: {{subject}}'"],
  },
  {
    name: "sort",
    summary: "Sorts the items; null and missing last.",
    input: "buffers",
    output: "items",
    flags: [key, { name: "desc", type: "boolean", default: false, doc: "Largest first." }],
    positionals: [],
    effects: [],
    examples: ["sort --key date --desc"],
  },
  {
    name: "groupBy",
    summary: "Groups the items: `{key, items, count}` in order of first appearance.",
    input: "buffers",
    output: "items",
    flags: [{ ...key, required: true, doc: "Path into each item." }],
    positionals: [],
    effects: [],
    examples: ["groupBy --key from"],
  },
  {
    name: "dedupe",
    summary: "Keeps the first item of each identity.",
    input: "streams",
    output: "items",
    flags: [key],
    positionals: [],
    effects: [],
    examples: ["dedupe --key threadId"],
  },
  {
    name: "template",
    summary: "One text for each item.",
    input: "streams",
    output: "items",
    flags: [
      { name: "text", type: "template", doc: "The text, with `{{path | filter}}`." },
      { name: "file", type: "text", doc: "A file that holds the text, relative to the working folder." },
    ],
    positionals: [{ name: "text", type: "template", required: false, rest: "join", flag: "text", doc: "The text." }],
    effects: [],
    examples: ["template --text '{{id}}: {{subject | truncate 40}}'"],
  },
  {
    name: "json",
    summary: "Ends the pipeline: the items as one indented JSON list.",
    input: "buffers",
    output: "rendered",
    flags: [],
    positionals: [],
    effects: [],
    examples: ["exec --json --shell 'inbox list --json' | json"],
  },
  {
    name: "table",
    summary: "Ends the pipeline: the items as a text table.",
    input: "buffers",
    output: "rendered",
    flags: [],
    positionals: [],
    effects: [],
    examples: ["exec --json --shell 'inbox list --json' | pick id,subject | table"],
  },
  {
    name: "approve",
    summary: "A gate: the items go on only when someone said yes.",
    input: "buffers",
    output: "items",
    flags: [
      { name: "prompt", type: "text", default: "Approve?", doc: "The question." },
      { name: "emit", type: "boolean", default: false, doc: "Always gives the request, also on a terminal." },
      {
        name: "preview-from-stdin",
        aliases: ["previewFromStdin"],
        type: "boolean",
        default: false,
        doc: "Attaches a preview of the first items to the request.",
      },
      {
        name: "limit",
        aliases: ["preview-limit", "previewLimit"],
        type: "number",
        default: 5,
        minimum: 0,
        doc: "How many items the preview shows.",
      },
      { name: "if-any", type: "boolean", doc: "Asks only when there are items." },
    ],
    positionals: [],
    effects: ["gate"],
    examples: ["approve --preview-from-stdin --limit 5 --prompt 'Apply changes?'"],
  },
  {
    name: "ask",
    summary: "Asks for an answer that fits a schema: it is the one item that goes on.",
    input: "buffers",
    output: "items",
    flags: [
      { name: "prompt", type: "text", default: "Input required", doc: "The question." },
      {
        name: "schema",
        type: "json",
        doc: "JSON Schema of the answer; else a map with `decision` (approve, reject or redraft) and `feedback`.",
      },
      {
        name: "subject-from-stdin",
        aliases: ["subjectFromStdin"],
        type: "boolean",
        default: false,
        doc: "Shows the items as text: what the question is about.",
      },
      { name: "emit", type: "boolean", default: false, doc: "Always gives the request, also on a terminal." },
    ],
    positionals: [],
    effects: ["gate"],
    examples: ["ask --prompt 'Send this draft?' --subject-from-stdin"],
  },
] as const satisfies readonly (CommandSignature & { readonly name: SupportedCommandName })[];

/** The signatures of all stages that run, word for word: builders of pipelines are typed by them. */
export type SupportedCommand = (typeof ungrouped)[number] | (typeof grouped)[number];

/** Every stage of the pipe language, in alphabetical order. */
export const commands: readonly CommandSignature[] = [...ungrouped, ...grouped].toSorted((a, b) =>
  a.name < b.name ? -1 : 1,
);

const byName = new Map(commands.map((command) => [command.name, command]));

/** The signature of a stage, or undefined. */
export function commandNamed(name: string): CommandSignature | undefined {
  return byName.get(name);
}

/** The flag of `command` that `spelling` names, in any of its spellings. */
export function flagNamed(command: CommandSignature, spelling: string): FlagSignature | undefined {
  return command.flags.find((flag) => flag.name === spelling || flag.aliases?.includes(spelling) === true);
}
