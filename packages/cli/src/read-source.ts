import { readFileSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
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
const largestFile = 256 << 20;

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

/** Bytes as text. What is not UTF-8 becomes U+FFFD, and a finding at the first such place. */
export function decoded(path: string, bytes: Uint8Array): Source {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString("utf8");
  const encoded = Buffer.from(text, "utf8");
  if (encoded.equals(buffer)) return { path, text, problem: null };
  let same = 0;
  while (same < buffer.length && buffer[same] === encoded[same]) same++;
  // The difference can lie inside the bytes of the replacement character: its own first byte may agree.
  const offset = Math.max(
    0,
    encoded
      .subarray(0, same)
      .toString("utf8")
      .replace(/\ufffd+$/, "").length,
  );
  const isWide = (buffer[0] === 0xff && buffer[1] === 0xfe) || (buffer[0] === 0xfe && buffer[1] === 0xff);
  const message = isWide ? "the file is UTF-16: save it as UTF-8" : "this byte is not UTF-8: save the file as UTF-8";
  const range = { start: offset, end: Math.min(text.length, offset + 1) };
  return { path, text, problem: { rule: "yaml-syntax", severity: "error", range, message, related: [], fixes: [] } };
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
