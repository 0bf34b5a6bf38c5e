import type { Verdict } from "./explain.ts";
import type { Outcome } from "./run-file.ts";

/** Everything about one difference, for the person who has to find its reason. */
export function describeVerdict(verdict: Verdict, smaller: Verdict | null): string {
  const { ours: file, outcomes } = verdict;
  const how = [
    file.kind,
    ...(file.dryRun ? ["dry run"] : []),
    ...(file.args === null ? [] : [JSON.stringify(file.args)]),
  ];
  return [
    `===== ${file.name} (${how.join(", ")}), answers ${JSON.stringify(file.answers.map(({ approve }) => approve))}`,
    file.text,
    ...answers(outcomes.original, outcomes.ours),
    ...(smaller === null
      ? []
      : [
          "----- smaller, and it differs as well",
          smaller.ours.text,
          ...answers(smaller.outcomes.original, smaller.outcomes.ours),
        ]),
    "",
  ].join("\n");
}

function answers(original: Outcome, ours: Outcome): string[] {
  return [`original: ${shown(original)}`, `ours:     ${shown(ours)}`];
}

const longest = 3000;

function shown(outcome: Outcome): string {
  const { rounds, files } = outcome;
  const text = JSON.stringify({ rounds, files });
  return text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text;
}
