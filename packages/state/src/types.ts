import type { Json } from "@lobster-lang/plan";

/** Version of the formats of a run's folder. A folder with a higher number is refused in words. */
export const stateVersion = 1;

/** A text that a run keeps: in the journal itself, or by content hash in the run's `out/` (D36). */
export type Stored = { readonly text: string } | { readonly file: string; readonly bytes: number };

/** First line of a journal: what the run is. Secret arguments are named, never kept (D32). */
export interface RunHeader {
  readonly format: "lobster-run";
  readonly version: number;
  readonly run: string;
  readonly name: string | null;
  readonly planHash: string;
  readonly created: string;
  readonly cwd: string;
  readonly sourcePath: string | null;
  /** Folder that the files of the project's own commands are in; absent where there are none. */
  readonly programFolder?: string;
  readonly args: { readonly [name: string]: Json };
  readonly secretArgs: readonly string[];
  /** Random: stands in the marks that take the places of secrets in this run's files. */
  readonly secretMark?: string;
}

/** What a gate asks, as it is kept: items by content, because they may be large. */
export interface GateRecord {
  readonly prompt: string;
  /** JSON text of the list of items. */
  readonly items: Stored;
  readonly preview: string | null;
  readonly initiatedBy: string | null;
  readonly requiredApprover: string | null;
  readonly requireDifferentApprover: boolean;
  /** Keys of which one must have signed an approval. */
  readonly approvers?: readonly string[];
  /** ISO time after which nobody can approve it. */
  readonly expiresAt?: string;
}

/** What an input asks, as it is kept. A gate of this kind is decided by an answer (`Decision.response`). */
export interface InputRecord {
  readonly kind: "input";
  readonly prompt: string;
  readonly responseSchema: { readonly [keyword: string]: Json };
  /** Absent: there are none. */
  readonly defaults?: Json;
  /** JSON text of what is asked about; absent: of nothing. */
  readonly subject?: Stored;
  /** The answer that was given before, where its secrets are asked for again: the rest of it stays what it was. */
  readonly earlier?: Json;
}

/** Whether a gate asks for data and not for consent. Journals from before inputs hold approvals alone. */
export function isInputRecord(request: GateRecord | InputRecord): request is InputRecord {
  return "kind" in request && request.kind === "input";
}

/** How a gate was decided: approved, refused, or (approved, with a response) answered. */
export interface Decision {
  readonly approved: boolean;
  readonly by: string | null;
  /** ISO time. */
  readonly at: string;
  /** Host name and process of the decider: where the decision came from. */
  readonly from: string;
  readonly planHash: string;
  /** The answer to an input, with null in the places that are withheld. */
  readonly response?: Json;
  /** JSON pointers of what the schema calls secret: never written down, so that it is asked for again when it is needed. */
  readonly withheld?: readonly string[];
  /** Of an approval that one of the gate's keys has signed. */
  readonly signature?: Signature;
}

/** A signature over what was asked and what was answered: a public key `ed25519:…`, and 64 bytes in base64url. */
export interface Signature {
  readonly key: string;
  readonly value: string;
}

export type RunStatus = "ok" | "failed" | "cancelled" | "aborted";

export interface GateOpened {
  readonly type: "gate-opened";
  readonly key: string;
  readonly gate: string;
  readonly planHash: string;
  readonly request: GateRecord | InputRecord;
  /** Seal of the question and of the journal before it, made with the token's key. */
  readonly keyHash: string;
}

/** What one answer of a model cost. */
export interface Charge {
  /** Tells it from others; null: nothing does. */
  readonly id: string | null;
  /** Step id, with the rounds and blocks that it stands in. */
  readonly step: string;
  readonly model: string | null;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Null: neither the answer nor the table of prices says. */
  readonly usd: number | null;
}

export type JournalEntry =
  | { readonly type: "run-started" }
  /** `idempotent`: may be run again without asking, should it never finish. */
  | { readonly type: "step-started"; readonly key: string; readonly idempotent?: true }
  /** Somebody looked at an interrupted step and said that it is to run again. */
  | { readonly type: "step-reopened"; readonly key: string }
  | { readonly type: "step-finished"; readonly key: string; readonly ms: number; readonly result: Json }
  /** A value that must be the same at a replay: a time, a random number. */
  | { readonly type: "value"; readonly key: string; readonly value: Json }
  /** Written when the answer came, before its step has ended: money that a crash must not forget. */
  | { readonly type: "cost"; readonly charge: Charge }
  | GateOpened
  | { readonly type: "gate-decided"; readonly key: string; readonly gate: string | null; readonly decision: Decision }
  | { readonly type: "run-finished"; readonly status: RunStatus; readonly message: string | null };

/** An entry with its time and the number of the claim that wrote it. */
export type JournalRecord = JournalEntry & { readonly at: string; readonly claim: number };

/** Where a run stands, read from its journal. */
export interface RunSummary {
  readonly header: RunHeader;
  readonly status: RunStatus | "paused" | "running" | "interrupted";
  /** Gate that waits for a decision. */
  readonly gate: string | null;
  /** Whether it asks for data and not for consent. */
  readonly isInput: boolean;
  /** ISO time after which an approval of that gate comes too late; null: it waits for ever. */
  readonly expiresAt: string | null;
  /** Steps that were started and never finished: not run again without being told to. */
  readonly interrupted: readonly string[];
  readonly updated: string;
}

/** A refusal in words. `request` faults are the caller's (bad token, decided gate); `state` faults are the folder's. */
export class StateError extends Error {
  readonly kind: "request" | "state";
  /** Somebody else was first. */
  readonly isAlreadyDecided: boolean;
  constructor(kind: "request" | "state", message: string, options: { readonly isAlreadyDecided?: boolean } = {}) {
    super(message);
    this.name = "StateError";
    this.kind = kind;
    this.isAlreadyDecided = options.isAlreadyDecided === true;
  }
}
