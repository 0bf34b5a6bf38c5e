import type { FileHost } from "./file-host.ts";
import { StateError } from "./types.ts";

/**
 * Refuses a state folder that others may write to or that belongs to somebody else: whoever can write it can put runs and
 * decisions there. (Root may own it, as in containers; members of its group may be trusted.)
 */
export async function refuseOpenToOthers(files: FileHost, folder: string): Promise<void> {
  for (const path of [folder, `${folder}/runs`]) {
    // The folder that a link leads to is what counts.
    const fault = await faultOf(files, `${path}/.`);
    if (fault !== null)
      throw new StateError(
        "state",
        `the state folder \`${path}\` ${fault}, who could approve runs in it: make it your own (mode 700), or name another one in LOBSTER_STATE_DIR`,
      );
  }
}

/** A run's folder is a folder of its own: a link could lead to files that somebody else writes. */
export async function refuseForeignRun(files: FileHost, path: string, run: string): Promise<void> {
  const fault = (await files.look(path))?.kind === "link" ? "is a link to another place" : await faultOf(files, path);
  if (fault !== null) throw new StateError("state", `the folder of run \`${run}\` ${fault}: run the workflow again`);
}

async function faultOf(files: FileHost, path: string): Promise<string | null> {
  const facts = await files.look(path);
  const own = process.getuid?.();
  if (facts === null || own === undefined) return null;
  if (facts.owner !== own && facts.owner !== 0) return `belongs to another user (${facts.owner})`;
  return (facts.mode & 0o002) === 0 ? null : "can be written by every user";
}
