import type { Json } from "@lobster-lang/plan";
import type { OutputStore, Stored } from "@lobster-lang/state";
import { parseWhole } from "../json-text.ts";
import type { CostLedger } from "./ledger.ts";
import { usagesIn, type Usage } from "./usage.ts";

/** Takes what the answers of models cost that one step asked for or was given. */
export interface StepCosts {
  /** An answer that was paid for now. */
  spend(usage: Usage): Promise<void>;
  /** Items that came from outside, from a program or a tool: they may hold answers of models. */
  meet(items: readonly Json[]): Promise<void>;
  /** What a program printed. */
  meetOutput(stdout: Stored | null, outputs: OutputStore): Promise<void>;
}

/** An answer of a model is no longer than this; what is longer is data, and not looked through. */
const maxAnswerBytes = 16 * 1024 * 1024;

export function stepCosts(ledger: CostLedger, step: string): StepCosts {
  const meet = async (items: readonly Json[]) => ledger.meet(step, items.flatMap(usagesIn));
  return {
    spend: (usage) => ledger.spend(step, usage),
    meet,
    meetOutput: async (stdout, outputs) => {
      if (stdout === null || outputs.sizeOf(stdout) > maxAnswerBytes) return;
      const text = await outputs.read(stdout);
      if (!text.includes('"usage"')) return;
      const value = parseWhole(text);
      if (value !== undefined) await meet([value]);
    },
  };
}
