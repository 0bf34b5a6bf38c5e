/** A value that the pipe language has no spelling for. Said when the stage is built, before anything is compiled. */
export class UnwritableError extends Error {
  override readonly name = "UnwritableError";
  readonly code = "unwritable";
}
