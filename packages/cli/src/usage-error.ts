/** The command line is wrong: what is wrong and what to write instead. Exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
