import { resolve } from "node:path";
import { resolveArgs } from "@lobster-lang/runtime";
import type { Plan } from "@lobster-lang/plan";
import type { Arguments } from "./arguments.ts";
import { configurationsFor } from "./configuration.ts";
import type { Configuration } from "./configuration.ts";
import { compileTarget } from "./compile-target.ts";
import { FaultyFile } from "./faulty-file.ts";
import { givenArguments } from "./given-arguments.ts";
import type { Io } from "./io.ts";
import { runTarget } from "./target.ts";
import { UsageError } from "./usage-error.ts";

/** A run of which everything is known but how it ends. */
export interface PreparedRun {
  readonly plan: Plan;
  /** As they were given; they are known to fit the declarations. */
  readonly args: { readonly [name: string]: unknown };
  /** The file that was read, as an absolute path; null for an inline pipeline. */
  readonly sourcePath: string | null;
  readonly warnings: number;
  readonly configuration: Configuration;
}

/**
 * Reads the target, compiles it and reads its arguments. Throws FaultyFile for a source with errors, UsageError for a
 * target or arguments that are wrong: in both cases nothing has run.
 */
export async function prepareRun(args: Arguments, io: Io): Promise<PreparedRun> {
  const configurations = configurationsFor(args, io);
  const target = await runTarget(args.value("file"), args.positionals, configurations, io);
  const { plan, files, configuration } = await compileTarget(target, configurations, io);
  if (plan === null) throw new FaultyFile(files);
  if (target.kind === "pipeline" && args.has("arg"))
    throw new UsageError("a pipeline has no arguments: write the value into it");
  const given = target.kind === "pipeline" ? {} : await givenArguments(args, plan, io);
  const resolved = resolveArgs(plan, given);
  if ("problems" in resolved) throw new UsageError(resolved.problems.join("\n"));
  return {
    plan,
    args: given,
    sourcePath: target.kind === "pipeline" ? null : resolve(io.cwd, target.path),
    warnings: files.flatMap((file) => file.diagnostics).filter((one) => one.severity === "warning").length,
    configuration,
  };
}
