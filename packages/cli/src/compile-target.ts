import { auditPlan, compile, compilePipeline } from "@lobster-lang/compiler";
import { dirname, resolve } from "node:path";
import type { Plan } from "@lobster-lang/plan";
import { levelsFor } from "./configuration.ts";
import type { Configuration, Configurations } from "./configuration.ts";
import type { Io } from "./io.ts";
import { readLimitsOf } from "./read-limits.ts";
import type { CheckedFile } from "./render/findings.ts";
import type { Target } from "./target.ts";
import { UsageError } from "./usage-error.ts";

/** A target's plan, or the findings for which there is none. */
export interface Compiled {
  /** Null while there are errors: nothing runs then (D5). */
  readonly plan: Plan | null;
  /** What was found in the source; null for a plan, which has none. */
  readonly file: CheckedFile | null;
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

function compiled(target: Target, configuration: Configuration, io: Io): Pick<Compiled, "plan" | "file"> {
  const { commands, extraKeys } = configuration;
  const rules = levelsFor(configuration, target.kind === "pipeline" ? null : resolve(io.cwd, target.path));
  if (target.kind === "plan") {
    const untrue = auditPlan(target.plan);
    if (untrue.length === 0) return { plan: target.plan, file: null };
    throw new UsageError(`\`${target.path}\` is no plan that can run:\n  ${untrue.join("\n  ")}`);
  }
  if (target.kind === "pipeline") {
    const { plan, diagnostics } = compilePipeline(target.text, { commands, rules });
    return { plan, file: { path: "<pipeline>", text: target.text, diagnostics } };
  }
  const { path, source } = target;
  if (source.problem !== null) return { plan: null, file: { path, text: source.text, diagnostics: [source.problem] } };
  const { plan, diagnostics } = compile(
    source.text,
    {},
    { fileName: path, limits: readLimitsOf(io), commands, rules, extraKeys },
  );
  return { plan, file: { path, text: source.text, diagnostics } };
}
