import { readFileSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { decodeSource } from "@lobster-lang/grammar";
import { nearest } from "@lobster-lang/language";
import type { Diagnostic } from "@lobster-lang/language";
import type { Io } from "./io.ts";
import { UsageError } from "./usage-error.ts";

/** A text and the finding that it cannot be read as UTF-8, if so. */
export interface Source {
  /** As the user wrote it. */
  readonly path: string;
  readonly text: string;
  readonly problem: Diagnostic | null;
}

/** No file may be larger than this before it is even read into memory; the language's own limit is below it. */
export const largestFile = 256 << 20;

/** Reads a file, or standard input for `-`. Throws UsageError for a file that is missing, a folder or unreadable. */
export async function readSource(path: string, io: Io): Promise<Source> {
  if (path === "-") return decoded("-", await io.stdin.readAll());
  const full = resolve(io.cwd, path);
  try {
    const stat = statSync(full);
    if (stat.isDirectory()) throw new UsageError(`\`${path}\` is a folder, not a file`);
    if (stat.size > largestFile) throw new UsageError(`\`${path}\` is too large: ${stat.size} bytes`);
    return decoded(path, readFileSync(full));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(unreadable(path, full, error as NodeJS.ErrnoException));
  }
}

/** Bytes as text; for bytes that are no UTF-8 also the finding, at the first such place. */
export function decoded(path: string, bytes: Uint8Array): Source {
  const { text, problems } = decodeSource(bytes);
  const first = problems[0];
  const problem: Diagnostic | null =
    first === undefined
      ? null
      : { rule: first.rule, severity: "error", range: first.range, message: first.message, related: [], fixes: [] };
  return { path, text, problem };
}

function unreadable(path: string, full: string, error: NodeJS.ErrnoException): string {
  if (error.code === "EACCES" || error.code === "EPERM") return `\`${path}\` may not be read by this user`;
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") return `\`${path}\` cannot be read: ${error.message}`;
  const meant = neighbour(full);
  return `there is no file \`${path}\`${meant === null ? "" : `: did you mean \`${join(dirname(path), meant)}\`?`}`;
}

/** The file of the same folder whose name is nearest. */
function neighbour(full: string): string | null {
  try {
    return nearest(basename(full), readdirSync(dirname(full)));
  } catch {
    return null;
  }
}
