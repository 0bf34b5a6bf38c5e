import { resume } from "@lobster-lang/runtime";
import { readArguments } from "./arguments.ts";
import type { Io } from "./io.ts";
import { printResumed } from "./resumed-run.ts";
import { UsageError } from "./usage-error.ts";
import { described } from "./verb-table.ts";
import { commonOptions } from "./resume-options.ts";

/** Decides a gate by its approval id and prints the envelope of the run. */
export function printDecision(decision: "approve" | "reject", words: readonly string[], io: Io): Promise<number> {
  return printResumed(io, async () => {
    const args = readArguments(described(decision), words);
    const [approvalId] = args.positionals;
    if (approvalId === undefined || args.positionals.length > 1) {
      throw new UsageError(`\`lobster ${decision}\` takes one approval id: \`lobster runs\` lists what waits`);
    }
    const options = await commonOptions(args, io);
    return { args, work: (ending) => resume({ ...options, ...ending, approvalId, decision }) };
  });
}
