import { placedSteps, type Json, type Plan } from "@lobster-lang/plan";
import type { Stored } from "@lobster-lang/state";
import { realpath } from "node:fs/promises";
import { resolve, sep } from "node:path";
import { withTimeout } from "./abort.ts";
import { resolveArgs } from "./args.ts";
import { isMap, type Arguments } from "./commands/arguments.ts";
import { batchesOf } from "./commands/batches.ts";
import { StepFailure, messageOf } from "./failures.ts";
import type { CompiledFile } from "./host.ts";
import { interpret } from "./interpreter.ts";
import { keepItems } from "./keep-items.ts";
import { emptyRecord, type StepRecord } from "./results.ts";
import { refusalOfPlan } from "./plan-refusals.ts";
import { argumentSecrets } from "./secrets/known-secrets.ts";
import type { NestedRun, RunWorld } from "./run-world.ts";

const command = "workflows.run";

/**
 * `workflows.run --file F`: the steps of the file run as a part of this run, under keys of their own in its journal. So a
 * gate in there pauses the whole run, and a resume goes on in there. The file is compiled once: what was compiled is what
 * runs, whatever the file says at a resume (D4).
 */
export function runFile(nested: NestedRun): Promise<StepRecord> {
  const { run, key, signal, timeout, stopsRun } = nested;
  const work = async () => ({
    ...(await asRecord(() => withTimeout(signal, timeout.ms, timeout.message, (own) => runWithin(nested, own)))),
  });
  return run.engine.block<{ readonly [name: string]: Json }>(key, work, { stopsRun }) as unknown as Promise<StepRecord>;
}

async function asRecord(work: () => Promise<StepRecord>): Promise<StepRecord> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StepFailure) return { ...emptyRecord, exitCode: error.exitCode, failed: error.message };
    throw error;
  }
}

async function runWithin(nested: NestedRun, signal: AbortSignal): Promise<StepRecord> {
  const { run, key, args } = nested;
  const depth = run.depth + 1;
  if (depth > run.world.limits.maxNestedRuns) {
    throw new StepFailure(
      `${command}: ${depth} runs inside one another; a file that runs itself never ends, or raise LOBSTER_MAX_NESTED_RUNS`,
    );
  }
  const { environment, cwd } = await nested.prepare();
  const { plan, programFolder } = await compiledFile(nested, cwd);
  const name = `\`${args.text("file") ?? args.text("name") ?? ""}\``;
  const refusal = await refusalOfPlan(plan, run.env, programFolder);
  if (refusal !== null) throw new StepFailure(`${command}: ${name}: ${refusal.message}`);
  if (nested.isBranch && hasGate(plan)) {
    throw new StepFailure(
      `${command}: ${name} asks for an approval or an answer, and nothing can wait in a branch of \`parallel\``,
    );
  }
  const given = args.json("args-json") ?? {};
  if (!isMap(given)) throw new StepFailure(`${command} --args-json must be a JSON map`);
  const resolved = resolveArgs(plan, given);
  if ("problems" in resolved) throw new StepFailure(`${command}: ${name}: ${resolved.problems.join("; ")}`);
  run.world.vault.learn(argumentSecrets(plan, resolved.values));
  const inner: RunWorld = {
    ...run,
    plan,
    costLimits: [...run.costLimits, { limit: plan.costLimit, prefix: `${key}/` }],
    args: resolved.values,
    world: { ...run.world, programFolder },
    inherited: withoutArguments(environment.variables),
    cwd,
    signal,
    depth,
  };
  const { output } = await finished(() => interpret(inner, `${key}/`), name);
  return { ...emptyRecord, items: await keepItems(batchesOf(output), run.world) };
}

/** A fault that ends a run ends a nested one; for the run around it is a failure of the step. */
async function finished<T>(work: () => Promise<T>, name: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error;
    throw new StepFailure(`${command}: ${name}: ${error.message}`, { exitCode: error.exitCode, cause: error });
  }
}

async function compiledFile({ run, key, args }: NestedRun, cwd: string): Promise<CompiledFile> {
  const kept = await run.engine.step<{ readonly [name: string]: Json }>(
    `${key}/plan`,
    async () => {
      try {
        const text = JSON.stringify(await compileFile(run, args, cwd));
        return { plan: { ...(await run.world.outputs.keep(text)) }, failed: null };
      } catch (error) {
        if (!(error instanceof StepFailure)) throw error;
        return { plan: null, failed: error.message };
      }
    },
    { idempotent: true, stopsRun: true },
  );
  if (typeof kept["failed"] === "string") throw new StepFailure(kept["failed"]);
  return JSON.parse(await run.world.outputs.read(kept["plan"] as unknown as Stored)) as CompiledFile;
}

async function compileFile(run: RunWorld, args: Arguments, cwd: string): Promise<CompiledFile> {
  const file = args.text("file")?.trim() || (args.text("name")?.trim() ?? "");
  if (file === "") throw new StepFailure(`${command} --file needs the path of a workflow file`);
  if (run.compile === undefined) {
    throw new StepFailure(`${command}: \`${file}\` cannot be run here: this program compiles nothing while it runs`);
  }
  const compiled = await run.compile(await pathInside(file, cwd, run.rootFolder));
  if ("problem" in compiled) throw new StepFailure(`${command}: \`${file}\` cannot run: ${compiled.problem}`);
  return { plan: compiled.plan, programFolder: compiled.programFolder };
}

/** The real path of a file within the run's folder: a link that leads out of it is none. */
async function pathInside(file: string, cwd: string, root: string): Promise<string> {
  if (file.includes("\0")) throw new StepFailure(`${command}: the file's name holds a NUL character`);
  const [path, folder] = await Promise.all([realPathOf(resolve(cwd, file), file), realPathOf(root, root)]);
  if (path.startsWith(folder.endsWith(sep) ? folder : folder + sep)) return path;
  throw new StepFailure(`${command}: \`${file}\` is outside of the run's folder; only files below it are run`);
}

async function realPathOf(path: string, name: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const isMissing =
      error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
    throw new StepFailure(`${command}: ${isMissing ? `there is no file \`${name}\`` : messageOf(error)}`, {
      cause: error,
    });
  }
}

function hasGate(plan: Plan): boolean {
  return [...placedSteps(plan)].some(({ step }) => step.gate !== null) || plan.requires.gates.length > 0;
}

/** The variables of the step without the arguments of the run around: the nested run has its own. */
function withoutArguments(variables: { readonly [name: string]: string }): { readonly [name: string]: string } {
  return Object.fromEntries(
    Object.entries(variables).filter(([name]) => name !== "LOBSTER_ARGS_JSON" && !name.startsWith("LOBSTER_ARG_")),
  );
}
