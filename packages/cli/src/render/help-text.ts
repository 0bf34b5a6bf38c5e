import type { CommandSignature, CommandTable, FlagSignature } from "@lobster-lang/language";
import type { OptionDescription, VerbDescription } from "../verb-types.ts";

/** `lobster help`. */
export function renderOverview(verbs: readonly VerbDescription[], commands: CommandTable): string {
  const stages = commands.all.map((command) => command.name);
  return paragraphs([
    "lobster: small workflows with approval gates",
    "Usage: lobster VERB …  or  lobster 'PIPELINE'",
    ["Verbs:", ...columns(verbs.map((verb) => [verb.name, verb.summary]))].join("\n"),
    `Stages of a pipeline: ${stages.join(" ")}`,
    "`lobster help VERB` and `lobster help STAGE` say more.",
  ]);
}

/** `lobster help VERB`. */
export function renderVerbHelp(verb: VerbDescription): string {
  return paragraphs([
    verb.summary,
    ["Usage:", ...indented(verb.usage)].join("\n"),
    section("Options:", columns(verb.options.map((option) => [spelling(option), option.doc]))),
    verb.notes.join("\n"),
    section("Examples:", indented(verb.examples)),
  ]);
}

/** `lobster help STAGE`, from the catalogue. */
export function renderCommandHelp(command: CommandSignature): string {
  const rows: [string, string][] = [
    ...command.positionals.map((one): [string, string] => [
      one.required ? one.name.toUpperCase() : `[${one.name.toUpperCase()}]`,
      one.doc,
    ]),
    ...command.flags.map((flag): [string, string] => [flagSpelling(flag), flagDoc(flag)]),
  ];
  return paragraphs([
    `${command.name}: ${command.summary}`,
    section("Arguments:", columns(rows)),
    programText(command),
    command.output === "rendered" ? "It ends the pipeline: nothing may follow." : "",
    section("Examples:", indented(command.examples)),
  ]);
}

/** What a command of the project starts, and who says so. */
function programText({ program, input }: CommandSignature): string {
  if (program === undefined) return "";
  const words = program.words.map((word) => ("text" in word ? word.text : word.file));
  const reads = input === "discards" ? "reads nothing" : "reads the items as JSON Lines";
  const writes = program.output === "lines" ? "each line that it writes is an item" : "writes JSON Lines";
  return `A command of \`${program.from}\`: it runs \`${words.join(" ")}\`, ${reads}, and ${writes}.`;
}

function spelling(option: OptionDescription): string {
  const long = `--${option.name}`;
  const value =
    option.value === undefined ? "" : option.optionalValue === true ? ` [${option.value}]` : ` ${option.value}`;
  return `${option.short === undefined ? "" : `-${option.short}, `}${long}${value}`;
}

function flagSpelling(flag: FlagSignature): string {
  if (flag.type === "boolean") return `--${flag.name}`;
  return `--${flag.name} ${flag.type === "enum" ? (flag.values ?? []).join("|") : flag.type.toUpperCase()}`;
}

function flagDoc(flag: FlagSignature): string {
  if (flag.required === true) return `${flag.doc} Required.`;
  return flag.default === undefined || flag.default === false ? flag.doc : `${flag.doc} Default: ${flag.default}.`;
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : [title, ...lines].join("\n");
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.min(28, Math.max(0, ...rows.map(([left]) => left.length)));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}

function paragraphs(blocks: readonly string[]): string {
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}
