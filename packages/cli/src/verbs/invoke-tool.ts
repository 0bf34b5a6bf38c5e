import { commandNamed } from "@lobster-lang/language";
import type { CommandSignature } from "@lobster-lang/language";
import type { Json } from "@lobster-lang/plan";
import { run } from "@lobster-lang/runtime";
import { readArguments } from "../arguments.ts";
import type { Arguments } from "../arguments.ts";
import { exitCodeOf } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { renderCommandHelp } from "../render/help-text.ts";
import { visible, visibleJson } from "../render/terminal-text.ts";
import { answered } from "../run-interruptibly.ts";
import { stagePlan } from "../stage-plan.ts";
import { stateFolder } from "../state-folder.ts";
import { UsageError } from "../usage-error.ts";
import type { OptionDescription, Verb } from "../verb-types.ts";

/**
 * The programs `openclaw.invoke` and `clawd.invoke` (original-runtime.md 1.9): their flags are those of the stage, and so is
 * what they do. With `--each` the items are on standard input. Prints the results as a JSON list; 0 done, 1 failed, 2 wrong
 * flags.
 */
export const verb: Verb = {
  async run([name = "", ...words], io) {
    const command = commandNamed(name);
    if (command === undefined)
      throw new UsageError("`lobster invoke-tool` is for `openclaw.invoke` and `clawd.invoke`");
    if (words.includes("--help") || words.includes("-h")) {
      io.stdout.write(renderCommandHelp(command));
      return 0;
    }
    const args = readArguments(
      { name, summary: command.summary, usage: [], options: command.flags.map(optionOf), notes: [], examples: [] },
      words.map((word) => withoutNegation(command, word)),
    );
    if (args.positionals.length > 0) {
      throw new UsageError(`\`${name}\` has no use for \`${args.positionals[0]}\`: \`${name} --help\` lists its flags`);
    }
    const items = isOn(args, "each") ? await itemsOf(name, io) : null;
    const { plan, secrets } = stagePlan(command, (flag) => valueOf(command, args, flag), items);
    const { result, code } = await answered(io, null, (ending) =>
      run(plan, {
        ...ending,
        args: secrets,
        stateDir: stateFolder(io),
        cwd: io.cwd,
        env: io.env,
        onWarning: (message) => io.stderr.write(`warning: ${visible(message)}\n`),
      }),
    );
    const { envelope } = result;
    if (envelope.ok) io.stdout.write(`${visibleJson(JSON.stringify(envelope.output, null, 2))}\n`);
    else io.stderr.write(`${name}: ${visible(envelope.error.message)}\n`);
    return code ?? exitCodeOf(envelope, false);
  },
};

/** As in a pipeline, a boolean is `--each`, `--each=false` or `--no-each` (D26). */
function optionOf({ name, aliases = [], type, doc }: CommandSignature["flags"][number]): OptionDescription {
  const more =
    type === "boolean"
      ? ({ value: "true|false", optionalValue: true, values: truths } as const)
      : { value: type.toUpperCase() };
  return { name, aliases, repeatable: true, doc, ...more };
}

/** `--no-each` is `--each=false`. */
function withoutNegation({ flags }: CommandSignature, word: string): string {
  const flag = flags.find(({ name, type }) => type === "boolean" && word === `--no-${name}`);
  return flag === undefined ? word : `--${flag.name}=false`;
}

const truths = ["true", "false", "yes", "no", "1", "0"];

function isOn(args: Arguments, flag: string): boolean {
  return args.has(flag) && !["false", "no", "0"].includes(args.value(flag) ?? "");
}

function valueOf(command: CommandSignature, args: Arguments, flag: string): string | boolean | null {
  const { type, required, name } = command.flags.find((one) => one.name === flag)!;
  if (type === "boolean") return isOn(args, flag);
  const value = args.value(flag);
  if (required === true && (value === null || value.trim() === "")) {
    throw new UsageError(`\`${command.name}\` needs \`--${name}\`: \`${command.name} --help\` lists its flags`);
  }
  if (type === "json" && value !== null && parsed(value) === undefined) {
    throw new UsageError(`\`--${name}\` needs JSON, and \`${value.slice(0, 60)}\` is none`);
  }
  return value;
}

/** Standard input as items: a JSON list gives its elements, another JSON value is one, else each line is one. */
async function itemsOf(name: string, io: Io): Promise<readonly Json[]> {
  if (io.stdin.isTTY)
    throw new UsageError(`\`${name} --each\` reads the items from standard input: \`… | ${name} --each\``);
  const text = Buffer.from(await io.stdin.readAll()).toString("utf8");
  if (text.trim() === "") return [];
  const whole = parsed(text);
  if (whole !== undefined) return Array.isArray(whole) ? (whole as readonly Json[]) : [whole];
  return text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    const value = parsed(line);
    if (value !== undefined) return [value];
    throw new UsageError(`line ${index + 1} of standard input is no JSON: \`${line.slice(0, 60)}\``);
  });
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
