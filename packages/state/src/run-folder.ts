import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { createExclusively } from "./atomic-file.ts";
import { takeClaimSoon, type Claim } from "./claim.ts";
import { damaged, unreadable, writingState } from "./faults.ts";
import { isMissing } from "./error-codes.ts";
import type { FileHost } from "./file-host.ts";
import { openJournal, readJournal, type JournalContent, type JournalWriter } from "./journal.ts";
import { openOutputs, type OutputStore } from "./outputs.ts";
import { StateError, type Decision, type GateRecord, type InputRecord, type RunHeader } from "./types.ts";

/** One run's folder: `plan.json`, `journal.jsonl`, `out/`, claims and decisions. */
export interface RunFolder {
  readonly id: string;
  readonly path: string;
  readonly header: RunHeader;
  /** The stored plan, not checked here: its hash stands in the header. */
  readPlan(): Promise<unknown>;
  readJournal(): Promise<JournalContent>;
  /** Opens the run for writing. @throws StateError when another process holds it. */
  hold(patienceMs?: number): Promise<HeldRun>;
  /** Outputs for reading alone. */
  outputs(): OutputStore;
  /**
   * Records the one decision of a gate: the first of any number of deciders wins.
   * @throws StateError (`request`) "already decided" for all others.
   */
  decide(gate: string, decision: Omit<Decision, "at" | "from">): Promise<Decision>;
  /** The decision of a gate, or null. */
  decisionOf(gate: string): Promise<Decision | null>;
}

/** A run that this process may write. */
export interface HeldRun {
  readonly claim: number;
  readonly journal: JournalWriter;
  readonly outputs: OutputStore;
  /**
   * Makes a gate findable: `approval_<8 hex>.json` in the state folder. The gate's journal entry must be written first.
   * @returns false when that id is taken.
   */
  publishGate(gate: string): Promise<boolean>;
  /** Whether a gate can be found by its id: until then nobody was shown it. */
  isPublished(gate: string): Promise<boolean>;
  release(): Promise<void>;
}

export interface RunFolderOptions {
  readonly files: FileHost;
  readonly stateFolder: string;
  readonly path: string;
  readonly header: RunHeader;
  readonly now: () => number;
}

export function runFolder({ files, stateFolder, path, header, now }: RunFolderOptions): RunFolder {
  const journalPath = join(path, "journal.jsonl");
  const outFolder = join(path, "out");
  const decisionPath = (gate: string) => join(path, `decision.${gate}`);

  const decisionOf = async (gate: string): Promise<Decision | null> => {
    if ((await files.size(decisionPath(gate))) === null) return null;
    const what = `the decision of gate \`${gate}\``;
    const stored = await readStored(files, decisionPath(gate), what);
    if (!isDecision(stored)) throw damaged(what);
    return stored;
  };

  return {
    id: header.run,
    path,
    header,
    readPlan: async () => {
      const what = `the plan of run \`${header.run}\``;
      const plan = await readStored(files, join(path, "plan.json"), what);
      if (!isMap(plan)) throw damaged(what);
      return plan;
    },
    readJournal: () => readJournal({ files, path: journalPath, run: header.run }),
    outputs: () => openOutputs(files, outFolder, 0),
    hold: async (patienceMs = 0) => {
      const claim = await takeClaimSoon(files, path, patienceMs);
      try {
        await files.makeFolder(outFolder);
        const place = { files, path: journalPath, run: header.run };
        const journal = await openJournal(place, claim.number, now);
        return heldRun({ files, stateFolder, outFolder, run: header.run, claim, journal });
      } catch (error) {
        await claim.release().catch(() => undefined);
        throw error;
      }
    },
    decide: async (gate, given) => {
      const from = `process ${process.pid} on ${hostname()}`;
      const decision: Decision = { ...given, at: new Date(now()).toISOString(), from };
      const text = `${JSON.stringify(decision)}\n`;
      if (await writingState(stateFolder, () => createExclusively(files, decisionPath(gate), text))) return decision;
      throw new StateError("request", alreadyDecided(gate, await decisionOf(gate)), { isAlreadyDecided: true });
    },
    decisionOf,
  };
}

/** A JSON file that this program wrote. */
async function readStored(files: FileHost, path: string, what: string): Promise<unknown> {
  try {
    return JSON.parse((await files.read(path)).toString("utf8")) as unknown;
  } catch (error) {
    if (isMissing(error)) throw new StateError("state", `${what} is gone: run the workflow again`);
    throw error instanceof SyntaxError ? damaged(what) : unreadable(what, error);
  }
}

function isMap(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isDecision(value: unknown): value is Decision {
  if (!isMap(value)) return false;
  const { approved, by, at, from, planHash } = value;
  const texts = [at, from, planHash].every((each) => typeof each === "string");
  return typeof approved === "boolean" && (by === null || typeof by === "string") && texts;
}

/** Words for the second decision of a gate. */
export function alreadyDecided(gate: string, decision: Decision | null): string {
  if (decision === null) return `gate \`${gate}\` was already decided`;
  const who = decision.by === null ? "" : ` by ${decision.by}`;
  const how = decision.response !== undefined ? "answered" : decision.approved ? "approved" : "refused";
  return `gate \`${gate}\` was already decided: ${how}${who} at ${decision.at}`;
}

interface HeldOptions {
  readonly files: FileHost;
  readonly stateFolder: string;
  readonly outFolder: string;
  readonly run: string;
  readonly claim: Claim;
  readonly journal: JournalWriter;
}

function heldRun({ files, stateFolder, outFolder, run, claim, journal }: HeldOptions): HeldRun {
  return {
    claim: claim.number,
    journal,
    outputs: openOutputs(files, outFolder, claim.number),
    publishGate: (gate) =>
      createExclusively(files, join(stateFolder, `approval_${gate}.json`), `${JSON.stringify({ v: 1, run, gate })}\n`),
    isPublished: async (gate) => (await files.size(join(stateFolder, `approval_${gate}.json`))) !== null,
    release: async () => {
      try {
        await journal.close();
      } finally {
        await claim.release();
      }
    },
  };
}

/** Folder of a run within the state folder. */
export function runPath(stateFolder: string, run: string): string {
  return join(stateFolder, "runs", run);
}

/** What the folder of a new run holds before it is ever opened. */
export async function writeNewRun(files: FileHost, path: string, header: RunHeader, plan: string): Promise<void> {
  await files.makeFolder(path);
  await files.makeFolder(join(path, "out"));
  await files.create(join(path, "plan.json"), plan);
  await files.create(join(path, "journal.jsonl"), `${JSON.stringify(header)}\n`);
  await files.syncFolder(path);
  await files.syncFolder(dirname(path));
}

/** A gate that waits, found by its token or id. */
export interface FoundGate {
  readonly run: RunFolder;
  readonly gate: string;
  readonly key: string;
  readonly planHash: string;
  readonly request: GateRecord | InputRecord;
}
