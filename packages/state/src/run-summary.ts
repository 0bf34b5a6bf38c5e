import type { JournalContent } from "./journal.ts";
import { isInputRecord, type RunSummary } from "./types.ts";

/**
 * Where a run stands, from its journal and whether a process holds it. `waits`: whether somebody can still decide a gate; one
 * that was never shown, or whose decision nobody has taken up, is an interrupted run.
 */
export async function summaryOf(
  content: JournalContent,
  claim: "free" | "held" | "unknown",
  waits: (gate: string) => Promise<boolean>,
): Promise<RunSummary> {
  const { header, records } = content;
  const started = new Set<string>();
  let gate: string | null = null;
  let isInput = false;
  let expiresAt: string | null = null;
  let finished: RunSummary["status"] | null = null;
  for (const record of records) {
    if (record.type === "step-started") started.add(record.key);
    if (record.type === "step-finished" || record.type === "step-reopened") started.delete(record.key);
    // What a block has ended from outside is over with it.
    if (record.type === "step-finished")
      for (const key of started) if (key.startsWith(`${record.key}/`)) started.delete(key);
    if (record.type === "gate-opened") {
      gate = record.gate;
      isInput = isInputRecord(record.request);
      expiresAt = isInputRecord(record.request) ? null : (record.request.expiresAt ?? null);
    }
    if (record.type === "gate-decided") gate = null;
    finished = record.type === "run-finished" ? record.status : null;
  }
  if (finished !== null || (gate !== null && claim === "free" && !(await waits(gate)))) gate = null;
  const running = claim === "free" ? (gate === null ? "interrupted" : "paused") : "running";
  return {
    header,
    status: finished ?? running,
    gate,
    isInput: gate !== null && isInput,
    expiresAt: gate === null ? null : expiresAt,
    interrupted: claim === "free" ? [...started] : [],
    updated: records.at(-1)?.at ?? header.created,
  };
}
