import { type CommandSignature, commands, filters } from "@lobster-lang/language";
import type { Json } from "../peer-file.ts";
import type { Choices } from "./choices.ts";
import { pipelineWord } from "./quoting.ts";

/** Where a pipeline stands: a workflow has gates of its own, and the tail may not render inside a longer one. */
export interface PipelinePlace {
  /** A pipeline of its own on the command line. */
  readonly isInline: boolean;
  /** Names the values that it stores. */
  readonly id: string;
  /** References and arguments whose values are plain words. */
  readonly words: readonly string[];
}

type Writer = (choices: Choices, place: PipelinePlace) => string;

const fields = ["id", "name", "n", "ok", "tags", "z", "none"];
const paths = [...fields, "o.k", "o.deep.v", "tags.0", "tags.length"];
const field = (choices: Choices): string => choices.pick(fields);
const path = (choices: Choices): string => choices.pick(paths);

/** One writer for each command that needs neither a network nor a model. */
export const stageWriters: { readonly [command: string]: Writer } = {
  exec: (choices) =>
    choices.pick([
      "exec --stdin json --json cat",
      "exec --stdin jsonl cat",
      "exec --stdin raw cat",
      "exec --stdin jsonl --shell 'wc -l | tr -d \" \"'",
      "exec --json --stdin json jq -c 'map(.id?)'",
    ]),
  where: (choices) => {
    const value = choices.pick(["5", "1", "true", "false", "null", "open", "one", "Ana", "1.5", "2026-01-02"]);
    const operator = choices.pick(["=", "==", "!=", "<", "<=", ">", ">="]);
    const at = choices.pick([...fields, "o.k", "o.deep.v", "tags.0", "tags.length"]);
    return choices.pick([`where '${at} ${operator} ${value}'`, `where '${at}${operator}${value}'`]);
  },
  pick: (choices) => `pick ${[...new Set(choices.times(1, 3, () => field(choices)))].join(",")}`,
  head: (choices) => choices.pick(["head", "head --n 2", "head --n 1", "head --n 0", "head --n=3"]),
  map: (choices, { words }) =>
    choices.pick([
      `map --wrap ${choices.pick(["item", "row"])}`,
      `map --unwrap ${field(choices)}`,
      `map label='{{${path(choices)}}}: {{${path(choices)}}}'`,
      `map x=1 y='{{${path(choices)}}}'`,
      `map --wrap w note=${pipelineWord(choices, choices.pick(["plain", "a b", "it's"]))}`,
      ...(words.length === 0 ? [] : [`map v=${choices.pick(words)}`, `map v="x ${choices.pick(words)} {{id}}"`]),
    ]),
  sort: (choices) =>
    choices.pick(["sort", `sort --key ${path(choices)}`, `sort --key ${path(choices)} --desc`, "sort --desc"]),
  groupBy: (choices) => `groupBy --key ${path(choices)}`,
  dedupe: (choices) => choices.pick(["dedupe", `dedupe --key ${path(choices)}`]),
  template: (choices, { words }) => {
    const text = choices.times(1, 3, () => `${choices.pick(["", "id: ", "- "])}{{${expression(choices)}}}`).join(" ");
    const more = words.length > 0 && choices.chance(20) ? ` ${choices.pick(words)}` : "";
    return choices.pick([
      `template --text ${pipelineWord(choices, text)}`.replace(/(['"]?)$/, `${more}$1`),
      `template ${pipelineWord(choices, text)}`,
    ]);
  },
  json: () => "json",
  table: () => "table",
  approve: (choices) =>
    choices.pick([
      "approve",
      "approve --prompt 'Go on?'",
      "approve --preview-from-stdin --limit 2 --prompt Send",
      "approve --emit --previewFromStdin",
    ]),
  ask: (choices) =>
    choices.pick([
      "ask",
      "ask --prompt 'Which?'",
      `ask --prompt Which --schema '{"type":"object"}'`,
      "ask --subject-from-stdin",
    ]),
  "state.get": (choices, { id }) => `state.get ${choices.pick([`k-${id}`, "never"])}`,
  "state.set": (_choices, { id }) => `state.set k-${id}`,
  "diff.last": (choices, { id }) => `diff.last ${choices.pick(["", "--key "])}d-${id}-${choices.below(1000)}`,
  "commands.list": (choices) =>
    choices.pick([
      "commands.list | where name=head | pick name",
      "commands.list | where name=exec | pick name | head --n 1",
    ]),
  "workflows.list": () => "workflows.list | pick name",
  "gog.gmail.search": (choices) =>
    choices.pick(["gog.gmail.search --query 'newer_than:1d'", "gog.gmail.search --query is:unread --max 1"]),
  "gog.gmail.send": () => "map to=ana@example.com subject=Hi body='{{id}}' | gog.gmail.send --dry-run",
  // Of mails: what has no id is no mail.
  "email.triage": (choices) =>
    `gog.gmail.search | ${choices.pick(["email.triage", "email.triage --limit 1", "email.triage --emit drafts"])}`,
};

/** First stages that read nothing. */
const sources = [
  "exec --json --shell 'printf \"[1,2,{}]\"'",
  'exec --json --shell \'echo "{\\"id\\":1,\\"name\\":null}"\'',
  "exec --shell 'echo a; echo; echo \"b c\"'",
  "exec echo one two",
  "exec printf '%s-%s' x y",
  "exec 'echo \"in a shell\" | tr a-z A-Z'",
];

/** Not at the start or the end of a pipeline that goes on, and rarer than the rest. */
const rare = [
  "ask",
  "state.get",
  "workflows.list",
  "commands.list",
  "gog.gmail.search",
  "gog.gmail.send",
  "email.triage",
];

/** Commands that no writer is asked of: they reach a network or a model, or start what is not here. */
export function needsTheWorld({ name, effects }: CommandSignature): boolean {
  return (
    name === "workflows.run" ||
    (name !== "email.triage" && effects.some((effect) => effect === "network" || effect === "model"))
  );
}

/** Stages with `|` between. */
export function somePipeline(choices: Choices, place: PipelinePlace): string {
  const usable = commands.filter((command) => command.name in stageWriters);
  const middle = usable.filter(
    ({ name, output }) => output === "items" && (place.isInline || (name !== "approve" && name !== "ask")),
  );
  const stages = choices.times(1, 4, () => {
    const common = middle.filter(({ name }) => !rare.includes(name));
    return stageOf(choices.pick(choices.chance(8) ? middle : common).name, choices, place);
  });
  if (!place.isInline && choices.chance(20)) stages.unshift(choices.pick(sources));
  if (choices.chance(15)) stages.push(choices.pick(["json", "table"]));
  const glue = choices.pick([" | ", " | ", " | ", "|", "\n| "]);
  return stages.join(place.isInline && glue.includes("\n") ? " | " : glue);
}

function stageOf(name: string, choices: Choices, place: PipelinePlace): string {
  return stageWriters[name]!(choices, place);
}

const filterArguments: { readonly [filter: string]: readonly string[] } = {
  truncate: ["", " 3", " 0"],
  replace: [' "a" "b"', ' "o" ""', ' " " "_"'],
  split: ["", ' " "', ' "-"'],
  join: ["", ' "; "'],
  default: [' "none"', " none", ' "two words"'],
  round: ["", " 1", " 2"],
  date: ["", ' "YYYY-MM-DD"', ' "HH:mm:ss"'],
};

function expression(choices: Choices): string {
  const start = choices.pick([...paths, ".", "this", "none"]);
  const chain = choices.times(0, 2, () => {
    const { name } = choices.pick(filters);
    return ` | ${name}${choices.pick(filterArguments[name] ?? [""])}`;
  });
  return `${choices.pick(["", " "])}${start}${chain.join("")}${choices.pick(["", " "])}`;
}

/** Whether a value can be spliced into a pipeline's text by the original without becoming part of it (D2). */
export function isPipelineWord(value: Json): boolean {
  return typeof value === "number" || (typeof value === "string" && /^[A-Za-z0-9_.]+$/.test(value));
}
