import { auditPlan, compile, compilePipeline, type CalledFile } from "@lobster-lang/compiler";
import type { Plan } from "@lobster-lang/plan";
import type { Io } from "./io.ts";
import { calledFiles } from "./called-files.ts";
import { readLimitsOf } from "./read-limits.ts";
import { errorsOf, type CheckedFile } from "./render/findings.ts";
import type { Target } from "./target.ts";
import { UsageError } from "./usage-error.ts";

/** A target's plan, or the findings for which there is none. */
export interface Compiled {
  /** Null while there are errors: nothing runs then (D5). */
  readonly plan: Plan | null;
  /** What was found in the source, and the errors in what it calls; nothing for a plan. */
  readonly files: readonly CheckedFile[];
}

/**
 * Compiles a workflow or a pipeline; a plan is one already, if it is true.
 * @throws UsageError for a plan that hides what it does.
 */
export function compileTarget(target: Target, io: Pick<Io, "cwd" | "env">): Compiled {
  if (target.kind === "plan") {
    const untrue = auditPlan(target.plan);
    if (untrue.length === 0) return { plan: target.plan, files: [] };
    throw new UsageError(`\`${target.path}\` is no plan that can run:\n  ${untrue.join("\n  ")}`);
  }
  if (target.kind === "pipeline") {
    const { plan, diagnostics } = compilePipeline(target.text);
    return { plan, files: [{ path: "<pipeline>", text: target.text, diagnostics }] };
  }
  const { path, source } = target;
  const { text, problem } = source;
  if (problem !== null) return { plan: null, files: [{ path, text, diagnostics: [problem] }] };
  const options = { fileName: path, limits: readLimitsOf(io) };
  const { plan, diagnostics, called } = compile(text, calledFiles(path, io), options);
  return { plan, files: [{ path, text, diagnostics }, ...errorsIn(called)] };
}

/** Files that others call and that have errors; what else is to say about them is said when they are checked themselves. */
export function errorsIn(called: readonly CalledFile[]): readonly CheckedFile[] {
  const files = called.map(({ name, text, diagnostics }) => errorsOf({ path: name, text, diagnostics }));
  return files.filter(({ diagnostics }) => diagnostics.length > 0);
}
