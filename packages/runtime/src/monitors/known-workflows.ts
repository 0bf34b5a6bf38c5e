import type { Json } from "@lobster-lang/plan";
import type { StageContext } from "../commands/command.ts";
import { pullRequestChange, type PullRequestChange } from "./pull-request.ts";

type JsonMap = { readonly [key: string]: Json };

/** A workflow that comes with the program. */
export interface KnownWorkflow {
  readonly name: string;
  readonly description: string;
  readonly argsSchema: JsonMap;
  readonly examples: readonly Json[];
  readonly run: (args: JsonMap, context: StageContext) => Promise<Json>;
}

const properties = {
  repo: { type: "string", description: "owner/name" },
  pr: { type: "number", description: "Number of the pull request" },
  key: { type: "string", description: "Name that the last state is stored under" },
} as const;

const monitor: KnownWorkflow = {
  name: "github.pr.monitor",
  description: "What changed in a pull request since the last run.",
  argsSchema: {
    type: "object",
    properties: {
      ...properties,
      changesOnly: { type: "boolean", description: "Says nothing more when nothing changed" },
      summaryOnly: { type: "boolean", description: "Gives the fields that matter instead of all" },
    },
    required: ["repo", "pr"],
  },
  examples: [{ args: { repo: "owner/name", pr: 7, changesOnly: true } }],
  run: async (args, context) => monitored(await pullRequestChange("github.pr.monitor", args, context), args),
};

const notify: KnownWorkflow = {
  name: "github.pr.monitor.notify",
  description: "A line of text when a pull request has changed since the last run.",
  argsSchema: { type: "object", properties, required: ["repo", "pr"] },
  examples: [{ args: { repo: "owner/name", pr: 7 } }],
  run: async (args, context) => notified(await pullRequestChange("github.pr.monitor.notify", args, context)),
};

/** In order of their names. */
export const knownWorkflows: readonly KnownWorkflow[] = [monitor, notify];

function monitored({ repo, prNumber, key, changed, pr, summary }: PullRequestChange, args: JsonMap): Json {
  const about = { kind: "github.pr.monitor", repo, prNumber, key, changed };
  if (!changed && args.changesOnly === true) return { ...about, suppressed: true };
  return args.summaryOnly === true ? { ...about, summary, prSnapshot: snapshotOf(pr) } : { ...about, summary, pr };
}

function snapshotOf(pr: JsonMap): Json {
  const names = ["number", "title", "url", "state", "isDraft", "mergeable", "reviewDecision", "updatedAt"];
  return Object.fromEntries(names.map((name) => [name, pr[name] ?? null]));
}

function notified({ repo, prNumber, changed, pr, summary }: PullRequestChange): Json {
  const kind = "github.pr.monitor.notify";
  if (!changed) return { kind, suppressed: true };
  const word = (name: string) => (typeof pr[name] === "string" ? pr[name].replaceAll(/\s+/g, " ") : "");
  const message = `PR updated: ${repo}#${prNumber}: ${word("title")} (${summary.changedFields.join(", ")}) ${word("url")}`;
  return { kind, changed, repo, prNumber, message: message.trim(), pr, summary };
}
