import type { Json } from "@lobster-lang/plan";
import { isMap } from "../commands/arguments.ts";
import type { StageContext } from "../commands/command.ts";
import { compareWithLast } from "../commands/diff-last.ts";
import { outputOfProgram } from "../commands/run-program.ts";
import { StepFailure } from "../failures.ts";
import { parseWhole } from "../json-text.ts";
import { sortedJson } from "../sorted-json.ts";

type JsonMap = { readonly [key: string]: Json };

const fields = [
  "number",
  "title",
  "url",
  "state",
  "isDraft",
  "mergeable",
  "reviewDecision",
  "author",
  "baseRefName",
  "headRefName",
  "updatedAt",
] as const;

/** A pull request now, and what changed since the last run that went well. */
export interface PullRequestChange {
  readonly repo: string;
  readonly prNumber: number;
  readonly key: string;
  readonly changed: boolean;
  readonly pr: JsonMap;
  readonly summary: { readonly changedFields: readonly string[]; readonly changes: JsonMap };
}

/**
 * Asks the program `gh` for a pull request and compares (original-runtime.md 2.8).
 * @throws StepFailure for arguments that name none, and when the program fails.
 */
export async function pullRequestChange(
  name: string,
  args: JsonMap,
  context: StageContext,
): Promise<PullRequestChange> {
  const { repo } = args;
  const prNumber = Number(args.pr);
  if (typeof repo !== "string" || !/^[\w.][\w.-]*\/[\w.][\w.-]*$/.test(repo)) {
    throw new StepFailure(`${name} needs \`repo\`: \`{"repo": "owner/name", "pr": 7}\``);
  }
  if (!Number.isInteger(prNumber) || prNumber < 1) {
    throw new StepFailure(`${name} needs \`pr\`, the number of a pull request`);
  }
  const key = typeof args.key === "string" && args.key.trim() !== "" ? args.key : `github.pr:${repo}#${prNumber}`;
  const pr = await view(name, repo, prNumber, context);
  const { changed, before } = await compareWithLast(key, pr, context);
  return { repo, prNumber, key, changed, pr, summary: summaryOf(isMap(before) ? before : null, pr) };
}

async function view(name: string, repo: string, number: number, context: StageContext): Promise<JsonMap> {
  const args = ["pr", "view", String(number), "--repo", repo, "--json", fields.join(",")];
  const text = await outputOfProgram({ command: name, file: "gh", args }, context);
  const pr = parseWhole(text);
  if (pr !== undefined && isMap(pr)) return pr;
  throw new StepFailure(`${name}: \`gh\` must give one JSON map, got \`${text.trim().slice(0, 200)}\``);
}

function summaryOf(before: JsonMap | null, after: JsonMap): PullRequestChange["summary"] {
  const from = (field: string) => before?.[field] ?? null;
  const to = (field: string) => after[field] ?? null;
  const changedFields = fields.filter((field) => sortedJson(from(field)) !== sortedJson(to(field)));
  const changes = Object.fromEntries(changedFields.map((field) => [field, { from: from(field), to: to(field) }]));
  return { changedFields, changes };
}
