import type { Charge } from "@lobster-lang/state";
import type { CostSummary, StepCost } from "../types.ts";

/** The sum of charges in US dollars; what has no price counts as nothing. */
export function totalOf(charges: readonly Charge[]): number {
  return charges.reduce((sum, { usd }) => sum + (usd ?? 0), 0);
}

/** What an envelope says of charges, one row for each step and model; null where no model was used. */
export function summaryOf(charges: readonly Charge[]): CostSummary | null {
  if (charges.length === 0) return null;
  const rows = new Map<string, StepCost>();
  for (const { step: stepId, model, inputTokens, outputTokens, usd } of charges) {
    const key = JSON.stringify([stepId, model]);
    const row = rows.get(key);
    rows.set(key, {
      stepId,
      model,
      inputTokens: inputTokens + (row?.inputTokens ?? 0),
      outputTokens: outputTokens + (row?.outputTokens ?? 0),
      costUsd: rounded((usd ?? 0) + (row?.costUsd ?? 0)),
    });
  }
  const unpriced = [...new Set(charges.flatMap(({ model, usd }) => (usd === null ? [model ?? "unknown"] : [])))];
  return {
    totalInputTokens: charges.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
    totalOutputTokens: charges.reduce((sum, { outputTokens }) => sum + outputTokens, 0),
    estimatedCostUsd: rounded(totalOf(charges)),
    byStep: [...rows.values()],
    ...(unpriced.length === 0 ? {} : { unpricedModels: unpriced.toSorted() }),
  };
}

/** To a millionth of a dollar. */
function rounded(usd: number): number {
  return Math.round(usd * 1e6) / 1e6;
}

/** An amount as people write it: two digits for cents, more where less than a cent matters. */
export function dollars(usd: number): string {
  const exact = rounded(usd);
  const isWhole = Math.abs(exact * 100 - Math.round(exact * 100)) < 1e-6;
  return `$${isWhole ? exact.toFixed(2) : exact.toFixed(6).replace(/0{1,2}$/, "")}`;
}
