/**
 * Why a run did not end well, for programs: `invalid_plan`, `invalid_arguments`, `invalid_settings`, `invalid_request` (an
 * unknown or malformed token or id), `already_decided`, `not_permitted` (who may approve): nothing has run. `state`: the
 * state folder failed. `step_failed`, `run_failed` (a condition, an environment, an output), `refused` (whoever was asked
 * said no), `aborted` (by the caller), `cancelled` (a gate was rejected from outside), `internal`.
 */
export type FailureCode =
  | "invalid_plan"
  | "invalid_arguments"
  | "invalid_settings"
  | "invalid_request"
  | "already_decided"
  | "not_permitted"
  | "state"
  | "step_failed"
  | "run_failed"
  | "refused"
  | "aborted"
  | "cancelled"
  | "internal";

export interface Failure {
  readonly code: FailureCode;
  readonly message: string;
  /** The step that failed, by its path (`loop/3/send`), where it was one. */
  readonly step: string | null;
}

/** A step failed: `on_error` decides what follows. The message is what people and agents read. */
export class StepFailure extends Error {
  readonly exitCode: number | null;
  /** Path of the step, once it is known to fail the run. */
  readonly step: string | null;
  constructor(
    message: string,
    options?: { readonly exitCode?: number | null; readonly step?: string; readonly cause?: unknown },
  ) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.name = "StepFailure";
    this.exitCode = options?.exitCode ?? null;
    this.step = options?.step ?? null;
  }
}

/** The run cannot go on, whatever `on_error` says: a condition, an environment, a gate that nobody may approve. */
export class RunFailure extends Error {
  readonly type: "parse_error" | "runtime_error";
  constructor(message: string, type: "parse_error" | "runtime_error" = "runtime_error") {
    super(message);
    this.name = "RunFailure";
    this.type = type;
  }
}

/** The run was told to end from outside (a signal, a time limit of the host). */
export class RunAborted extends Error {
  constructor(message: string) {
    super(message);
    this.name = "RunAborted";
  }
}

/** The words of anything thrown. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isTooLong = "code" in error && error.code === "ERR_STRING_TOO_LONG";
  if (isTooLong || (error instanceof RangeError && error.message === "Invalid string length")) {
    return "a text became longer than this program can hold (512 MiB); pass it on by `stdin:` from one step to the next";
  }
  return error.message;
}
