import { existsSync } from "node:fs";
import { planHash } from "@lobster-lang/plan";
import type { RunResult } from "@lobster-lang/runtime";
import type { Arguments } from "./arguments.ts";
import { configurationsFor } from "./configuration.ts";
import { compileTarget } from "./compile-target.ts";
import { exitCodeOf } from "./exit-codes.ts";
import type { Io } from "./io.ts";
import { printOneDocument } from "./one-document.ts";
import { answered, type Ending } from "./run-interruptibly.ts";
import { fileTarget } from "./target.ts";

/** A resume whose command line was right. */
export interface PreparedResume {
  readonly work: (ending: Ending) => Promise<RunResult>;
  readonly args: Arguments;
}

/** Resumes a run and prints its envelope, and only that, on standard output; also for a wrong command line. */
export function printResumed(io: Io, prepare: () => Promise<PreparedResume>): Promise<number> {
  return printOneDocument(io, async () => {
    const { work, args } = await prepare();
    const { result, code } = await answered(io, null, work);
    await tellWhetherTheFileChanged(result, args, io);
    tellHowToContinue(result, io);
    return { envelope: result.envelope, code: code ?? exitCodeOf(result.envelope, args.has("exit-code")) };
  });
}

/** A workflow that stopped halfway is not lost: what is done is kept (D33). */
export function tellHowToContinue({ envelope, runId, sourcePath }: RunResult, io: Io): void {
  if (envelope.ok || runId === null || sourcePath == null) return;
  io.stderr.write(
    `note: what is done is kept: \`lobster resume --run ${runId}\` goes on from there, \`lobster show ${runId}\` tells more\n`,
  );
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
