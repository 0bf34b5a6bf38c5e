import { defaultReadLimits, readLimitSettings, type ReadLimits } from "@lobster-lang/grammar";

/** Limits of a compilation: those of each file, and those of files that call each other (invariant 8). */
export interface CompileLimits extends ReadLimits {
  /** Workflows that call each other, one in the other. */
  readonly workflowDepth: number;
}

/** What holds unless the caller says otherwise. `steps` holds for a file with all that it calls, too. */
export const defaultCompileLimits: CompileLimits = { ...defaultReadLimits, workflowDepth: 16 };

/** The environment variable by which a user of the program sets each limit. */
export const compileLimitSettings: { readonly [limit in keyof CompileLimits]: string } = {
  ...readLimitSettings,
  workflowDepth: "LOBSTER_MAX_WORKFLOW_DEPTH",
};
