import { damaged, unreadable } from "./faults.ts";
import { codeOf, isMissing } from "./error-codes.ts";
import type { AppendFile, FileHost } from "./file-host.ts";
import { stateVersion, StateError, type JournalEntry, type JournalRecord, type RunHeader } from "./types.ts";

/** The journal of one run, open for writing by the holder of a claim. */
export interface JournalWriter {
  /** Appends one line; with `sync` (the default) it and all lines before it are on the disk afterwards. */
  append(entry: JournalEntry, options?: { readonly sync: boolean }): Promise<JournalRecord>;
  close(): Promise<void>;
}

export async function openJournal(
  files: FileHost,
  path: string,
  claim: number,
  now: () => number,
): Promise<JournalWriter> {
  const file: AppendFile = await files.append(path);
  // A torn last line of an earlier holder must not swallow the first of ours.
  if (await endsTorn(files, path)) await file.write("\n");
  return {
    append: async (entry, options) => {
      const record: JournalRecord = { ...entry, at: new Date(now()).toISOString(), claim };
      await file.write(`${JSON.stringify(record)}\n`);
      if (options?.sync !== false) await file.sync();
      return record;
    },
    close: () => file.close(),
  };
}

async function endsTorn(files: FileHost, path: string): Promise<boolean> {
  const bytes = await files.read(path);
  return bytes.length > 0 && bytes[bytes.length - 1] !== 0x0a;
}

export interface JournalContent {
  readonly header: RunHeader;
  readonly records: readonly JournalRecord[];
}

/**
 * Reads a journal. A line that does not parse is an unfinished write and is dropped, and so are lines of a holder whose
 * claim was over when it wrote them.
 * @throws StateError when there is no journal, or its format is newer than this program.
 */
export async function readJournal(files: FileHost, path: string, run: string): Promise<JournalContent> {
  const lines = (await readText(files, path, run)).split("\n");
  const header = parseLine(lines[0] ?? "") as RunHeader | null;
  if (header === null || header.format !== "lobster-run") {
    throw damaged(journalOf(run));
  }
  if (header.version > stateVersion) {
    throw new StateError(
      "state",
      `run \`${run}\` was written by a newer lobster (format ${header.version}, this one reads ${stateVersion}); continue it with that version`,
    );
  }
  const records: JournalRecord[] = [];
  let claim = 0;
  for (const line of lines.slice(1)) {
    const record = parseLine(line) as JournalRecord | null;
    if (record === null || record.claim < claim) continue;
    claim = record.claim;
    records.push(record);
  }
  return { header, records };
}

async function readText(files: FileHost, path: string, run: string): Promise<string> {
  try {
    return (await files.read(path)).toString("utf8");
  } catch (error) {
    // A file where the folder should be is no run either.
    if (isMissing(error) || codeOf(error) === "ENOTDIR")
      throw new StateError("request", `there is no run \`${run}\` in this state folder`);
    throw unreadable(journalOf(run), error);
  }
}

function journalOf(run: string): string {
  return `the journal of run \`${run}\``;
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
