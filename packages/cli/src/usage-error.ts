/** The command line is wrong: what is wrong and what to write instead. Exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** By name: each verb is a bundle of its own, so that its class is not the one of `main`. */
export function isUsageError(error: unknown): error is UsageError {
  return error instanceof Error && error.name === "UsageError";
}
