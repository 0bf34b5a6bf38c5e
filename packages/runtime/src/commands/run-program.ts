import { runToFiles } from "../capture.ts";
import type { Environment } from "../environment.ts";
import { StepFailure } from "../failures.ts";
import { exitName, lastWords, tailOf } from "../last-words.ts";
import { maxJsonBytes } from "../results.ts";
import type { StageContext } from "./command.ts";

/** A program that a stage starts for its JSON, and the stage's name for messages. */
export interface StageProgram {
  readonly command: string;
  readonly file: string;
  readonly args: readonly string[];
  /** Bytes of output that are read at most. */
  readonly maxBytes?: number;
}

/** Linux: the longest word that a program can be given. */
const maxWordBytes = 128 * 1024;

/**
 * Runs a program to its end and gives its standard output as text. It gets no standard input.
 * @throws StepFailure when it cannot be started, fails, or writes too much.
 */
export async function outputOfProgram(program: StageProgram, context: StageContext): Promise<string> {
  const { command, file, args } = program;
  checkWords(command, args);
  const { world, cwd, signal, environment } = context;
  const most = program.maxBytes ?? maxJsonBytes;
  const limits = { ...world.limits, maxOutputBytes: Math.min(world.limits.maxOutputBytes, most) };
  const spec = { file, args, role: "program", cwd, env: environment.variables, stdin: "none" } as const;
  const { exit, fault, stdout, stderr } = await started(command, () => runToFiles({ ...world, limits }, spec, signal));
  context.keepStderr(stderr);
  if (fault !== null) await world.files.remove(stdout);
  if (fault !== null) throw new StepFailure(`${command}: ${fault.message}`, { cause: fault });
  const text = await world.outputs.read(await world.outputs.adopt(stdout));
  if (exit.code === 0) return text;
  const said = lastWords(tailOf(stderr)) || lastWords(text) || `\`${file}\` said nothing`;
  throw new StepFailure(`${command} failed (${exitName(exit)}): ${said}`, { exitCode: exit.code });
}

async function started<T>(command: string, start: () => Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error;
    throw new StepFailure(`${command}: ${error.message.replace(/^exec command not found: /, "")}`, { cause: error });
  }
}

/** @throws StepFailure for what no program can be given as a word. */
export function checkWords(command: string, args: readonly string[]): void {
  for (const word of args) {
    if (word.includes("\0"))
      throw new StepFailure(`${command}: a text holds a NUL character, which no program can be given`);
    if (Buffer.byteLength(word) >= maxWordBytes) {
      throw new StepFailure(`${command}: a text is longer than a program can be given (128 KiB); pass less on`);
    }
  }
}

/** A program named by a variable, else by its own name; a script of Node is run by Node (original-runtime.md 2.7). */
export function programFrom(
  variables: Environment,
  variable: string,
  name: string,
): { readonly file: string; readonly before: readonly string[] } {
  const set = variables[variable]?.trim() ?? "";
  if (set === "") return { file: name, before: [] };
  return /\.(?:js|mjs|cjs|ts)$/.test(set) ? { file: process.execPath, before: [set] } : { file: set, before: [] };
}
