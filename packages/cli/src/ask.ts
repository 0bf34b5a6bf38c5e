import type { GateQuestion } from "@lobster-lang/runtime";
import type { Io, Output } from "./io.ts";
import { visible } from "./render/terminal-text.ts";
import { UsageError } from "./usage-error.ts";

/** Where a person can be asked: a terminal to read from and one to show the question on. */
export function terminalOf(io: Io): Output | null {
  if (!io.stdin.isTTY) return null;
  if (io.stdout.isTTY) return io.stdout;
  return io.stderr.isTTY ? io.stderr : null;
}

/** A preview longer than this is cut on the terminal; the whole of it is in the envelope of tool mode. */
const mostLines = 20;

/**
 * Shows a gate's preview and asks; only `y` and `yes` approve. The end of input, an
 * interruption and a time limit do not.
 */
export async function askOnTerminal(
  question: GateQuestion,
  io: Io,
  terminal: Output,
  signal: AbortSignal,
): Promise<boolean> {
  // Whatever colour a child has left behind is none of the question's.
  const preview = question.preview ?? (question.items.length === 0 ? "" : JSON.stringify(question.items, null, 2));
  terminal.write(`${ordinary}${shownText(preview)}${shownPrompt(question.prompt)} [y/N] `);
  const limit = patience(io);
  const timeout = limit === null ? null : AbortSignal.timeout(limit);
  const line = await io.stdin.readLine(timeout === null ? signal : AbortSignal.any([signal, timeout]));
  if (line === null) terminal.write("\n");
  if (line === null && timeout?.aborted === true && !signal.aborted) {
    terminal.write(`nobody answered within ${limit} ms (LOBSTER_APPROVAL_INPUT_TIMEOUT_MS)\n`);
  }
  return line !== null && /^\s*y(es)?\s*$/i.test(line);
}

export const ordinary = "\u001b[0m";

/** How long a question waits at a terminal; without end when it is not said (original-runtime.md 2.2). */
function patience({ env }: Io): number | null {
  const text = env["LOBSTER_APPROVAL_INPUT_TIMEOUT_MS"]?.trim() ?? "";
  if (text === "" || text === "0") return null;
  if (/^[1-9]\d*$/.test(text)) return Math.min(Number(text), 2_147_483_647);
  throw new UsageError(`LOBSTER_APPROVAL_INPUT_TIMEOUT_MS must be a whole number of milliseconds, got \`${text}\``);
}

/**
 * Only its first line starts where lines of the program start, and no run of blanks pushes a part of it to where another line
 * seems to begin: a prompt must not look like an answer, or like what comes after one.
 */
export function shownPrompt(prompt: string): string {
  const lines = visible(prompt)
    .trim()
    .split("\n")
    .map((line) => line.trimEnd().replace(/(\S)[^\S\n]{4,}/g, "$1   "));
  const shown = lines.slice(0, mostLines);
  if (lines.length > mostLines) shown.push(`… ${lines.length - mostLines} more lines`);
  return shown.join("\n  ");
}

/** What a question is about, indented and cut; nothing for nothing. */
export function shownText(text: string): string {
  const lines = visible(text).replace(/\n+$/, "").split("\n");
  if (lines.length === 1 && lines[0] === "") return "";
  const shown = lines.slice(0, mostLines).map((line) => `  ${line}`);
  const more = lines.length > mostLines ? [`  … ${lines.length - mostLines} more lines`] : [];
  return `${[...shown, ...more].join("\n")}\n`;
}
