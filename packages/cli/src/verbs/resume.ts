import { existsSync } from "node:fs";
import { planHash, type Json } from "@lobster-lang/plan";
import { resume } from "@lobster-lang/runtime";
import type { ResumeDecision, ResumeOptions, RunResult } from "@lobster-lang/runtime";
import { readArguments } from "../arguments.ts";
import type { Arguments } from "../arguments.ts";
import { compileTarget } from "../compile-target.ts";
import { exitCodeOf } from "../exit-codes.ts";
import { givenArguments } from "../given-arguments.ts";
import type { Io } from "../io.ts";
import { printOneDocument } from "../one-document.ts";
import { readSource } from "../read-source.ts";
import { answered } from "../run-interruptibly.ts";
import { stateFolder } from "../state-folder.ts";
import { fileTarget } from "../target.ts";
import { UsageError } from "../usage-error.ts";
import { described } from "../verb-table.ts";
import type { Verb } from "../verb-types.ts";

/** `lobster resume`: always one JSON envelope; what runs is the plan that was stored (D4). */
export const verb: Verb = {
  async run(words, io) {
    return printOneDocument(io, async () => {
      const args = readArguments(described("resume"), words);
      const options = await optionsOf(args, io);
      const { result, code } = await answered(io, null, (signal) => resume({ ...options, signal }));
      await tellWhetherTheFileChanged(result, io);
      return { envelope: result.envelope, code: code ?? exitCodeOf(result.envelope, args.has("exit-code")) };
    });
  },
};

async function optionsOf(args: Arguments, io: Io): Promise<ResumeOptions> {
  if (args.positionals.length > 0) {
    throw new UsageError(
      `\`${args.positionals[0]}\` is too much: write \`--token ${args.positionals[0]}\` or \`--id\``,
    );
  }
  const token = args.value("token");
  const approvalId = args.value("id");
  if (token === null && approvalId === null)
    throw new UsageError("`lobster resume` needs `--token TOKEN` or `--id ID`");
  if (token !== null && approvalId !== null)
    throw new UsageError("`--token` and `--id` do not go together: either names the run");
  return {
    ...(token === null ? { approvalId: approvalId! } : { token }),
    decision: await decisionOf(args, io),
    args: await givenArguments(args, { args: [] }, io, "resume"),
    stateDir: stateFolder(io),
    env: io.env,
    onWarning: (message) => io.stderr.write(`warning: ${message}\n`),
  };
}

/** The stored plan ran, whatever the file says now; who edited the file should know (D4). */
async function tellWhetherTheFileChanged(result: RunResult, io: Io): Promise<void> {
  const { planHash: ran, sourcePath } = result;
  if (ran === undefined || sourcePath === undefined || sourcePath === null || !existsSync(sourcePath)) return;
  try {
    const { plan } = compileTarget(await fileTarget(sourcePath, io), io);
    if (plan !== null && planHash(plan) === ran) return;
  } catch {
    // Not even a workflow any more.
  }
  io.stderr.write(`note: \`${sourcePath}\` has changed since the run paused; the stored plan is what ran\n`);
}

const intents = "`--approve yes|no`, `--response-json JSON` or `--cancel`";

/** Exactly one of the ways to decide. */
async function decisionOf(args: Arguments, io: Io): Promise<ResumeDecision> {
  const cancels = args.has("cancel") && !["no", "false", "0"].includes(args.value("cancel") ?? "");
  const ways = ["approve", "response-json", "response-file"].filter((name) => args.has(name));
  const given = [...ways, ...(cancels ? ["cancel"] : [])].map((name) => `\`--${name}\``);
  if (given.length > 1) throw new UsageError(`${given[0]} and ${given[1]} do not go together`);
  if (cancels) return "cancel";
  const json = args.value("response-json");
  if (json !== null) return { response: responseIn(json, "--response-json") };
  const file = args.value("response-file");
  if (file !== null) {
    if (file === "-" && args.value("args-file") === "-")
      throw new UsageError(
        "`--response-file -` and `--args-file -` both read standard input: give one of them as a file",
      );
    return { response: responseIn((await readSource(file, io)).text, `--response-file ${file}`) };
  }
  const answer = args.value("approve");
  if (answer === null) throw new UsageError(`\`lobster resume\` needs ${intents}`);
  return answer.toLowerCase().startsWith("y") ? "approve" : "reject";
}

function responseIn(text: string, option: string): Json {
  try {
    return JSON.parse(text.replace(/^\ufeff/, "")) as Json;
  } catch {
    throw new UsageError(`\`${option}\` must be JSON: a text needs quotes, \`--response-json '"text"'\``);
  }
}
