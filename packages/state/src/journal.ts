import { chainOfHeader, lineOf, linkOf, nextChain, sealOf } from "./chain.ts";
import { changedByHand, damaged, unreadable } from "./faults.ts";
import { codeOf, isMissing } from "./error-codes.ts";
import type { AppendFile, FileHost } from "./file-host.ts";
import {
  stateVersion,
  StateError,
  type GateOpened,
  type JournalEntry,
  type JournalRecord,
  type RunHeader,
} from "./types.ts";

/** The journal of one run, open for writing by the holder of a claim. */
export interface JournalWriter {
  /** Appends one line; with `sync` (the default) it and all lines before it are on the disk afterwards. */
  append(entry: JournalEntry, options?: { readonly sync: boolean }): Promise<JournalRecord>;
  /** Appends the opening of a gate, sealed with the key of its token. */
  openGate(entry: Omit<GateOpened, "keyHash">, key: string): Promise<JournalRecord>;
  close(): Promise<void>;
}

export interface JournalPlace {
  readonly files: FileHost;
  readonly path: string;
  readonly run: string;
}

export async function openJournal(place: JournalPlace, claim: number, now: () => number): Promise<JournalWriter> {
  const { files, path } = place;
  let { chain } = await readJournal(place);
  const file: AppendFile = await files.append(path);
  // A torn last line, of an earlier holder or of a write that failed, must not swallow the next one.
  let isTorn = await endsTorn(files, path);
  let last: Promise<unknown> = Promise.resolve();
  /** One line at a time: each follows the one before. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
  const write = async (entry: JournalEntry, sync: boolean): Promise<JournalRecord> => {
    const record: JournalRecord = { ...entry, at: new Date(now()).toISOString(), claim };
    const body = JSON.stringify(record);
    const next = nextChain(chain, body);
    const wasTorn = isTorn;
    isTorn = true;
    await file.write(`${wasTorn ? "\n" : ""}${lineOf({ body, chain: next })}\n`);
    isTorn = false;
    chain = next;
    if (sync) await file.sync();
    return record;
  };
  return {
    append: (entry, options) => inTurn(() => write(entry, options?.sync !== false)),
    openGate: (entry, key) => inTurn(() => write({ ...entry, keyHash: sealOf(key, chain, entry) }, true)),
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
  /** What each record follows, for its seal. */
  readonly before: readonly string[];
  /** What the next line follows. */
  readonly chain: string;
}

/**
 * Reads a journal. A line that does not parse is an unfinished write and is dropped, and so are lines of a holder whose
 * claim was over when it wrote them.
 * @throws StateError when there is no journal, its format is newer than this program, or a line does not follow those before.
 */
export async function readJournal({ files, path, run }: JournalPlace): Promise<JournalContent> {
  const lines = (await readText(files, path, run)).split("\n");
  const header = parseLine(lines[0] ?? "") as RunHeader | null;
  if (header === null || header.format !== "lobster-run" || header.run !== run) {
    throw damaged(journalOf(run));
  }
  if (header.version > stateVersion) {
    throw new StateError(
      "state",
      `run \`${run}\` was written by a newer lobster (format ${header.version}, this one reads ${stateVersion}); continue it with that version`,
    );
  }
  const records: JournalRecord[] = [];
  const before: string[] = [];
  let claim = 0;
  let chain = chainOfHeader(lines[0]!);
  for (const line of lines.slice(1)) {
    const link = linkOf(line);
    const record = link === null ? null : (parseLine(link.body) as JournalRecord | null);
    if (link === null || record === null || record.claim < claim) continue;
    if (nextChain(chain, link.body) !== link.chain) {
      // A new holder did not see what the old one still wrote while it took over.
      const from = before.findIndex((each) => nextChain(each, link.body) === link.chain);
      if (from === -1 || record.claim === claim) throw changedByHand(journalOf(run));
      chain = before[from]!;
      records.length = from;
      before.length = from;
    }
    before.push(chain);
    chain = link.chain;
    claim = record.claim;
    records.push(record);
  }
  return { header, records, before, chain };
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
