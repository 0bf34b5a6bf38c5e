import {
  closeSync,
  fchmodSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

/** Replaces a file's text as a whole: after a crash there is the old text or the new one. Links and modes stay. */
export function replaceFile(path: string, text: string): void {
  const target = existing(path);
  const temporary = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`);
  const file = openSync(temporary, "wx", 0o666);
  try {
    const bytes = Buffer.from(text, "utf8");
    for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
    const mode = modeOf(target);
    if (mode !== null) fchmodSync(file, mode);
    fsyncSync(file);
    closeSync(file);
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function existing(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function modeOf(path: string): number | null {
  try {
    return statSync(path).mode & 0o7777;
  } catch {
    return null;
  }
}
