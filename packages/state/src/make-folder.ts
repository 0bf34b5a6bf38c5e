import { chmod, mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { codeOf } from "./error-codes.ts";

/**
 * Makes a private folder (0700) and those above it that are missing; a folder that others made keeps its mode. Not by
 * `mkdir`'s own `recursive`: it never comes back where a folder exists but takes no new ones (`/proc`).
 */
export async function makeFolder(path: string): Promise<void> {
  if (await isFolder(path)) return;
  const above = dirname(path);
  if (above !== path) await makeFolder(above);
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    // Another process was quicker.
    if (codeOf(error) === "EEXIST" && (await isFolder(path))) return;
    throw error;
  }
  // The umask may have taken more than wanted, never less.
  await chmod(path, 0o700);
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return false;
    throw error;
  }
}
