import { randomBytes } from "node:crypto";
import { dirname, join } from "node:path";
import { codeOf } from "./error-codes.ts";
import type { FileHost } from "./file-host.ts";

/** Replaces a file in one go: after a crash there is the old content or the new one, never a part. */
export async function writeAtomically(files: FileHost, path: string, data: string): Promise<void> {
  const temporary = temporaryBeside(path);
  try {
    await files.create(temporary, data);
    await files.rename(temporary, path);
  } catch (error) {
    await files.remove(temporary).catch(() => undefined);
    throw error;
  }
  await files.syncFolder(dirname(path));
}

/**
 * Creates a file with its whole content unless there is one: link(2) decides among any number of processes.
 * @returns false when the name is taken.
 */
export async function createExclusively(files: FileHost, path: string, data: string): Promise<boolean> {
  const temporary = temporaryBeside(path);
  try {
    await files.create(temporary, data);
    await files.link(temporary, path);
  } catch (error) {
    const code = codeOf(error);
    if (code === "EEXIST") return false;
    if (code === "EPERM" || code === "ENOTSUP" || code === "EOPNOTSUPP" || code === "ENOSYS") {
      return createWithoutLinks(files, path, data);
    }
    throw error;
  } finally {
    await files.remove(temporary);
  }
  await files.syncFolder(dirname(path));
  return true;
}

/** For file systems without hard links: exclusive still, but a crash in between leaves a file without content. */
async function createWithoutLinks(files: FileHost, path: string, data: string): Promise<boolean> {
  try {
    await files.create(path, data);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
  await files.syncFolder(dirname(path));
  return true;
}

function temporaryBeside(path: string): string {
  return join(dirname(path), `.${randomBytes(6).toString("hex")}.tmp`);
}
