/** Whether an error says that a file does not exist. */
export function isMissing(error: unknown): boolean {
  return codeOf(error) === "ENOENT";
}

/** The system's code of an error (`EEXIST`), or null. */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}
