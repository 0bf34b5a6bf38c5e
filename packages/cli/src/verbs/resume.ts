import { existsSync } from "node:fs";
import { planHash } from "@lobster-lang/plan";
import { resume } from "@lobster-lang/runtime";
import type { ResumeOptions, RunResult } from "@lobster-lang/runtime";
import { readArguments } from "../arguments.ts";
import type { Arguments } from "../arguments.ts";
import { configurationsFor } from "../configuration.ts";
import { compileTarget } from "../compile-target.ts";
import { exitCodeOf } from "../exit-codes.ts";
import { givenArguments } from "../given-arguments.ts";
import type { Io } from "../io.ts";
import { printOneDocument } from "../one-document.ts";
import { hostFor } from "../run-host.ts";
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
      await tellWhetherTheFileChanged(result, args, io);
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
    decision: decisionOf(args),
    args: await givenArguments(args, { args: [] }, io, "resume"),
    stateDir: stateFolder(io),
    env: io.env,
    host: hostFor(args, io),
    commands: (await configurationsFor(args, io).of(io.cwd)).own,
    onWarning: (message) => io.stderr.write(`warning: ${message}\n`),
  };
}

/** The stored plan ran, whatever the file says now; who edited the file should know (D4). */
async function tellWhetherTheFileChanged(result: RunResult, args: Arguments, io: Io): Promise<void> {
  const { planHash: ran, sourcePath } = result;
  if (ran === undefined || sourcePath === undefined || sourcePath === null || !existsSync(sourcePath)) return;
  try {
    const { plan } = await compileTarget(await fileTarget(sourcePath, io), configurationsFor(args, io), io);
    if (plan !== null && planHash(plan) === ran) return;
  } catch {
    // Not even a workflow any more.
  }
  io.stderr.write(`note: \`${sourcePath}\` has changed since the run paused; the stored plan is what ran\n`);
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
  return answer.toLowerCase().startsWith("y") ? "approve" : "reject";
}
