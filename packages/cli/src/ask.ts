import type { GateQuestion } from "@lobster-lang/runtime";
import type { Io, Output } from "./io.ts";

/** Where a person can be asked: a terminal to read from and one to show the question on. */
export function terminalOf(io: Io): Output | null {
  if (!io.stdin.isTTY) return null;
  if (io.stdout.isTTY) return io.stdout;
  return io.stderr.isTTY ? io.stderr : null;
}

/** A preview longer than this is cut on the terminal; the whole of it is in the envelope of tool mode. */
const mostLines = 20;

/**
 * Shows a gate's preview and asks; only `y` and `yes` approve. The end of input and an interruption do not.
 */
export async function askOnTerminal(
  question: GateQuestion,
  io: Io,
  terminal: Output,
  signal: AbortSignal,
): Promise<boolean> {
  terminal.write(`${previewOf(question)}${visible(question.prompt)} [y/N] `);
  const line = await io.stdin.readLine(signal);
  if (line === null) terminal.write("\n");
  return line !== null && /^\s*y(es)?\s*$/i.test(line);
}

function previewOf(question: GateQuestion): string {
  const text = question.preview ?? (question.items.length === 0 ? "" : JSON.stringify(question.items, null, 2));
  const lines = visible(text).replace(/\n+$/, "").split("\n");
  if (lines.length === 1 && lines[0] === "") return "";
  const shown = lines.slice(0, mostLines).map((line) => `  ${line}`);
  const more = lines.length > mostLines ? [`  … ${lines.length - mostLines} more lines`] : [];
  return `${[...shown, ...more].join("\n")}\n`;
}

/** What a step printed must not move the cursor or repaint the question: control characters are shown as a mark. */
export function visible(text: string): string {
  return text.replace(/\r\n/g, "\n").replace(/[^\P{Cc}\n\t]|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "\ufffd");
}
