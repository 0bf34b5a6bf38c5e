import type { Json } from "@lobster-lang/plan";
import { isInputRecord, type GateOpened, type JournalRecord } from "@lobster-lang/state";
import { Refused, Suspended, type Engine } from "./engine.ts";
import { memoryOf } from "./memory.ts";

/** The replay met something that the run has no record of: what would happen there is not known. */
export class WithoutRecord extends Error {
  readonly key: string;
  constructor(key: string, what: string) {
    super(`${what} \`${key}\` has no record: the run did not get there, or it was not finished`);
    this.name = "WithoutRecord";
    this.key = key;
  }
}

export interface ReplayEngine extends Engine {
  /** Keys of steps and gates that were met, in order. */
  readonly met: readonly string[];
}

/**
 * An engine that does nothing: every step gives what the journal holds of it. A block is entered when it holds a changed
 * step, else it gives its record, in which a time limit or the fastest branch has decided.
 * @throws WithoutRecord for a step, an undecided gate, a time or a random number that the journal does not hold.
 */
export function replayEngine(options: {
  readonly runId: string;
  readonly planHash: string;
  readonly records: readonly JournalRecord[];
  /** Whether the block of this key is to be entered. */
  readonly enters: (key: string) => boolean;
}): ReplayEngine {
  const { runId, planHash, records, enters } = options;
  const memory = memoryOf(records, planHash, runId);
  const met: string[] = [];
  const recorded = <T extends Json>(key: string): T => {
    met.push(key);
    const result = memory.finished.get(key) ?? memory.failures.get(key);
    if (result === undefined) throw new WithoutRecord(key, "step");
    return result as T;
  };
  const value = <T extends Json>(key: string): T => {
    const kept = memory.values.get(key);
    if (kept === undefined) throw new WithoutRecord(key, "value");
    return kept as T;
  };
  /** A gate that nobody has decided. Its token was handed out once and is kept nowhere. */
  const waiting = (key: string): GateOpened => {
    const opened = records.findLast((record) => record.type === "gate-opened" && record.key === key);
    if (opened?.type !== "gate-opened") throw new WithoutRecord(key, "gate");
    return opened;
  };
  return {
    runId,
    met,
    step: async (key) => recorded(key),
    block: async (key, work) => {
      if (!enters(key)) return recorded(key);
      met.push(key);
      return work();
    },
    input: async (key, request) => {
      met.push(key);
      const decision = memory.decisions.get(key);
      if (decision !== undefined) {
        if (!decision.approved) throw new Refused(false);
        if (decision.response === undefined) throw new WithoutRecord(key, "answer");
        // What its schema calls secret was not written down: null stands in its place.
        return decision.response;
      }
      throw new Suspended({ kind: "input", request, token: "", approvalId: waiting(key).gate });
    },
    gate: async (key, request) => {
      met.push(key);
      const decision = memory.decisions.get(key);
      if (decision !== undefined) {
        if (!decision.approved) throw new Refused(false);
        return { approvedBy: decision.by };
      }
      const { request: asked, gate } = waiting(key);
      const expiresAt = isInputRecord(asked) ? null : (asked.expiresAt ?? null);
      throw new Suspended({ kind: "approval", request, expiresAt, token: "", approvalId: gate });
    },
    sleep: async () => undefined,
    now: async (key) => value(key),
    random: async (key) => value(key),
  };
}
