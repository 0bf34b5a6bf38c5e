/** A step failed: `on_error` decides what follows. The message is what people and agents read. */
export class StepFailure extends Error {
  readonly exitCode: number | null;
  constructor(message: string, options?: { readonly exitCode?: number | null; readonly cause?: unknown }) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.name = "StepFailure";
    this.exitCode = options?.exitCode ?? null;
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
