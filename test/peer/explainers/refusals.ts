import type { Outcome } from "../run-file.ts";
import type { Explainer } from "./explainer.ts";

/** Rules that stand for a row of their own; all others are D5. */
const decisions: { readonly [rule: string]: string } = {
  "unknown-flag": "D28",
  "extra-positional": "D28",
  "missing-flag-value": "D28",
  "pick-syntax": "D28",
  "map-syntax": "D28",
  "stage-after-renderer": "D38",
  "value-in-unsafe-place": "D1",
  "arg-name-collision": "D18",
  "unknown-field": "D46",
  "approver-cannot-differ": "D8",
};

/** The rules that refused the file, where nothing of it ran. */
export function refusingRules(outcome: Outcome): readonly string[] {
  const [round] = outcome.rounds;
  if (round === undefined || !("failed" in round) || Object.keys(outcome.files).length > 0) return [];
  return [...round.failed.matchAll(/error\[([a-z-]+)\]/g)].map((match) => match[1]!);
}

/**
 * A fault that we find before anything runs. Only for files that were made to have it: a refusal of a file that means
 * something is never explained.
 */
export const refusals: Explainer = {
  decision: "D5",
  says: "a fault is found before anything runs",
  accounts: ({ ours, outcomes }) => {
    const rules = refusingRules(outcomes.ours);
    if (rules.length === 0 || rules.some((rule) => !ours.faults.includes(rule))) return false;
    return decisions[rules[0]!] ?? "D5";
  },
};
