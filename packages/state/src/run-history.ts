import type { Json } from "@lobster-lang/plan";
import type { JournalRecord } from "./types.ts";
import type { Decision } from "./types.ts";

/** What became of one attempt at a step. */
export interface StepHistory {
  /** `fetch`, in a loop `each/0/fetch`; further attempts end in `#2`. */
  readonly key: string;
  readonly status: "ok" | "failed" | "interrupted" | "running";
  /** ISO time; null for blocks, which have no entry for their start. */
  readonly started: string | null;
  readonly ms: number | null;
  /** Message of a failure. */
  readonly message: string | null;
  /** What the step left, as the runtime wrote it down. */
  readonly result: Json | null;
}

export interface GateHistory {
  readonly key: string;
  /** Approval id; null when it was answered at the terminal and never left the process. */
  readonly gate: string | null;
  readonly prompt: string | null;
  readonly opened: string | null;
  readonly decision: Decision | null;
}

export interface RunHistory {
  /** In the order in which they began; a step that ran again stands once, as it ended last. */
  readonly steps: readonly StepHistory[];
  readonly gates: readonly GateHistory[];
  /** Message of the failure or refusal that ended the run. */
  readonly message: string | null;
}

/** Steps and gates of a run, from its journal. `isHeld`: a process works on it, so what is unfinished is running. */
export function historyOf(records: readonly JournalRecord[], isHeld: boolean): RunHistory {
  const steps = new Map<string, StepHistory>();
  const gates = new Map<string, GateHistory>();
  let message: string | null = null;
  for (const record of records) {
    switch (record.type) {
      case "step-started":
        steps.set(record.key, {
          key: record.key,
          status: isHeld ? "running" : "interrupted",
          started: record.at,
          ms: null,
          message: null,
          result: null,
        });
        break;
      case "step-finished": {
        const failed = failureOf(record.result);
        endInside(record.key, steps);
        steps.set(record.key, {
          key: record.key,
          status: failed === null ? "ok" : "failed",
          started: steps.get(record.key)?.started ?? null,
          ms: record.ms,
          message: failed,
          result: record.result,
        });
        break;
      }
      case "gate-opened":
        gates.set(record.key, {
          key: record.key,
          gate: record.gate,
          prompt: record.request.prompt,
          opened: record.at,
          decision: null,
        });
        break;
      case "gate-decided": {
        const asked = gates.get(record.key) ?? { key: record.key, gate: null, prompt: null, opened: null };
        gates.set(record.key, { ...asked, decision: record.decision });
        break;
      }
      case "run-finished":
        message = record.message;
        break;
      default:
        break;
    }
  }
  return { steps: [...steps.values()], gates: [...gates.values()], message };
}

/** What a block has ended from outside, by its time limit or for a faster branch, is over with it. */
function endInside(block: string, steps: Map<string, StepHistory>): void {
  for (const [key, one] of steps) {
    if (!key.startsWith(`${block}/`) || (one.status !== "running" && one.status !== "interrupted")) continue;
    steps.set(key, { ...one, status: "failed", message: `\`${block}\` has ended it` });
  }
}

/** Message of a failed step, also of a block, whose result holds its record. */
export function failureOf(result: Json): string | null {
  const own = mapOf(result);
  const failed = (mapOf(own["record"] ?? null)["failed"] ?? own["failed"]) as Json | undefined;
  return typeof failed === "string" ? failed : null;
}

function mapOf(value: Json): { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as { readonly [key: string]: Json })
    : {};
}
