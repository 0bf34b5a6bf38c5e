import { continueRun, resume } from "@lobster-lang/runtime";
import type { ResumeOptions } from "@lobster-lang/runtime";
import { readArguments } from "../arguments.ts";
import type { Arguments } from "../arguments.ts";
import { commonOptions } from "../resume-options.ts";
import type { Io } from "../io.ts";
import { printResumed, type PreparedResume } from "../resumed-run.ts";
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
    refuseTogether(args, ["approve", "cancel", "response-json"], "--run", "it continues a run that no gate holds up");
    const words = { rerun: args.values("rerun"), markDone: args.values("mark-done") };
    return { args, work: (ending) => continueRun({ ...common, ...ending, run, ...words }) };
  }
  refuseTogether(args, ["rerun", "mark-done"], `--${named[0]}`, "write `--run RUN`");
  const token = args.value("token");
  const gate = token === null ? { approvalId: args.value("id")! } : { token };
  const decision = decisionOf(args);
  return { args, work: (ending) => resume({ ...common, ...ending, ...gate, decision }) };
}

function refuseTogether(args: Arguments, names: readonly string[], other: string, why: string): void {
  const name = names.find((each) => args.has(each));
  if (name !== undefined) throw new UsageError(`\`--${name}\` and \`${other}\` do not go together: ${why}`);
}

function decisionOf(args: Arguments): ResumeOptions["decision"] {
  if (args.has("response-json")) {
    throw new UsageError(
      "`--response-json` is not supported yet: there are no input steps to answer; write `--approve yes|no`",
    );
  }
  const answer = args.value("approve");
  const cancels = args.has("cancel") && !["no", "false", "0"].includes(args.value("cancel") ?? "");
  if (answer !== null && cancels) throw new UsageError("`--approve` and `--cancel` do not go together");
  if (cancels) return "cancel";
  if (answer === null) throw new UsageError("`lobster resume` needs `--approve yes|no` or `--cancel`");
  return ["y", "yes", "true"].includes(answer.toLowerCase()) ? "approve" : "reject";
}
