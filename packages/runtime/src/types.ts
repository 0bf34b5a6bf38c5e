import type { CommandSignature } from "@lobster-lang/language";
import type { Json } from "@lobster-lang/plan";
import type { Failure } from "./failures.ts";
import type { Host } from "./host.ts";
import type { RunLimits } from "./limits.ts";
import type { ModelAdapter } from "./model/model-adapter.ts";

/** Result of a run, a resume or a refusal, as hosts and agents read it (lobster.md "The tool", original-runtime.md 1.3). */
export type Envelope = OkEnvelope | ErrorEnvelope;

/** What the models of a run cost so far, at the known prices (D43). */
export interface CostSummary {
  readonly totalInputTokens: number;
  readonly totalOutputTokens: number;
  readonly estimatedCostUsd: number;
  readonly byStep: readonly StepCost[];
  /** Models whose cost is not known, so that it counts as nothing: without a price, or without a word of what they used. */
  readonly unpricedModels?: readonly string[];
}

export interface StepCost {
  readonly stepId: string;
  readonly model: string | null;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
}

/** What an envelope says about its run. */
export interface EnvelopeMeta {
  readonly cost: CostSummary;
}

export interface OkEnvelope {
  readonly protocolVersion: 1;
  readonly ok: true;
  readonly status: "ok" | "needs_approval" | "needs_input" | "cancelled";
  readonly output: readonly Json[];
  readonly requiresApproval: ApprovalRequest | null;
  readonly requiresInput: AnswerRequest | null;
  /** Where the run used a model. */
  readonly _meta?: EnvelopeMeta;
}

export interface ErrorEnvelope {
  readonly protocolVersion: 1;
  readonly ok: false;
  readonly error: { readonly type: "parse_error" | "runtime_error" | "doctor_error"; readonly message: string };
  readonly _meta?: EnvelopeMeta;
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
  /** Why it did not end well, for programs: there when the envelope is an error or says `cancelled`. */
  readonly failure?: Failure;
}

/** Everything may be left out; what a run uses of its surroundings is read once, when it starts. */
export interface RunOptions {
  /** Values by argument name, already JSON; checked here against the plan's declarations (D15, D16). Default: none. */
  readonly args?: { readonly [name: string]: unknown };
  /** Folder of runs, gates and values. Default: `LOBSTER_STATE_DIR` of `env`, else `~/.lobster/state`. */
  readonly stateDir?: string;
  /** Folder that steps start in. Default: that of the process. */
  readonly cwd?: string;
  /** What children inherit, and where settings are read. Default: that of the process. */
  readonly env?: { readonly [name: string]: string | undefined };
  /** Where the source was read, for messages and the run's record. Default: null, as for an inline pipeline. */
  readonly sourcePath?: string | null;
  /** Ends the run: children get SIGTERM, and SIGKILL a moment later. */
  readonly signal?: AbortSignal;
  /** Ends the children of this run at once, without a moment to end by themselves; beside `signal`. */
  readonly killSignal?: AbortSignal;
  /** Asks a person on the terminal. Absent: a gate pauses the run. */
  readonly ask?: (request: GateQuestion) => Promise<boolean>;
  /** Asks a person on the terminal for data; null: nobody answered. Absent: an input pauses the run. */
  readonly askInput?: (question: InputQuestion) => Promise<{ readonly response: Json } | null>;
  /** Live standard error of children (human mode). */
  readonly onStderr?: (chunk: Uint8Array) => void;
  /** Something that is no fault of the run but worth a line (D34). */
  readonly onWarning?: (message: string) => void;
  readonly limits?: Partial<RunLimits>;
  /** Folder of the configuration: files of the project's own commands are paths from there. A resume knows it already. */
  readonly programFolder?: string | null;
  /** The project's own commands, for `commands.list`; what runs is in the plan. */
  readonly commands?: readonly CommandSignature[];
  /** Models of this program, by provider name: asked before the services that the environment names (docs, "Models"). */
  readonly models?: { readonly [provider: string]: ModelAdapter };
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

export interface ResumeOptions extends Omit<RunOptions, "sourcePath" | "cwd" | "programFolder"> {
  /** One of both: the whole token, or the short id. */
  readonly token?: string;
  readonly approvalId?: string;
  readonly decision: ResumeDecision;
  /** Private key (PEM) that signs an approval, for gates that name their approvers. */
  readonly key?: string;
  /** Only the secret arguments of the run, which were not stored (D32). */
  readonly args?: { readonly [name: string]: unknown };
}

export interface ContinueOptions extends Omit<RunOptions, "sourcePath" | "cwd" | "programFolder"> {
  /** Id of the run. */
  readonly run: string;
  /** Keys of interrupted steps that are to run again. */
  readonly rerun?: readonly string[];
  /** Keys of interrupted steps that somebody found done: they count as finished, without output. */
  readonly markDone?: readonly string[];
  /** Only the secret arguments of the run, which were not stored (D32). */
  readonly args?: { readonly [name: string]: unknown };
}
