import type { Json } from "@lobster-lang/plan";

/** What a gate asks for. */
export interface GateRequest {
  readonly prompt: string;
  readonly items: readonly Json[];
  readonly preview: string | null;
  readonly initiatedBy: string | null;
  readonly requiredApprover: string | null;
  readonly requireDifferentApprover: boolean;
  /** Keys of which one must have signed an approval; empty: nobody has to sign. */
  readonly approvers: readonly string[];
  /** From the moment it is asked; null: it waits for ever. */
  readonly expiresMs: number | null;
  /** `approve --emit`: never asked on the terminal. */
  readonly alwaysPauses: boolean;
}

export interface GateAnswer {
  readonly approvedBy: string | null;
}

/** What an input asks for. */
export interface InputRequest {
  readonly prompt: string;
  readonly responseSchema: { readonly [keyword: string]: Json };
  readonly defaults?: Json;
  /** What it is about, cut to what a request may hold. */
  readonly subject?: Json;
  /** A line on a terminal that is no JSON may be meant as a text. */
  readonly takesText: boolean;
  /** `ask --emit`: never asked on the terminal. */
  readonly alwaysPauses: boolean;
}

export interface BlockOptions {
  /** Its failure ends the list of steps it stands in: when such a run is continued, it is done anew (D33). */
  readonly stopsRun: boolean;
}

export interface StepOptions extends BlockOptions {
  /** May be run again after a crash without asking. */
  readonly idempotent: boolean;
}

/**
 * The shape that durable engines share. An interpreter calls it in the same order at each replay; what has a result is not
 * done again. A gate that nobody has decided yet suspends by throwing `Suspended`, a refused one by `Refused`.
 */
export interface Engine {
  readonly runId: string;
  step<T extends Json>(key: string, work: () => Promise<T>, options: StepOptions): Promise<T>;
  /**
   * A block of steps that have keys of their own. A finished one is not entered again; an unfinished one is, and finds in
   * there what is done.
   */
  block<T extends Json>(key: string, work: () => Promise<T>, options: BlockOptions): Promise<T>;
  /** Steps that run at the same time ask one after the other; when one of them suspends the run, the others do not ask. */
  gate(key: string, request: GateRequest): Promise<GateAnswer>;
  /**
   * The answer to an input; it fits the schema. What the schema calls secret is not written down: a replay that needs such
   * an answer asks again.
   */
  input(key: string, request: InputRequest): Promise<Json>;
  /** Waits; a signal ends it early, by throwing what the signal was fired with. */
  sleep(key: string, ms: number, signal: AbortSignal): Promise<void>;
  /** Milliseconds since 1970, the same at each replay. */
  now(key: string): Promise<number>;
  /** A number from 0 to 1, the same at each replay. */
  random(key: string): Promise<number>;
}

/** The run waits for a decision or an answer. */
export class Suspended extends Error {
  readonly gate: PausedGate | PausedInput;
  constructor(gate: PausedGate | PausedInput) {
    super(gate.kind === "input" ? "the run waits for an answer" : "the run waits for an approval");
    this.name = "Suspended";
    this.gate = gate;
  }
}

export interface PausedGate {
  readonly kind: "approval";
  readonly request: GateRequest;
  /** ISO time, or null. */
  readonly expiresAt: string | null;
  readonly token: string;
  readonly approvalId: string;
}

export interface PausedInput {
  readonly kind: "input";
  readonly request: InputRequest;
  readonly token: string;
  readonly approvalId: string;
}

/** Someone said no, or nobody answered. On a terminal that is a failure of the run; from outside it cancels the run. */
export class Refused extends Error {
  readonly onTerminal: boolean;
  constructor(onTerminal: boolean, message = "not approved") {
    super(message);
    this.name = "Refused";
    this.onTerminal = onTerminal;
  }
}
