import { priceOf, type ModelPrice } from "@lobster-lang/language";
import type { Plan } from "@lobster-lang/plan";
import type { Charge } from "@lobster-lang/state";
import { RunFailure } from "../failures.ts";
import type { CostSummary } from "../types.ts";
import { dollars, summaryOf, totalOf } from "./summary.ts";
import type { Usage } from "./usage.ts";

/** What the models of one run have cost so far, its earlier processes included. */
export interface CostLedger {
  /** An answer that was paid for now. It counts, whatever else has the same identity. */
  spend(step: string, usage: Usage): Promise<void>;
  /** Answers that stand in a result: those that are known already are only passed on. */
  meet(step: string, usages: readonly Usage[]): Promise<void>;
  /**
   * Holds a limit against what the steps whose ids begin so have cost: all of them, or those of a child workflow.
   * @throws RunFailure above a limit that stops.
   */
  enforce(limit: Plan["costLimit"], prefix?: string): void;
  /** Null: no model was used. */
  summary(): CostSummary | null;
}

export interface CostLedgerOptions {
  /** From the journal. */
  readonly earlier: readonly Charge[];
  readonly prices: { readonly [model: string]: ModelPrice };
  /** Writes a charge down before it counts. */
  readonly write: (charge: Charge) => Promise<void>;
  /** Says what is worth a line; only where the plan has a limit does a missing price matter. */
  readonly warn: (message: string) => void;
  readonly limited: boolean;
}

/** Opens the ledger of a run. What is in the journal counts once, however often the run is continued. */
export function openLedger({ earlier, prices, write, warn, limited }: CostLedgerOptions): CostLedger {
  const charges: Charge[] = [...earlier];
  const known = new Set(charges.flatMap(({ id }) => (id === null ? [] : [id])));
  const told = new Set<string>();
  let total = totalOf(charges);

  const once = (message: string, key = message) => {
    if (told.has(key)) return;
    told.add(key);
    warn(message);
  };

  const tellGaps = (usage: Usage, usd: number | null) => {
    if (!limited || usd !== null) return;
    const model = usage.model === null ? "a model that does not say its name" : `model \`${usage.model}\``;
    if (!usage.isStated) once(`${model} does not say how much it used: \`cost_limit\` counts it as nothing`);
    else once(`no price is known for ${model}: \`cost_limit\` counts it as nothing; set LOBSTER_LLM_PRICING_JSON`);
  };

  const add = async (step: string, usage: Usage) => {
    const { id, model, inputTokens, outputTokens } = usage;
    if (id !== null) known.add(id);
    const usd = usdOf(usage, prices);
    const charge: Charge = { id, step, model, inputTokens, outputTokens, usd };
    await write(charge);
    charges.push(charge);
    total += usd ?? 0;
    tellGaps(usage, usd);
  };

  return {
    spend: add,
    meet: async (step, usages) => {
      for (const usage of usages) if (usage.id === null || !known.has(usage.id)) await add(step, usage);
    },
    enforce: (limit, prefix = "") => {
      if (limit == null) return;
      const spent = prefix === "" ? total : totalOf(charges.filter(({ step }) => step.startsWith(prefix)));
      // Sums of fractions are a little off; a limit must not trip by that.
      if (Math.round(spent * 1e6) / 1e6 <= limit.maxUsd) return;
      const words = `${dollars(spent)} is above the limit of ${dollars(limit.maxUsd)}`;
      if (limit.action === "stop") throw new RunFailure(`the models cost too much: ${words} (\`cost_limit\`)`);
      once(`the models cost much: ${words} (\`cost_limit\`)`, `limit ${prefix}`);
    },
    summary: () => summaryOf(charges),
  };
}

/** What the answer says it cost, else its tokens by the table; null where neither tells. No tokens cost nothing. */
function usdOf(usage: Usage, prices: CostLedgerOptions["prices"]): number | null {
  if (usage.usd !== null) return usage.usd;
  const price = usage.model === null ? null : priceOf(usage.model, prices);
  if (price === null || !usage.isStated) return null;
  return (usage.inputTokens * price.input + usage.outputTokens * price.output) / 1e6;
}
