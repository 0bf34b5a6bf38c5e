import { join } from "node:path";
import type { FileHost } from "./file-host.ts";
import { isMissing } from "./error-codes.ts";
import { StateError, type RunSummary } from "./types.ts";
import type { StateFolder } from "./state-folder.ts";

export interface PruneOptions {
  /** Runs that nothing was written to since this time (milliseconds since 1970). */
  readonly before: number;
  /** Also runs that could still be continued: failed, interrupted, waiting at a gate. */
  readonly unfinished: boolean;
  /** Only tells which. */
  readonly dryRun: boolean;
}

/**
 * Removes old runs with their approvals, newest first; gives what was removed. A run that a process holds stays, and so
 * does one that somebody takes up at the same moment. @throws StateError for a folder that cannot be written.
 */
export async function pruneRuns(
  state: StateFolder,
  files: FileHost,
  { before, unfinished, dryRun }: PruneOptions,
): Promise<readonly RunSummary[]> {
  const removed: RunSummary[] = [];
  for (const summary of await state.listRuns()) {
    if (!isOld(summary, before) || !mayGo(summary, unfinished)) continue;
    if (!dryRun && !(await removeRun(state, files, summary.header.run))) continue;
    removed.push(summary);
  }
  return removed;
}

function isOld(summary: RunSummary, before: number): boolean {
  return Date.parse(summary.updated) < before;
}

function mayGo({ status }: RunSummary, unfinished: boolean): boolean {
  if (status === "running") return false;
  return unfinished || status === "ok" || status === "cancelled";
}

/** False when a process holds it. Its approvals go first: a run that is half removed must not be found by them. */
async function removeRun(state: StateFolder, files: FileHost, run: string): Promise<boolean> {
  try {
    const folder = await state.openRun(run);
    const held = await folder.hold();
    const { records } = await folder.readJournal();
    for (const record of records) {
      if (record.type === "gate-opened") await files.remove(join(state.path, `approval_${record.gate}.json`));
    }
    // The claim's files go with the folder: there is nothing left to let go.
    await held.journal.close();
    const grave = join(state.path, "runs", `.removed-${run}`);
    await files.rename(folder.path, grave);
    await files.removeFolder(grave);
    return true;
  } catch (error) {
    if (error instanceof StateError || isMissing(error)) return false;
    throw error;
  }
}
