import type { Json } from "@lobster-lang/plan";
import { failureOf, type Decision, type JournalRecord } from "@lobster-lang/state";
import { RunFailure } from "./failures.ts";

/** What a journal holds of a run: the memory of a replay. */
export interface Memory {
  readonly finished: Map<string, Json>;
  /**
   * Failures from before the run ended and was continued. Those that had stopped it are done anew (D33); those that
   * `on_error` let pass stay what they are.
   */
  readonly failures: Map<string, Json>;
  /** Started and never finished, by key: whether they may be run again without asking. */
  readonly interrupted: Map<string, { readonly idempotent: boolean }>;
  readonly values: Map<string, Json>;
  readonly decisions: ReadonlyMap<string, Decision>;
}

/** @throws RunFailure when the journal holds a decision about another plan. */
export function memoryOf(records: readonly JournalRecord[], planHash: string, runId: string): Memory {
  const finished = new Map<string, Json>();
  const failures = new Map<string, Json>();
  const interrupted = new Map<string, { readonly idempotent: boolean }>();
  const values = new Map<string, Json>();
  const decisions = new Map<string, Decision>();
  for (const record of records) {
    switch (record.type) {
      case "step-started":
        interrupted.set(record.key, { idempotent: record.idempotent === true });
        break;
      case "step-finished":
        interrupted.delete(record.key);
        // What a block has ended from outside is over with it.
        for (const key of interrupted.keys()) if (key.startsWith(`${record.key}/`)) interrupted.delete(key);
        failures.delete(record.key);
        finished.set(record.key, record.result);
        break;
      case "step-reopened":
        interrupted.delete(record.key);
        break;
      case "value":
        values.set(record.key, record.value);
        break;
      case "run-finished":
        for (const [key, result] of finished) {
          if (failureOf(result) === null) continue;
          finished.delete(key);
          failures.set(key, result);
        }
        break;
      case "gate-decided":
        if (record.decision.planHash !== planHash)
          throw new RunFailure(`run \`${runId}\` holds a decision about another plan; run the workflow again`);
        decisions.set(record.key, record.decision);
        break;
      default:
        break;
    }
  }
  return { finished, failures, interrupted, values, decisions };
}

/** Lets go of a failure that is to be done anew, with the delays and dice of its retries. */
export function forgetFailure(memory: Memory, key: string): void {
  memory.failures.delete(key);
  for (const name of memory.values.keys()) if (name.startsWith(`${key} `)) memory.values.delete(name);
}
