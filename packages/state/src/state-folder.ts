import type { Json } from "@lobster-lang/plan";
import { randomBytes } from "node:crypto";
import { join, resolve } from "node:path";
import { sealOf } from "./chain.ts";
import { claimState } from "./claim.ts";
import { damaged, unreadable, writingState } from "./faults.ts";
import { codeOf, isMissing } from "./error-codes.ts";
import { nodeFiles, type FileHost } from "./file-host.ts";
import { readJournal } from "./journal.ts";
import { refuseForeignRun, refuseOpenToOthers } from "./ownership.ts";
import { runFolder, runPath, writeNewRun, type FoundGate, type RunFolder } from "./run-folder.ts";
import { summaryOf } from "./run-summary.ts";
import { decodeToken, isGateId, isRunId, sealsMatch } from "./token.ts";
import {
  stateVersion,
  StateError,
  type GateOpened,
  type JournalRecord,
  type RunHeader,
  type RunSummary,
} from "./types.ts";

/** What a new run keeps of itself. */
export interface NewRun {
  readonly name: string | null;
  /** Text of the plan, and its hash. */
  readonly plan: string;
  readonly planHash: string;
  readonly cwd: string;
  readonly sourcePath: string | null;
  readonly programFolder?: string;
  readonly args: { readonly [name: string]: Json };
  readonly secretArgs: readonly string[];
  readonly secretMark?: string;
}

export interface StateFolder {
  readonly path: string;
  createRun(run: NewRun): Promise<RunFolder>;
  /** @throws StateError when there is no such run, or a newer lobster wrote it. */
  openRun(run: string): Promise<RunFolder>;
  /** Where a run stands; null for a damaged folder. @throws StateError for what is no run id. */
  summaryOf(run: string): Promise<RunSummary | null>;
  /** All runs, newest first; damaged folders are left out. */
  listRuns(): Promise<readonly RunSummary[]>;
  /**
   * The gate that a token or an approval id names.
   * @throws StateError (`request`) in words: no token, unknown, of the original program (D42), wrong key.
   */
  findGate(address: { readonly token: string } | { readonly approvalId: string }): Promise<FoundGate>;
}

export interface StateHost {
  readonly files: FileHost;
  readonly now: () => number;
}

/** The state folder: made 0700 when it is not there. */
export async function openState(
  folder: string,
  host: StateHost = { files: nodeFiles, now: Date.now },
): Promise<StateFolder> {
  const { files, now } = host;
  const path = resolve(folder);
  await writingState(path, () => files.makeFolder(join(path, "runs")));
  await refuseOpenToOthers(files, path);

  const openRun = async (run: string): Promise<RunFolder> => {
    if (!isRunId(run)) throw new StateError("request", `\`${run}\` is no run id`);
    await refuseForeignRun(files, runPath(path, run), run);
    const { header } = await readJournal({ files, path: join(runPath(path, run), "journal.jsonl"), run });
    return runFolder({ files, stateFolder: path, path: runPath(path, run), header, now });
  };

  return {
    path,
    openRun,
    createRun: async (run) => {
      const { plan, ...rest } = run;
      const id = newRunId(now());
      const header: RunHeader = {
        format: "lobster-run",
        version: stateVersion,
        run: id,
        created: new Date(now()).toISOString(),
        ...rest,
      };
      await writingState(path, () => writeNewRun(files, runPath(path, id), header, plan));
      return runFolder({ files, stateFolder: path, path: runPath(path, id), header, now });
    },
    summaryOf: async (run) => {
      if (!isRunId(run)) throw new StateError("request", `\`${run}\` is no run id`);
      return summarise(files, path, run);
    },
    listRuns: async () => {
      const ids = (await files.list(join(path, "runs"))).filter(isRunId).toSorted().toReversed();
      const summaries = await Promise.all(ids.map((id) => summarise(files, path, id)));
      return summaries.filter((summary) => summary !== null);
    },
    findGate: async (address) => {
      if ("token" in address) {
        const token = decodeToken(address.token);
        return openGate(await openRun(token.run), token.gate, token.key);
      }
      const pointer = await readPointer(files, path, address.approvalId.trim().toLowerCase());
      return openGate(await openRun(pointer.run), pointer.gate, null);
    },
  };
}

async function openGate(run: RunFolder, gate: string, key: string | null): Promise<FoundGate> {
  const { records, before } = await run.readJournal();
  const at = records.findLastIndex((record) => record.type === "gate-opened" && record.gate === gate);
  const opened = records[at];
  if (opened?.type !== "gate-opened") throw new StateError("request", `run \`${run.id}\` has no gate \`${gate}\``);
  if (key !== null && !isSealedWith(key, before[at]!, opened)) {
    throw new StateError(
      "request",
      "the key of this resume token is not the gate's: the token was not made by this run, or the run's journal was changed since",
    );
  }
  return { run, gate, key: opened.key, planHash: opened.planHash, request: opened.request };
}

function isSealedWith(key: string, before: string, record: JournalRecord & GateOpened): boolean {
  const { at: _at, claim: _claim, keyHash, ...entry } = record;
  return sealsMatch(sealOf(key, before, entry), keyHash);
}

async function readPointer(files: FileHost, folder: string, id: string): Promise<{ run: string; gate: string }> {
  if (!isGateId(id)) throw new StateError("request", `\`${id}\` is no approval id: eight digits 0-9 a-f are expected`);
  const value = await readJson(files, folder, id);
  if (value === null) throw new StateError("request", `there is no approval \`${id}\` in this state folder`);
  if (typeof value.stateKey === "string") {
    throw new StateError(
      "request",
      `approval \`${id}\` was made by the original Lobster (state \`${value.stateKey}\`); resume that run there, or run it again here`,
    );
  }
  if (typeof value.v === "number" && value.v > 1) {
    throw new StateError("request", `approval \`${id}\` was made by a newer lobster; resume the run with that version`);
  }
  if (typeof value.run !== "string" || value.gate !== id || !isRunId(value.run)) {
    throw damaged(approvalFile(id), byToken);
  }
  return { run: value.run, gate: id };
}

const byToken = "resume by `--token`, or run the workflow again";

function approvalFile(id: string): string {
  return `the file of approval \`${id}\``;
}

async function readJson(
  files: FileHost,
  folder: string,
  id: string,
): Promise<{ readonly [key: string]: unknown } | null> {
  try {
    const value: unknown = JSON.parse((await files.read(join(folder, `approval_${id}.json`))).toString("utf8"));
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch (error) {
    if (isMissing(error)) return null;
    if (error instanceof SyntaxError) return {};
    throw unreadable(approvalFile(id), error, byToken);
  }
}

async function summarise(files: FileHost, folder: string, run: string): Promise<RunSummary | null> {
  const path = runPath(folder, run);
  try {
    const content = await readJournal({ files, path: join(path, "journal.jsonl"), run });
    const isThere = async (file: string) => (await files.size(file)) !== null;
    return await summaryOf(
      content,
      await claimState(files, path),
      async (gate) =>
        (await isThere(join(folder, `approval_${gate}.json`))) && !(await isThere(join(path, `decision.${gate}`))),
    );
  } catch (error) {
    if (error instanceof StateError || codeOf(error) === "ENOTDIR") return null;
    throw error;
  }
}

/** Sorts by time, and is unique: `20261130-151200-3fa9c1d2`. */
function newRunId(now: number): string {
  const [day = "", time = ""] = new Date(now).toISOString().split("T");
  return `${day.replaceAll("-", "")}-${time.slice(0, 8).replaceAll(":", "")}-${randomBytes(4).toString("hex")}`;
}
