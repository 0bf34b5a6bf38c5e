import type { Json, ProgramFlag, StageProgram } from "@lobster-lang/plan";
import { join } from "node:path";
import { StepFailure } from "../failures.ts";
import { parseWhole } from "../json-text.ts";
import type { Arguments } from "./arguments.ts";
import type { Batches, Command, StageContext } from "./command.ts";
import { discardInput, spoolInput, type SpooledInput } from "./exec-input.ts";
import { streamLines } from "./exec-lines.ts";
import { feedInput } from "./own-input.ts";
import { checkWords } from "./run-program.ts";

/**
 * A command of the project's configuration: a program that reads JSON Lines and writes JSON Lines, started without a shell.
 * Its output flows as it comes. A program that changes something gets its input when all of it is there: a stage before it
 * that fails half-way must not have made it act on a half.
 */
export function ownCommand(name: string, program: StageProgram): Command {
  return {
    kind: "items",
    run: async function* (input, args, context): Batches {
      const command = {
        ...startOf(name, program, args, context),
        role: "program",
        env: context.environment.variables,
        stage: name,
      } as const;
      const stdin = await inputFor(name, program, input, context);
      try {
        const lines = streamLines(command, stdin, context);
        if (program.output === "lines") yield* lines;
        else yield* parsed(name, lines);
      } finally {
        await stdin.close();
      }
    },
  };
}

function startOf(name: string, program: StageProgram, args: Arguments, { world }: StageContext) {
  const fixed = program.words.map((word) => {
    if ("text" in word) return word.text;
    if (world.programFolder !== null) return join(world.programFolder, word.file);
    throw new StepFailure(
      `${name}: the folder of \`${program.from}\` is not known, so \`${word.file}\` cannot be found`,
    );
  });
  const [file = "", ...rest] = fixed;
  const words = [...rest, ...program.flags.flatMap((flag) => wordsOf(name, flag, args))];
  checkWords(name, words);
  return { file, args: words, label: `\`${fixed.join(" ")}\` said nothing` };
}

/** A flag as the program gets it: `--name=value` in one word, so that no value can be read as an option. */
function wordsOf(command: string, flag: ProgramFlag, args: Arguments): readonly string[] {
  const { name, type, onByDefault } = flag;
  if (type === "boolean") return args.flag(name) ? [`--${name}`] : onByDefault ? [`--no-${name}`] : [];
  const value = type === "json" ? jsonText(args.json(name)) : type === "text" ? args.text(name) : args.number(name);
  if (value === null) return [];
  const fault = faultOf(flag, value);
  if (fault !== null) throw new StepFailure(`${command} --${name} ${fault}, got \`${value}\``);
  return [`--${name}=${value}`];
}

function jsonText(value: Json | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

/** What the checker could not see: values that came with the run. */
function faultOf({ type, values, minimum }: ProgramFlag, value: string | number): string | null {
  if (type === "integer" && !Number.isInteger(value)) return "must be a whole number";
  if (typeof value === "number" && minimum !== null && value < minimum) return `must be ${minimum} or more`;
  if (values === null || values.includes(String(value))) return null;
  return `must be one of ${values.map((each) => `\`${each}\``).join(", ")}`;
}

function inputFor(
  name: string,
  { input: form }: StageProgram,
  input: Batches,
  context: StageContext,
): Promise<SpooledInput> | SpooledInput {
  if (form === "none") return discardInput(input);
  return form === "whole" ? spoolInput(input, "jsonl", context, name) : feedInput(input, context);
}

async function* parsed(name: string, lines: AsyncIterable<readonly string[]>): Batches {
  let count = 0;
  for await (const batch of lines) {
    yield batch.map((line) => {
      count += 1;
      const value = parseWhole(line);
      if (value !== undefined) return value;
      const start = line.trim().slice(0, 60);
      throw new StepFailure(
        `${name}: item ${count} of its output is no JSON: \`${start}\`; it must write one JSON value a line, or say \`output: lines\``,
      );
    });
  }
}
