import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { Exit } from "./process.ts";

const quotedLength = 4000;

/** The code, or the signal that ended a child. */
export function exitName({ code, signal }: Exit): string {
  return code === null ? (signal ?? "ended") : String(code);
}

/** A text without blanks around it; of a long one the end, where the reason stands. */
export function lastWords(text: string): string {
  const trimmed = text.trim();
  return trimmed.length > quotedLength ? `…${trimmed.slice(-quotedLength)}` : trimmed;
}

/** The end of a file, as text. */
export function tailOf(path: string): string {
  const descriptor = openSync(path, "r");
  try {
    const { size } = fstatSync(descriptor);
    const buffer = Buffer.alloc(Math.min(size, 4 * quotedLength));
    readSync(descriptor, buffer, 0, buffer.length, size - buffer.length);
    return buffer.toString("utf8");
  } finally {
    closeSync(descriptor);
  }
}
