import type { Plan } from "@lobster-lang/plan";
import type { CostLedger } from "./ledger.ts";

/** What one workflow may cost: the steps whose ids begin with the prefix. */
export interface CostScope {
  readonly limit: Plan["costLimit"];
  readonly prefix: string;
}

/**
 * Holds the limits of every workflow that a step is a part of: its own, and those of the workflows that run it.
 * @throws RunFailure above a limit that stops.
 */
export function enforceCosts({
  costs,
  costLimits,
}: {
  readonly costs: CostLedger;
  readonly costLimits: readonly CostScope[];
}): void {
  for (const { limit, prefix } of costLimits) costs.enforce(limit, prefix);
}
