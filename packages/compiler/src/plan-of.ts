import type { Diagnostic } from "@lobster-lang/language";
import type { Plan } from "@lobster-lang/plan";
import { isError } from "./link/linked-file.ts";

/** What `planOf` throws: everything that was found, with `error` findings in the message. */
export class CompileError extends Error {
  override readonly name = "CompileError";
  readonly code = "compile_failed";
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(wordsOf(diagnostics));
    this.diagnostics = diagnostics;
  }
}

/** The error of that name, also when it comes from another copy of this package. */
export function isCompileError(error: unknown): error is CompileError {
  return error instanceof Error && error.name === "CompileError" && "diagnostics" in error;
}

/**
 * The plan of what `compile` or `compilePipeline` gave.
 * @throws CompileError when there is none.
 */
export function planOf(compiled: { readonly plan: Plan | null; readonly diagnostics: readonly Diagnostic[] }): Plan {
  if (compiled.plan === null) throw new CompileError(compiled.diagnostics);
  return compiled.plan;
}

function wordsOf(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(isError).map(({ rule, message }) => `${rule}: ${message}`);
  // A file of another language has no errors, and no plan.
  return errors.length === 0 ? "the text is no Lobster workflow" : errors.join("\n");
}
