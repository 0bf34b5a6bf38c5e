import type { Diagnostic } from "@lobster-lang/language";

/** A checked text and what was found in it. */
export interface CheckedFile {
  /** As the user wrote it, or under the folder that was named. */
  readonly path: string;
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** The same with its errors alone. */
export function errorsOf(file: CheckedFile): CheckedFile {
  return { ...file, diagnostics: file.diagnostics.filter((one) => one.severity === "error") };
}
