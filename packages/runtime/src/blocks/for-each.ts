import { setMaxListeners } from "node:events";
import type { ForEachAction, Json } from "@lobster-lang/plan";
import { throwIfAborted } from "../abort.ts";
import { StepFailure } from "../failures.ts";
import type { Place } from "../place.ts";
import { layerOn, type Results } from "../result-layers.ts";
import { itemsBehind } from "../items-behind.ts";
import { emptyRecord, emptyResult, outcomeOf, type StepResult } from "../results.ts";
import { pieceValue, spelling, typeName, type Scope } from "../values.ts";
import { atOnce, throwDecisive } from "./at-once.ts";
import type { BlockContext, BlockOutcome } from "./run-block.ts";

/**
 * Runs a loop (original-language.md 16): a round for each item, batch by batch. A round that fails lets no further one
 * start. Keys inside are `key/round/step`, so that rounds can run at once and a resume finds each.
 */
export async function runForEach(
  action: ForEachAction,
  key: string,
  context: BlockContext,
  signal: AbortSignal,
): Promise<BlockOutcome> {
  const items = await listOf(action, context.place.scope);
  const size = action.pause?.batchSize ?? Math.max(1, items.length);
  const rows: Json[] = [];
  // Many rounds listen at once; Node takes more than ten listeners of one signal for a leak, and says so.
  const shared = AbortSignal.any([signal]);
  setMaxListeners(0, shared);
  for (let first = 0; first < items.length; first += size) {
    const batch = items.slice(first, first + size);
    const settled = await atOnce(
      batch.length,
      action.concurrency,
      (index) => runRound(action, key, context, shared, { item: batch[index] ?? null, index: first + index }),
      (round) => "error" in round,
    );
    throwDecisive(settled);
    for (const round of settled) if (round !== undefined && "value" in round) rows.push(round.value);
    const isLast = first + size >= items.length;
    if (action.pause !== null && !isLast) {
      await context.run.engine.sleep(`${key} pause ${first + size}`, action.pause.ms, signal);
    }
  }
  const stdout = await context.run.world.outputs.keep(JSON.stringify(rows));
  return { record: { ...emptyRecord, stdout }, branches: [] };
}

interface Round {
  readonly item: Json;
  readonly index: number;
}

async function runRound(
  action: ForEachAction,
  key: string,
  { run, step, place, runSteps }: BlockContext,
  signal: AbortSignal,
  { item, index }: Round,
): Promise<Json> {
  throwIfAborted(signal);
  const variables = layerOn(place.scope.results);
  variables.set(action.itemVariable, { ...emptyResult, value: item });
  variables.set(action.indexVariable, { ...emptyResult, value: index });
  const results = layerOn(variables);
  const scopeOn = (seen: Results): Scope => ({ ...place.scope, results: seen });
  const inner: Place = {
    prefix: `${key}/${index}/`,
    scope: scopeOn(results),
    results,
    signal,
    around: [...place.around, { env: step.env, cwd: step.cwd, scope: scopeOn(variables) }],
    before: { ...emptyResult, value: item },
    ...(place.isBranch === true ? { isBranch: true } : {}),
  };
  await runSteps(run, action.steps, inner);
  const row: [string, Json][] = [
    [action.itemVariable, item],
    [action.indexVariable, index],
  ];
  for (const { id } of action.steps) {
    const value = await valueIn(results.own(id), inner.scope);
    if (value !== undefined) row.push([id, value]);
  }
  return Object.fromEntries(row);
}

/** What the loop's result says of a step: its `json`, its answer, else its `stdout`; nothing of one that was skipped or failed. */
async function valueIn(result: StepResult | undefined, { outputs }: Scope): Promise<Json | undefined> {
  return result === undefined ? undefined : outcomeOf(result, outputs);
}

async function listOf({ list }: ForEachAction, scope: Scope): Promise<readonly Json[]> {
  const items = await itemsBehind(list, scope);
  if (items !== null) return items;
  const value = await pieceValue(scope, list);
  if (Array.isArray(value)) return value as readonly Json[];
  const name = "arg" in list ? `\`\${${list.arg}}\`` : spelling(list.ref);
  const found = value === undefined ? "nothing" : value === null ? "null" : `a ${typeName(value)}`;
  throw new StepFailure(`a loop needs a list, but ${name} is ${found}${listInside(value, list)}`);
}

/** The key of a map that holds the list which was meant. */
function listInside(value: Json | undefined, list: ForEachAction["list"]): string {
  if (typeof value !== "object" || value === null || !("ref" in list)) return "";
  const key = Object.entries(value).find(([, inner]) => Array.isArray(inner))?.[0];
  if (key === undefined) return "";
  return `; did you mean ${spelling({ ...list.ref, path: [...list.ref.path, key] })}?`;
}
