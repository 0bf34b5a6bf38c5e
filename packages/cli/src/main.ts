import { isOutputFailed } from "./io.ts";
import type { Io } from "./io.ts";
import { withSparedTerminals } from "./render/terminal-text.ts";
import { isUsageError } from "./usage-error.ts";
import { version } from "./version.ts";
import { verbs } from "./verb-names.ts";

/**
 * The program: `args` are the words after `lobster`. Gives the exit code and never throws: 0 well, 1 failed, 2 wrong
 * input (command line, file, arguments, answer), 128+n ended by a signal; `--exit-code` adds 3 and 10 (D40).
 */
export async function main(args: readonly string[], outside: Io): Promise<number> {
  const io = withSparedTerminals(outside);
  try {
    return await dispatch(args, io);
  } catch (error) {
    return failed(error, io);
  }
}

async function dispatch(args: readonly string[], io: Io): Promise<number> {
  const [first, ...rest] = args;
  if (first === "version" || first === "--version" || first === "-v" || first === "-V") {
    io.stdout.write(`${version}\n`);
    return 0;
  }
  if (first === undefined || first === "--help" || first === "-h") return start("help", [], io);
  if (!Object.hasOwn(verbs, first) || isStage(first, rest)) return start("run", args, io);
  // The programs `openclaw.invoke` and `clawd.invoke`, which have a help of their own.
  if (first === "invoke-tool") return start(first, rest, io);
  if (isHelp(first, rest)) return start("help", [first], io);
  return start(first, rest, io);
}

/** `lobster approve 1a2b3c4d` decides; `lobster approve --prompt Go?` is a pipeline, and its stage takes flags alone. */
function isStage(first: string, rest: readonly string[]): boolean {
  if (first !== "approve") return false;
  const [next] = rest;
  return next === undefined || next === "|" || (next.startsWith("-") && next !== "--help" && next !== "-h");
}

/** `lobster check --help`; in a pipeline (`lobster run exec ls -h`) the word belongs to the program. */
function isHelp(verb: string, rest: readonly string[]): boolean {
  const first = rest[0];
  if (first === "--help" || first === "-h") return true;
  return verb !== "run" && verb !== "help" && (rest.includes("--help") || rest.includes("-h"));
}

async function start(name: string, words: readonly string[], io: Io): Promise<number> {
  const verb = await verbs[name]!();
  return verb.run(words, io);
}

function failed(error: unknown, io: Io): number {
  const wrongUse = isUsageError(error) || isWrongRequest(error);
  const message = error instanceof Error ? error.message : String(error);
  try {
    if (wrongUse || isOutputFailed(error) || isSaidInWords(error)) io.stderr.write(`lobster: ${message}\n`);
    else {
      io.stderr.write(`lobster: internal error: ${message}\n`);
      if (io.env["LOBSTER_DEBUG"] !== undefined && error instanceof Error) io.stderr.write(`${error.stack}\n`);
    }
  } catch {
    // Nowhere left to say it.
  }
  return wrongUse ? 2 : 1;
}

/** Faults of a run or of the state folder say what to do about them. By name, as `isUsageError`. */
function isSaidInWords(error: unknown): boolean {
  return error instanceof Error && ["StateError", "RunFailure"].includes(error.name);
}

/** A run or an approval that is not there. */
function isWrongRequest(error: unknown): boolean {
  return error instanceof Error && error.name === "StateError" && "kind" in error && error.kind === "request";
}
