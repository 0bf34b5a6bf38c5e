import type { ChildPlan, Json, PlanArg, WorkflowAction } from "@lobster-lang/plan";
import type { OutputStore } from "@lobster-lang/state";
import { resolveArgs, type ArgumentValues } from "../args.ts";
import { RunFailure, StepFailure } from "../failures.ts";
import { itemsBehind } from "../items-behind.ts";
import { fitted } from "../output-schema.ts";
import type { Place } from "../place.ts";
import { layerOn, type ResultLayer } from "../result-layers.ts";
import { emptyRecord, outputOf, type StepRecord } from "../results.ts";
import type { RunWorld } from "../run-world.ts";
import { argumentSecrets } from "../secrets/known-secrets.ts";
import { secretArguments } from "../secrets/secret-arguments.ts";
import { typeName, valueOf, type Scope } from "../values.ts";
import type { BlockContext, BlockOutcome } from "./run-block.ts";

/**
 * Runs a workflow that was linked in (original-language.md 17): arguments and results of its own, the environment and folder
 * of the step as what it starts from. Keys inside are `key/step`, so a gate in it pauses the run and a resume finds it.
 */
export async function runChild(
  action: WorkflowAction,
  key: string,
  { run: around, step, place, runSteps }: BlockContext,
  signal: AbortSignal,
): Promise<BlockOutcome> {
  const child = childOf(action, around);
  const costLimits = [...around.costLimits, { limit: child.costLimit, prefix: `${key}/` }];
  const run: RunWorld = { ...around, costLimits };
  const args = await childArguments(action, child, place.scope);
  const results = layerOn(null);
  const { outputs, warn } = place.scope;
  const scope: Scope = { args, results, outputs, warn };
  const inner: Place = {
    prefix: `${key}/`,
    scope,
    results,
    signal,
    around: [
      ...place.around,
      { env: step.env, cwd: step.cwd, scope: place.scope },
      { declared: child.args, env: child.env, cwd: child.cwd, scope: { ...scope, unreached: "empty" } },
    ],
    ...(place.isBranch === true ? { isBranch: true } : {}),
  };
  try {
    const last = await runSteps(run, child.steps, inner);
    const record = await recordOf(await outputOf(last, outputs), outputs);
    return { record: await fitted(step, record, outputs), branches: [] };
  } catch (error) {
    const isOwn = error instanceof StepFailure && !signal.aborted;
    throw isOwn ? withPlace(error, action, child, results) : error;
  }
}

/** Shows nowhere what the secret arguments of a child hold, also of one that a replay does not enter again. */
export async function learnChildSecrets(action: WorkflowAction, run: RunWorld, scope: Scope): Promise<void> {
  const { args, steps } = childOf(action, run);
  const { children } = run.plan;
  const child = { args, steps, ...(children === undefined ? {} : { children }) };
  if (secretArguments(child).size === 0) return;
  try {
    const standard = Object.fromEntries(args.map(({ name, default: value }) => [name, value]));
    run.world.vault.learn(argumentSecrets(child, { ...standard, ...(await givenValues(action, scope)) }));
  } catch (error) {
    // What cannot be given fails the step itself, where `on_error` decides.
    if (!(error instanceof StepFailure)) throw error;
  }
}

function childOf({ child: key, file }: WorkflowAction, { plan }: RunWorld): ChildPlan {
  const child = plan.children?.[key];
  if (child === undefined) throw new RunFailure(`the plan does not hold the workflow \`${file}\` that it runs`);
  return child;
}

/** @throws StepFailure for arguments that the child does not take (D16). */
async function childArguments(action: WorkflowAction, child: ChildPlan, scope: Scope): Promise<ArgumentValues> {
  const given = await givenValues(action, scope);
  const fitting: [string, Json][] = [];
  for (const { name, value } of action.args) {
    const arg = child.args.find((one) => one.name === name);
    const items = arg?.type === "array" && "whole" in value ? await itemsBehind(value.whole, scope) : null;
    fitting.push([name, items ?? asDeclared(arg, given[name] ?? null)]);
  }
  const resolved = resolveArgs(child, Object.fromEntries(fitting));
  if ("values" in resolved) return resolved.values;
  throw new StepFailure(`\`${action.file}\` does not take what it is given: ${resolved.problems.join("; ")}`);
}

/** A reference to nothing gives null, which stands for an empty value. */
async function givenValues({ args }: WorkflowAction, scope: Scope): Promise<{ readonly [name: string]: Json }> {
  const values: [string, Json][] = [];
  for (const { name, value } of args) values.push([name, (await valueOf(scope, value)) ?? null]);
  return Object.fromEntries(values);
}

/** A list or map for an argument of text is its JSON, as in any other text (D17); who wants it whole declares its type (D30). */
function asDeclared(arg: PlanArg | undefined, value: Json): Json {
  const isStructure = typeof value === "object" && value !== null;
  return arg !== undefined && isStructure && isText(arg, value) ? JSON.stringify(value) : value;
}

function isText({ type, hasDefault, default: standard }: PlanArg, value: Json): boolean {
  return type === "string" && !(hasDefault && typeName(standard) === typeName(value));
}

/**
 * The result: one item stands for itself, several are a list (original-language.md 8). A loop over `.json` takes the items,
 * one or many (D11).
 */
async function recordOf(output: readonly Json[], outputs: OutputStore): Promise<StepRecord> {
  if (output.length === 1) return { ...emptyRecord, items: await outputs.keep(`${JSON.stringify(output[0])}\n`) };
  const text = JSON.stringify(output);
  const stdout = await outputs.keep(output.length === 0 ? "" : text);
  return { ...emptyRecord, items: await outputs.keep(`${text}\n`), stdout };
}

/** Says which step of the file it was. */
function withPlace(
  error: StepFailure,
  { file }: WorkflowAction,
  { steps }: ChildPlan,
  results: ResultLayer,
): StepFailure {
  const failed = steps.find(({ id }) => results.own(id)?.record?.failed === error.message);
  const where = failed === undefined ? `\`${file}\`` : `step \`${failed.id}\` of \`${file}\``;
  return new StepFailure(`${where}: ${error.message}`, { exitCode: error.exitCode, cause: error });
}
