import type { Json } from "@lobster-lang/plan";
import { runToFiles } from "../capture.ts";
import { scriptEnvironment, type Environment } from "../environment.ts";
import { StepFailure } from "../failures.ts";
import { parseWhole } from "../json-text.ts";
import { maxJsonBytes } from "../results.ts";
import { shellCommand } from "../shell.ts";
import type { Arguments } from "./arguments.ts";
import { batchesOf } from "./batches.ts";
import type { Batches, Command, StageContext } from "./command.ts";
import { discardInput, spoolInput, type InputForm, type SpooledInput } from "./exec-input.ts";
import { exitFailure, streamLines } from "./exec-lines.ts";

/** What `exec` starts. */
export interface ExecCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly role: "shell" | "program";
  readonly env: Environment;
  /** Said when there is no output to quote. */
  readonly label: string;
  /** The stage, for messages. */
  readonly stage: string;
}

/**
 * `exec PROGRAM …` or `exec --shell TEXT`: lines of standard output as they come, or with `--json` the value (a list gives
 * its elements, no output one null). Its input is discarded unless `--stdin` says in which form it is written.
 */
export const exec: Command = {
  kind: "items",
  run: async function* (input, args, context): Batches {
    const command = await commandOf(args, context);
    const form = inputForm(args);
    const stdin = form === null ? await discardInput(input) : await spoolInput(input, form, context);
    try {
      if (args.flag("json")) yield* jsonItems(command, stdin, context);
      else yield* streamLines(command, stdin, context);
    } finally {
      await stdin.close();
    }
  },
};

async function commandOf(args: Arguments, context: StageContext): Promise<ExecCommand> {
  const script = args.script("shell");
  if (script !== null) {
    const env = await scriptEnvironment(context.environment, script, context.scope);
    return { ...shellCommand(script, env), role: "shell", env, label: script.text, stage: "exec" };
  }
  const [file, ...rest] = args.texts("program");
  if (file === undefined || file === "") throw new StepFailure("exec needs a program, or --shell and a command");
  if ([file, ...rest].some((word) => word.includes("\0"))) {
    throw new StepFailure("a word of this exec holds a NUL character, which no program can be given; use --stdin");
  }
  const label = [file, ...rest].join(" ");
  return { file, args: rest, role: "program", env: context.environment.variables, label, stage: "exec" };
}

function inputForm(args: Arguments): InputForm | null {
  const form = args.text("stdin")?.toLowerCase() ?? null;
  if (form === null || form === "raw" || form === "json" || form === "jsonl") return form;
  throw new StepFailure(`exec --stdin must be raw, json or jsonl, got \`${form}\``);
}

async function* jsonItems(command: ExecCommand, stdin: SpooledInput, context: StageContext): Batches {
  const { world, cwd, signal } = context;
  // What is read as one JSON value must fit into one text.
  const limits = { ...world.limits, maxOutputBytes: Math.min(world.limits.maxOutputBytes, maxJsonBytes) };
  const spec = { ...command, cwd, stdin: stdin.descriptor };
  const { exit, fault, stdout, stderr } = await runToFiles({ ...world, limits }, spec, signal);
  context.keepStderr(stderr);
  if (fault !== null) await world.files.remove(stdout);
  if (fault !== null) throw fault;
  const text = await world.outputs.read(await world.outputs.adopt(stdout));
  if (exit.code !== 0) throw exitFailure(exit, text, stderr, command);
  yield* batchesOf(itemsFrom(text));
}

function itemsFrom(text: string): readonly Json[] {
  if (text.trim() === "") return [null];
  const value = parseWhole(text);
  if (value === undefined) {
    const start = text.trim().slice(0, 60).replaceAll("\n", " ");
    throw new StepFailure(`exec --json: the output is no JSON, it starts with \`${start}\``);
  }
  return Array.isArray(value) ? (value as readonly Json[]) : [value];
}
