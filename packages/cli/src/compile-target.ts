import { auditPlan, compile, compilePipeline, type CalledFile } from "@lobster-lang/compiler";
import { dirname, resolve } from "node:path";
import type { Plan } from "@lobster-lang/plan";
import { levelsFor } from "./configuration.ts";
import type { Configuration, Configurations } from "./configuration.ts";
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
  /** What it was compiled by. */
  readonly configuration: Configuration;
}

/**
 * Compiles a workflow or a pipeline by the configuration of its folder; a plan is one already, if it is true.
 * @throws UsageError for a plan that hides what it does, FaultyFile for a configuration with errors.
 */
export async function compileTarget(target: Target, configurations: Configurations, io: Io): Promise<Compiled> {
  const folder = target.kind === "pipeline" ? io.cwd : dirname(resolve(io.cwd, target.path));
  const configuration = await configurations.sound(folder);
  return { ...compiled(target, configuration, io), configuration };
}

function compiled(target: Target, configuration: Configuration, io: Io): Pick<Compiled, "plan" | "files"> {
  const { commands, extraKeys } = configuration;
  const rules = levelsFor(configuration, target.kind === "pipeline" ? null : resolve(io.cwd, target.path));
  if (target.kind === "plan") {
    const untrue = auditPlan(target.plan);
    if (untrue.length === 0) return { plan: target.plan, files: [] };
    throw new UsageError(`\`${target.path}\` is no plan that can run:\n  ${untrue.join("\n  ")}`);
  }
  if (target.kind === "pipeline") {
    const { plan, diagnostics } = compilePipeline(target.text, { commands, rules });
    return { plan, files: [{ path: "<pipeline>", text: target.text, diagnostics }] };
  }
  const { path, source } = target;
  const { text, problem } = source;
  if (problem !== null) return { plan: null, files: [{ path, text, diagnostics: [problem] }] };
  const options = { fileName: path, limits: readLimitsOf(io), commands, rules, extraKeys };
  const { plan, diagnostics, called } = compile(text, calledFiles(path, io), options);
  return { plan, files: [{ path, text, diagnostics }, ...errorsIn(called)] };
}

/** Files that others call and that have errors; what else is to say about them is said when they are checked themselves. */
export function errorsIn(called: readonly CalledFile[]): readonly CheckedFile[] {
  const files = called.map(({ name, text, diagnostics }) => errorsOf({ path: name, text, diagnostics }));
  return files.filter(({ diagnostics }) => diagnostics.length > 0);
}
