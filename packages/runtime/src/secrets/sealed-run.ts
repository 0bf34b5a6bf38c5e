import {
  inlineBytes,
  type Decision,
  type HeldRun,
  type JournalEntry,
  type JournalRecord,
  type JournalWriter,
  type OutputStore,
} from "@lobster-lang/state";
import { StepFailure } from "../failures.ts";
import type { Vault } from "./vault.ts";

/** A run whose journal and outputs hold no secret; what is read back from them does. */
export function sealedRun(held: HeldRun, vault: Vault): HeldRun {
  // Also without secrets of its own: an earlier process may have sealed some.
  return { ...held, journal: sealedJournal(held.journal, vault), outputs: sealedOutputs(held.outputs, vault) };
}

/** The records of a journal as they were before they were sealed. */
export function openedRecords(records: readonly JournalRecord[], vault: Vault): readonly JournalRecord[] {
  return records.map((record) => {
    if (record.type === "step-finished") return { ...record, result: vault.openValue(record.result) };
    if (record.type === "gate-decided") return { ...record, decision: openedDecision(record.decision, vault) };
    return record.type === "value" ? { ...record, value: vault.openValue(record.value) } : record;
  });
}

function sealedJournal(journal: JournalWriter, vault: Vault): JournalWriter {
  return { ...journal, append: (entry, options) => journal.append(sealedEntry(entry, vault), options) };
}

/** What a person reads is masked (a question, a reason), what a later step reads is sealed. */
function sealedEntry(entry: JournalEntry, vault: Vault): JournalEntry {
  switch (entry.type) {
    case "step-finished":
      return { ...entry, result: vault.sealValue(entry.result) };
    case "value":
      return { ...entry, value: vault.sealValue(entry.value) };
    case "gate-decided":
      return { ...entry, decision: sealedDecision(entry.decision, vault) };
    case "run-finished":
      return { ...entry, message: entry.message === null ? null : vault.mask(entry.message) };
    default:
      return entry;
  }
}

function openedDecision(decision: Decision, vault: Vault): Decision {
  return decision.response === undefined ? decision : { ...decision, response: vault.openValue(decision.response) };
}

/** What was answered is read by later steps. */
export function sealedDecision<T extends Pick<Decision, "response">>(decision: T, vault: Vault): T {
  return decision.response === undefined ? decision : { ...decision, response: vault.sealValue(decision.response) };
}

/** Captures are sealed while they are written; texts are sealed here, and opened when they are read. */
function sealedOutputs(outputs: OutputStore, vault: Vault): OutputStore {
  const opened = (text: string) => {
    const [missing] = vault.closedIn(text);
    if (missing === undefined) return vault.open(text);
    const name = missing.replace(/^(?:arg|env)\./, "").replace(/(?:\.\d+)+$/, "");
    throw new StepFailure(
      `an output holds the value of \`${name}\`, which was not stored: set it as it was when the run began, and go on`,
    );
  };
  return {
    ...outputs,
    adopt: async (capture) => {
      const stored = await outputs.adopt(capture);
      return "file" in stored ? stored : { text: vault.open(stored.text) };
    },
    keep: async (text) => {
      // What stands in the journal is sealed with it.
      if (Buffer.byteLength(text) <= inlineBytes) return { text };
      const stored = await outputs.keep(vault.seal(text));
      return "file" in stored ? stored : { text };
    },
    read: async (stored) => opened(await outputs.read(stored)),
  };
}
