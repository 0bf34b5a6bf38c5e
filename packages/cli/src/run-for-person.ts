import { dryRun, run } from "@lobster-lang/runtime";
import type { RunResult } from "@lobster-lang/runtime";
import { wholeNumber } from "./arguments.ts";
import type { Arguments } from "./arguments.ts";
import { askForData } from "./ask-for-data.ts";
import { askOnTerminal, terminalOf } from "./ask.ts";
import { exitCodeOf } from "./exit-codes.ts";
import { FaultyFile } from "./faulty-file.ts";
import type { Io } from "./io.ts";
import { envelopeText } from "./one-document.ts";
import { prepareRun } from "./prepare-run.ts";
import type { PreparedRun } from "./prepare-run.ts";
import { openProgress } from "./progress.ts";
import { coloursFor } from "./render/colour.ts";
import { costLine } from "./render/cost-line.ts";
import { visible, visibleJson } from "./render/terminal-text.ts";
import { renderSummary, renderText } from "./render/diagnostics-text.ts";
import { tellHowToContinue } from "./resumed-run.ts";
import { hostFor } from "./run-host.ts";
import { answered } from "./run-interruptibly.ts";
import { stateFolder } from "./state-folder.ts";

/**
 * `run` for a person: results on standard output; progress, standard error of children and errors on standard error; a
 * gate asks on the terminal, and without one pauses the run with the envelope of tool mode (D39).
 */
export async function runForPerson(args: Arguments, io: Io): Promise<number> {
  try {
    const prepared = await prepareRun(args, io);
    if (args.has("dry-run")) {
      io.stderr.write(dryRun(prepared.plan, prepared.args));
      return 0;
    }
    return await runPrepared(prepared, args, io);
  } catch (error) {
    if (!(error instanceof FaultyFile)) throw error;
    const colours = coloursFor(io.stderr, io.env);
    io.stderr.write(`${renderText(error.files, colours)}\n${renderSummary(error.files, colours)}`);
    return 2;
  }
}

async function runPrepared(prepared: PreparedRun, args: Arguments, io: Io): Promise<number> {
  const { plan, sourcePath, warnings } = prepared;
  if (warnings > 0 && io.stderr.isTTY && sourcePath !== null) {
    io.stderr.write(
      `${warnings} warning${warnings === 1 ? "" : "s"}: \`lobster check\` shows ${warnings === 1 ? "it" : "them"}\n`,
    );
  }
  const terminal = terminalOf(io);
  const progress = openProgress(plan, io);
  let refused = false;
  try {
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
        onStderr: (chunk) => progress.print(chunk),
        onWarning: (message) => progress.print(Buffer.from(`warning: ${visible(message)}\n`)),
        ...(terminal === null
          ? {}
          : {
              ask: async (question) => {
                progress.pause();
                const yes = await askOnTerminal(question, io, terminal, ending.signal);
                refused ||= !yes;
                return yes;
              },
              askInput: async (question) => {
                progress.pause();
                const answer = await askForData(question, io, terminal, ending.signal);
                refused ||= answer === null;
                return answer;
              },
            }),
      }),
    );
    progress.close();
    return code === null && refused && !isDone(result)
      ? notDecided(result, args, io)
      : finish(result, code, plan.kind === "pipeline", args, io);
  } finally {
    progress.close();
  }
}

function isDone(result: RunResult): boolean {
  return result.envelope.ok && result.envelope.status === "ok";
}

/** Somebody at the terminal said no, or nothing: the run has not done what it was for. */
function notDecided({ envelope }: RunResult, args: Arguments, io: Io): number {
  const why = envelope.ok ? "not approved" : visible(envelope.error.message);
  io.stderr.write(`lobster: ${why}; the run is cancelled\n`);
  return args.has("exit-code") ? 3 : 1;
}

function finish(result: RunResult, code: number | null, isPipeline: boolean, args: Arguments, io: Io): number {
  const { envelope } = result;
  if (!envelope.ok) {
    io.stderr.write(`lobster: ${visible(envelope.error.message)}\n`);
    tellHowToContinue(result, io);
  } else if (envelope.status !== "ok") {
    io.stdout.write(envelopeText(envelope));
    const gate = envelope.requiresApproval;
    if (gate !== null)
      io.stderr.write(
        `paused: \`lobster resume --id ${gate.approvalId} --approve yes\` goes on, \`--approve no\` cancels\n`,
      );
    const question = envelope.requiresInput;
    if (question !== null)
      io.stderr.write(
        `paused: \`lobster resume --id ${question.approvalId} --response-json JSON\` answers, \`--cancel\` ends the run\n`,
      );
  } else if (result.rendered !== null) io.stdout.write(result.rendered);
  else if (isPipeline || envelope.output.length > 0)
    io.stdout.write(`${visibleJson(JSON.stringify(envelope.output, null, 2))}\n`);
  io.stderr.write(visible(costLine(envelope)));
  return code ?? exitCodeOf(envelope, args.has("exit-code"));
}
