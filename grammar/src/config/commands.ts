import {
  commandNamed,
  plainValue,
  resolved,
  type CommandSignature,
  type DataNode,
  type FlagSignature,
  type MapNode,
  type PositionalSignature,
  type ProgramWord,
} from "@lobster-lang/language";
import { valueIn, type ReportConfig } from "./config-part.ts";
import { flagsIn } from "./flags.ts";

/** The commands of `commands:`, as the catalogue describes stages. What cannot be read has been reported, and is left out. */
export function commandsIn(map: MapNode | null, from: string, report: ReportConfig): readonly CommandSignature[] {
  return (map?.entries ?? []).flatMap(({ key, value }) => {
    const definition = resolved(value);
    if (definition?.kind !== "map") return [];
    if (commandNamed(key.text) !== undefined) {
      report(key, `\`${key.text}\` is a stage of the language and keeps its meaning: give your command another name`);
      return [];
    }
    return [commandOf(key.text, definition, from, report)];
  });
}

function commandOf(name: string, map: MapNode, from: string, report: ReportConfig): CommandSignature {
  const flags = flagsIn(valueIn(map, "flags"), report);
  const positionals = positionalsIn(valueIn(map, "positionals"), flags, report);
  const readsNothing = plainValue(valueIn(map, "input")) === "none";
  const retrySafe = plainValue(valueIn(map, "retry-safe")) === true;
  const description = plainValue(valueIn(map, "description"));
  const words = wordsIn(valueIn(map, "run"), report);
  const fixed = words.map((word) => ("text" in word ? word.text : word.file)).join(" ");
  return {
    name,
    summary: typeof description === "string" ? description : `Runs \`${fixed}\`.`,
    input: readsNothing ? "discards" : retrySafe ? "streams" : "buffers",
    output: "items",
    flags,
    positionals,
    effects: plainValue(valueIn(map, "network")) === true ? ["process", "network"] : ["process"],
    examples: [],
    program: {
      words,
      from,
      output: plainValue(valueIn(map, "output")) === "lines" ? "lines" : "items",
      retrySafe,
    },
  };
}

/** `./x` and `../x` are paths from the folder of the configuration; every other word stays as it is. */
function wordsIn(node: DataNode | null, report: ReportConfig): readonly ProgramWord[] {
  if (node?.kind !== "list") return [];
  return node.items.flatMap((item, index) => {
    const scalar = resolved(item);
    if (scalar?.kind !== "scalar" || typeof scalar.value !== "string") return [];
    const word = scalar.value;
    if (word.includes("\0")) report(scalar, "a word holds a NUL character, which no program can be given");
    else if (index === 0 && word.trim() === "") report(scalar, "the program has no name");
    else if (index === 0 && /\s/.test(word) && node.items.length === 1) {
      report(
        scalar,
        `\`run\` is a program and its words, no shell text: write \`[${word.trim().split(/\s+/).join(", ")}]\``,
      );
    } else if (index === 0 && /^[^./][^/]*\//.test(word)) {
      const fix = { title: `write \`./${word}\``, safe: false, edits: [{ range: scalar.range, text: `./${word}` }] };
      report(scalar, `\`${word}\` is a path: write \`./${word}\`, from the folder of this file`, [fix]);
    }
    return [/^\.\.?\//.test(word) ? { file: word } : { text: word }];
  });
}

function positionalsIn(
  node: DataNode | null,
  flags: readonly FlagSignature[],
  report: ReportConfig,
): readonly PositionalSignature[] {
  if (node?.kind !== "list") return [];
  const found: PositionalSignature[] = [];
  for (const item of node.items) {
    const name = plainValue(item);
    if (typeof name !== "string" || item === null) continue;
    const flag = flags.find((one) => one.name === name);
    if (flag === undefined)
      report(item, `there is no flag \`${name}\` that this word could stand for: add it to \`flags\``);
    else if (flag.type === "boolean") report(item, `\`${name}\` is true or false: such a flag takes no word`);
    else if (found.some((one) => one.name === name)) report(item, `\`${name}\` stands here twice`);
    else if (flag.required === true && found.some((one) => !one.required)) {
      report(item, `\`${name}\` must be given, so it stands before those that need not`);
    } else found.push({ name, type: flag.type, required: flag.required === true, flag: name, doc: flag.doc });
  }
  return found;
}
