import type { Json } from "@lobster-lang/plan";
import type { FailureCode } from "./failures.ts";
import type { ApprovalRequest, RunResult } from "./types.ts";

/** What `outputOf` throws. `code` says why for programs; `paused` is a run that waits for an approval. */
export class RunError extends Error {
  override readonly name = "RunError";
  readonly code: FailureCode | "paused";
  /** The step that failed, where it was one. */
  readonly step: string | null;
  readonly runId: string | null;
  /** What a paused run asks. */
  readonly approval: ApprovalRequest | null;

  constructor(result: RunResult) {
    super(messageOf(result));
    this.code = result.failure?.code ?? (result.envelope.ok ? "paused" : "internal");
    this.step = result.failure?.step ?? null;
    this.runId = result.runId;
    this.approval = result.envelope.ok ? result.envelope.requiresApproval : null;
  }
}

/** The error of that name, also when it comes from another copy of this package. */
export function isRunError(error: unknown): error is RunError {
  return error instanceof Error && error.name === "RunError" && "code" in error;
}

/**
 * The output of a run that ended well.
 * @throws RunError when it failed, was cancelled, or waits for an approval.
 */
export function outputOf(result: RunResult): readonly Json[] {
  if (result.envelope.ok && result.envelope.status === "ok") return result.envelope.output;
  throw new RunError(result);
}

function messageOf({ envelope, failure }: RunResult): string {
  if (failure !== undefined) return failure.message;
  if (!envelope.ok) return envelope.error.message;
  return `the run waits for an answer: ${envelope.requiresApproval?.prompt ?? envelope.status}`;
}
