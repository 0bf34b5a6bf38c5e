import type { Json, Plan } from "@lobster-lang/plan";
import type { Host } from "./host.ts";
import type { RunLimits } from "./limits.ts";

/** Result of a run, a resume or a refusal, as hosts and agents read it (lobster.md "The tool", original-runtime.md 1.3). */
export type Envelope = OkEnvelope | ErrorEnvelope;

export interface OkEnvelope {
  readonly protocolVersion: 1;
  readonly ok: true;
  readonly status: "ok" | "needs_approval" | "needs_input" | "cancelled";
  readonly output: readonly Json[];
  readonly requiresApproval: ApprovalRequest | null;
  readonly requiresInput: null;
}

export interface ErrorEnvelope {
  readonly protocolVersion: 1;
  readonly ok: false;
  readonly error: { readonly type: "parse_error" | "runtime_error" | "doctor_error"; readonly message: string };
}

export interface ApprovalRequest {
  readonly type: "approval_request";
  readonly prompt: string;
  readonly items: readonly Json[];
  readonly preview?: string;
  readonly initiatedBy?: string;
  readonly requiredApprover?: string;
  readonly requireDifferentApprover?: boolean;
  /** Public keys: an approval counts that one of them has signed. */
  readonly approvers?: readonly string[];
  /** ISO time after which an approval comes too late and cancels the run. */
  readonly expiresAt?: string;
  readonly resumeToken: string;
  readonly approvalId: string;
}

/** What a run gives back. `rendered` is the text of a final `json` or `table`, for human mode. */
export interface RunResult {
  readonly envelope: Envelope;
  readonly rendered: string | null;
  readonly runId: string | null;
  /** Of the plan that ran, and where its source was read: a resume can say that the file has changed since (D4). */
  readonly planHash?: string;
  readonly sourcePath?: string | null;
}

export interface RunOptions {
  readonly plan: Plan;
  /** Values by argument name, already JSON; checked here against the plan's declarations (D15, D16). */
  readonly args: { readonly [name: string]: unknown };
  readonly stateDir: string;
  readonly cwd: string;
  readonly env: { readonly [name: string]: string | undefined };
  /** Where the source was read, for messages and the run's record; null for an inline pipeline. */
  readonly sourcePath: string | null;
  readonly signal?: AbortSignal;
  /** Asks a person on the terminal. Absent: a gate pauses the run. */
  readonly ask?: (request: GateQuestion) => Promise<boolean>;
  /** Live standard error of children (human mode). */
  readonly onStderr?: (chunk: Uint8Array) => void;
  /** Something that is no fault of the run but worth a line (D34). */
  readonly onWarning?: (message: string) => void;
  readonly limits?: Partial<RunLimits>;
  /** Files, processes, clock, dice: replaced by tests. */
  readonly host?: Host;
}

export interface GateQuestion {
  readonly prompt: string;
  readonly preview: string | null;
  readonly items: readonly Json[];
}

export interface ResumeOptions extends Omit<RunOptions, "plan" | "args" | "sourcePath" | "cwd"> {
  /** One of both: the whole token, or the short id. */
  readonly token?: string;
  readonly approvalId?: string;
  readonly decision: "approve" | "reject" | "cancel";
  /** Private key (PEM) that signs an approval, for gates that name their approvers. */
  readonly key?: string;
  /** Secret arguments of the run, which were not stored (D32). */
  readonly args?: { readonly [name: string]: unknown };
}

export interface ContinueOptions extends Omit<RunOptions, "plan" | "args" | "sourcePath" | "cwd"> {
  /** Id of the run. */
  readonly run: string;
  /** Keys of interrupted steps that are to run again. */
  readonly rerun?: readonly string[];
  /** Keys of interrupted steps that somebody found done: they count as finished, without output. */
  readonly markDone?: readonly string[];
  /** Secret arguments of the run, which were not stored (D32). */
  readonly args?: { readonly [name: string]: unknown };
}
