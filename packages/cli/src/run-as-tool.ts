import { dryRun, run } from "@lobster-lang/runtime";
import { wholeNumber } from "./arguments.ts";
import type { Arguments } from "./arguments.ts";
import type { Io } from "./io.ts";
import { exitCodeOf } from "./exit-codes.ts";
import { printOneDocument } from "./one-document.ts";
import type { Answer } from "./one-document.ts";
import { prepareRun } from "./prepare-run.ts";
import { tellHowToContinue } from "./resumed-run.ts";
import { hostFor } from "./run-host.ts";
import { answered } from "./run-interruptibly.ts";
import { stateFolder } from "./state-folder.ts";

/** `run --mode tool`: one envelope on standard output, and no questions. */
export function runAsTool(argumentsOf: () => Arguments, io: Io): Promise<number> {
  return printOneDocument(io, async (): Promise<Answer> => {
    const args = argumentsOf();
    const prepared = await prepareRun(args, io);
    if (args.has("dry-run")) {
      io.stderr.write(dryRun(prepared.plan, prepared.args));
      return { envelope: nothingDone, code: 0 };
    }
    const { plan, sourcePath } = prepared;
    const { result, code } = await answered(io, wholeNumber(args, "timeout", 1), (ending) =>
      run(plan, {
        ...ending,
        args: prepared.args,
        stateDir: stateFolder(io),
        cwd: io.cwd,
        env: io.env,
        sourcePath,
        programFolder: prepared.configuration.folder,
        commands: prepared.configuration.own,
        host: hostFor(args, io),
        onWarning: (message) => io.stderr.write(`warning: ${message}\n`),
      }),
    );
    tellHowToContinue(result, io);
    return { envelope: result.envelope, code: code ?? exitCodeOf(result.envelope, args.has("exit-code")) };
  });
}

const nothingDone = {
  protocolVersion: 1,
  ok: true,
  status: "ok",
  output: [],
  requiresApproval: null,
  requiresInput: null,
} as const;
