import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Plan } from "@lobster-lang/plan";
import { continueRun, nodeHost, replay, resume, run, type Envelope, type Host } from "@lobster-lang/runtime";
import { openState, type JournalRecord, type RunSummary } from "@lobster-lang/state";
import { fuseAt, simulatedDisk, type SimulatedDisk } from "./simulated-disk.ts";
import { outside, simulatedPrograms, type Outside } from "./simulated-programs.ts";

/** A disk in memory where there is one: what a loss of power takes away is simulated anyway. */
const fastFolder = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

export type Ending = "kill" | "loss of power";

/** How a run went of which the process was gone in the middle, once. */
export interface Story {
  /** False: the run came to its end before the chosen point. */
  readonly wasKilled: boolean;
  readonly envelope: Envelope | null;
  readonly effects: ReadonlyMap<string, number>;
  /** Keys that the journal called finished, and gates that it called decided, when the process was gone. */
  readonly finished: ReadonlySet<string>;
  readonly decided: ReadonlySet<string>;
  readonly records: readonly JournalRecord[];
  /** Points that were passed: writes, syncs, programs. */
  readonly points: number;
}

/** Steps that are over: one that failed and was begun again is not. */
function finishedIn(records: readonly JournalRecord[]): ReadonlySet<string> {
  const finished = new Set<string>();
  for (const record of records) {
    if (record.type === "step-started") finished.delete(record.key);
    if (record.type === "step-finished") finished.add(record.key);
  }
  return finished;
}

/** What a run says that somebody refused. */
const cancelled: Envelope = {
  protocolVersion: 1,
  ok: true,
  status: "cancelled",
  output: [],
  requiresApproval: null,
  requiresInput: null,
};

interface Stage {
  readonly folder: string;
  readonly stateDir: string;
  readonly host: Host;
  readonly disk: SimulatedDisk;
  readonly world: Outside;
  readonly answer: Answer;
  readonly isDead: () => boolean;
  readonly points: () => number;
}

/** What the operator says to each gate. */
export type Answer = "approve" | "reject";

/**
 * Runs a plan with an operator who answers every gate, mends what a run fails for, and continues it; the process is gone
 * before the n-th point, and is started again.
 */
export async function story(plan: Plan, killAt: number, ending: Ending, answer: Answer = "approve"): Promise<Story> {
  const folder = mkdtempSync(join(fastFolder, "lobster-crash-"));
  try {
    const world = outside();
    const first = stage(folder, killAt, world, answer);
    const untilKilled = await operate(plan, first);
    const wasKilled = first.isDead();
    if (wasKilled && ending === "loss of power") first.disk.losePower();
    const atKill = await recordsIn(first);
    if (wasKilled) letGo(first.stateDir);
    const second = stage(folder, Infinity, world, answer);
    const envelope = wasKilled ? await operate(plan, second) : untilKilled;
    return {
      wasKilled,
      envelope,
      effects: world.effects,
      finished: finishedIn(atKill),
      decided: new Set(atKill.flatMap((record) => (record.type === "gate-decided" ? [record.key] : []))),
      records: await recordsIn(second),
      points: first.points(),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function stage(folder: string, killAt: number, world: Outside, answer: Answer): Stage {
  const fuse = fuseAt(killAt);
  const disk = simulatedDisk(fuse);
  let clock = Date.parse("2026-01-01T00:00:00Z");
  let dice = 0;
  const host: Host = {
    ...nodeHost,
    files: disk.files,
    start: simulatedPrograms(fuse, world),
    now: () => clock++,
    sleep: async (ms) => void (clock += ms),
    random: () => (dice = (dice * 16807 + 7) % 1000) / 1000,
  };
  return {
    folder,
    stateDir: join(folder, "state"),
    host,
    disk,
    world,
    answer,
    isDead: fuse.isDead,
    points: fuse.count,
  };
}

/** Does what is next, as a person would who sees what the program says, until the run has ended; null: the process is gone. */
async function operate(plan: Plan, on: Stage): Promise<Envelope | null> {
  for (let turn = 0; turn < 100; turn++) {
    const summary = await summaryIn(on);
    const { envelope } = await next(summary, plan, on).catch((error: unknown) => {
      if (on.isDead()) return { envelope: null };
      throw error;
    });
    if (on.isDead()) return null;
    if (envelope === null) throw new Error("the replay of a finished run stopped");
    if (envelope.ok && (envelope.status === "ok" || envelope.status === "cancelled")) return envelope;
    if (envelope.ok) continue;
    if (on.world.isMended) throw new Error(`the run cannot be continued: ${envelope.error.message}`);
    on.world.isMended = true;
  }
  throw new Error("the run comes to no end");
}

async function next(
  summary: RunSummary | null,
  plan: Plan,
  on: Stage,
): Promise<{ readonly envelope: Envelope | null }> {
  const { stateDir, host } = on;
  const common = { stateDir, host, env: {} };
  if (summary === null) return run(plan, { cwd: on.folder, ...common });
  const id = summary.header.run;
  if (summary.status === "ok") return replay({ run: id, ...common });
  if (summary.status === "cancelled") return { envelope: cancelled };
  if (summary.status === "paused" && (await isFree(summary, on)))
    return resume({ approvalId: summary.gate!, decision: on.answer, ...common });
  return continueRun({ run: id, rerun: summary.interrupted, ...common });
}

/** Whether a gate still waits, and can be found by its id. */
async function isFree({ gate, header }: RunSummary, { stateDir, host }: Stage): Promise<boolean> {
  if (!existsSync(join(stateDir, `approval_${gate}.json`))) return false;
  const folder = await (await openState(stateDir, { files: nodeHost.files, now: host.now })).openRun(header.run);
  return (await folder.decisionOf(gate!)) === null;
}

async function summaryIn({ stateDir, host }: Stage): Promise<RunSummary | null> {
  if (!existsSync(join(stateDir, "runs"))) return null;
  const [summary, ...others] = await (await openState(stateDir, { files: nodeHost.files, now: host.now })).listRuns();
  if (others.length > 0) throw new Error("there are two runs");
  return summary ?? null;
}

async function recordsIn({ stateDir }: Stage): Promise<readonly JournalRecord[]> {
  if (!existsSync(join(stateDir, "runs"))) return [];
  const state = await openState(stateDir);
  const [summary] = await state.listRuns();
  return summary === undefined ? [] : (await (await state.openRun(summary.header.run)).readJournal()).records;
}

/** A process that is gone holds no claim. This one lives on, so its claims are let go for it. */
function letGo(stateDir: string): void {
  const runs = join(stateDir, "runs");
  for (const id of existsSync(runs) ? readdirSync(runs) : []) {
    for (const name of readdirSync(join(runs, id))) {
      if (name.startsWith("claim.")) writeFileSync(join(runs, id, name.replace("claim", "released")), "");
    }
  }
}
