import type { Json } from "@lobster-lang/plan";
import { continueRun, resume } from "@lobster-lang/runtime";
import type { ResumeDecision } from "@lobster-lang/runtime";
import { readArguments } from "../arguments.ts";
import type { Arguments } from "../arguments.ts";
import { readSource } from "../read-source.ts";
import { commonOptions } from "../resume-options.ts";
import { printResumed, type PreparedResume } from "../resumed-run.ts";
import type { Io } from "../io.ts";
import { UsageError } from "../usage-error.ts";
import { described } from "../verb-table.ts";
import type { Verb } from "../verb-types.ts";

/** `lobster resume`: always one JSON envelope; what runs is the plan that was stored (D4). */
export const verb: Verb = {
  run: (words, io) => printResumed(io, () => prepare(readArguments(described("resume"), words), io)),
};

async function prepare(args: Arguments, io: Io): Promise<PreparedResume> {
  const [first] = args.positionals;
  if (first !== undefined) {
    throw new UsageError(
      `\`${first}\` is too much: write \`--token ${first}\`, \`--id ${first}\` or \`--run ${first}\``,
    );
  }
  const named = ["token", "id", "run"].filter((name) => args.has(name));
  if (named.length === 0) throw new UsageError("`lobster resume` needs `--token TOKEN`, `--id ID` or `--run RUN`");
  if (named.length > 1) {
    throw new UsageError(`\`--${named[0]}\` and \`--${named[1]}\` do not go together: either names the run`);
  }
  const common = await commonOptions(args, io);
  const run = args.value("run");
  if (run !== null) {
    refuseTogether(
      args,
      ["approve", "cancel", "response-json", "response-file"],
      "--run",
      "it continues a run that no gate holds up",
    );
    const words = { rerun: args.values("rerun"), markDone: args.values("mark-done") };
    return { args, work: (ending) => continueRun({ ...common, ...ending, run, ...words }) };
  }
  refuseTogether(args, ["rerun", "mark-done"], `--${named[0]}`, "write `--run RUN`");
  const token = args.value("token");
  const gate = token === null ? { approvalId: args.value("id")! } : { token };
  const decision = await decisionOf(args, io);
  return { args, work: (ending) => resume({ ...common, ...ending, ...gate, decision }) };
}

function refuseTogether(args: Arguments, names: readonly string[], other: string, why: string): void {
  const name = names.find((each) => args.has(each));
  if (name !== undefined) throw new UsageError(`\`--${name}\` and \`${other}\` do not go together: ${why}`);
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
  return ["y", "yes", "true"].includes(answer.toLowerCase()) ? "approve" : "reject";
}

function responseIn(text: string, option: string): Json {
  try {
    return JSON.parse(text.replace(/^\ufeff/, "")) as Json;
  } catch {
    throw new UsageError(`\`${option}\` must be JSON: a text needs quotes, \`--response-json '"text"'\``);
  }
}
