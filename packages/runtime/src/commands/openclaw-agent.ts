import type { Json } from "@lobster-lang/plan";
import { StepFailure } from "../failures.ts";
import { parseWhole } from "../json-text.ts";
import { isMap, type Arguments } from "./arguments.ts";
import { collect } from "./batches.ts";
import type { Batches, ItemsCommand } from "./command.ts";
import { outputOfProgram } from "./run-program.ts";

const command = "openclaw.agent";
const maxBytes = 10 * 1024 * 1024;

/**
 * `openclaw.agent --agent A 'PROMPT'`: one turn of an agent by the `openclaw` program, with the items below the prompt; gives
 * the program's JSON (original-runtime.md 2.5).
 */
export const openclawAgent: ItemsCommand = {
  kind: "items",
  run: async function* (input, args, context): Batches {
    const words = wordsOf(args, messageOf(args, await collect(input, context)));
    const file = context.environment.variables.LOBSTER_OPENCLAW_BIN?.trim() || "openclaw";
    const text = await outputOfProgram({ command, file, args: words, maxBytes }, context);
    const answer = parseWhole(text);
    if (answer === undefined || !isMap(answer)) {
      throw new StepFailure(`${command}: \`${file}\` must give one JSON map, got \`${text.trim().slice(0, 200)}\``);
    }
    yield [answer];
  },
};

function messageOf(args: Arguments, items: readonly Json[]): string {
  const prompt = args.text("prompt")?.trim() ?? "";
  if (prompt === "") throw new StepFailure(`${command} needs a prompt: \`${command} --agent NAME 'PROMPT'\``);
  if (items.length === 0) return prompt;
  return `${prompt}\n\nInput items (JSON Lines):\n${items.map((item) => JSON.stringify(item)).join("\n")}`;
}

function wordsOf(args: Arguments, message: string): readonly string[] {
  const given = (flag: string) => {
    const value = args.text(flag)?.trim() ?? "";
    return value === "" ? [] : [`--${flag}`, value];
  };
  const who = ["agent", "session-key", "session-id"].flatMap(given);
  if (who.length === 0) throw new StepFailure(`${command} needs one of --agent, --session-key and --session-id`);
  const timeout = args.number("timeout");
  if (timeout !== null && (!Number.isInteger(timeout) || timeout < 0)) {
    throw new StepFailure(`${command} --timeout must be whole seconds`);
  }
  return [
    "agent",
    "--json",
    "--message",
    message,
    ...given("agent"),
    ...given("model"),
    ...given("session-key"),
    ...given("session-id"),
    ...given("thinking"),
    ...(timeout === null ? [] : ["--timeout", String(timeout)]),
    ...(args.flag("local") ? ["--local"] : []),
  ];
}
