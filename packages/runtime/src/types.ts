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
  readonly requiresInput: AnswerRequest | null;
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
  readonly resumeToken: string;
  readonly approvalId: string;
}

export interface AnswerRequest {
  readonly type: "input_request";
  readonly prompt: string;
  /** JSON Schema that the answer must fit. */
  readonly responseSchema: { readonly [keyword: string]: Json };
  readonly defaults?: Json;
  /** What is asked about; `{truncated, bytes, preview}` for what is too large to be shown. */
  readonly subject?: Json;
  readonly resumeToken: string;
  /** Short id for `lobster resume --id`. */
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
  /** Asks a person on the terminal for data; null: nobody answered. Absent: an input pauses the run. */
  readonly askInput?: (question: InputQuestion) => Promise<{ readonly response: Json } | null>;
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

export interface InputQuestion {
  readonly prompt: string;
  readonly responseSchema: { readonly [keyword: string]: Json };
  readonly defaults?: Json;
  readonly subject?: Json;
  /** A line that is no JSON may be meant as a text. */
  readonly takesText: boolean;
  /** What is wrong with an answer by the schema, a line each; none when it fits. */
  readonly faultsOf: (response: Json) => readonly string[];
}

/** What somebody says to a run that waits: the first two to an approval, a response to an input, `cancel` to both. */
export type ResumeDecision = "approve" | "reject" | "cancel" | { readonly response: Json };

export interface ResumeOptions extends Omit<RunOptions, "plan" | "args" | "sourcePath" | "cwd"> {
  /** One of both: the whole token, or the short id. */
  readonly token?: string;
  readonly approvalId?: string;
  readonly decision: ResumeDecision;
  /** Secret arguments of the run, which were not stored (D32). */
  readonly args?: { readonly [name: string]: unknown };
}
