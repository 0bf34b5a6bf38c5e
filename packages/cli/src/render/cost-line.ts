import type { Envelope } from "@lobster-lang/runtime";

/** What the models of a run cost, in one line for a person; nothing where none was used (D43). */
export function costLine({ _meta }: Envelope): string {
  if (_meta === undefined) return "";
  const { estimatedCostUsd, totalInputTokens, totalOutputTokens, unpricedModels = [] } = _meta.cost;
  const digits = estimatedCostUsd === 0 || estimatedCostUsd >= 0.1 ? 2 : 6;
  const tokens = `${totalInputTokens} tokens in, ${totalOutputTokens} out`;
  const gaps = unpricedModels.length === 0 ? "" : `; without ${unpricedModels.join(", ")}, whose cost is not known`;
  return `models: $${estimatedCostUsd.toFixed(digits)} (${tokens}${gaps})\n`;
}
