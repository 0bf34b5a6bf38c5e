import type { SupportedCommandName } from "@lobster-lang/language";
import type { Stage } from "@lobster-lang/plan";
import { approve } from "./approve.ts";
import { ask } from "./ask.ts";
import type { Command } from "./command.ts";
import { loaded } from "./loaded.ts";
import { dedupe } from "./dedupe.ts";
import { exec } from "./exec.ts";
import { groupBy } from "./group-by.ts";
import { head } from "./head.ts";
import { json } from "./json.ts";
import { map } from "./map.ts";
import { ownCommand } from "./own-command.ts";
import { pick } from "./pick.ts";
import { sort } from "./sort.ts";
import { table } from "./table.ts";
import { template } from "./template.ts";
import { where } from "./where.ts";

/** Every stage that runs. The keys are the catalogue's names: neither can have one that the other lacks. */
const registry: { readonly [name in SupportedCommandName]: Command } = {
  approve,
  ask,
  "clawd.invoke": loaded(async () => (await import("./openclaw-invoke.ts")).clawdInvoke),
  "commands.list": loaded(async () => (await import("./commands-list.ts")).commandsList),
  dedupe,
  "diff.last": loaded(async () => (await import("./diff-last.ts")).diffLast),
  "email.triage": loaded(async () => (await import("./email-triage.ts")).emailTriage),
  exec,
  "gog.gmail.search": loaded(async () => (await import("./gog-gmail-search.ts")).gogGmailSearch),
  "gog.gmail.send": loaded(async () => (await import("./gog-gmail-send.ts")).gogGmailSend),
  groupBy,
  head,
  json,
  "llm.invoke": loaded(async () => (await import("./llm-invoke.ts")).llmInvoke),
  "llm_task.invoke": loaded(async () => (await import("./llm-invoke.ts")).llmTaskInvoke),
  map,
  "openclaw.agent": loaded(async () => (await import("./openclaw-agent.ts")).openclawAgent),
  "openclaw.invoke": loaded(async () => (await import("./openclaw-invoke.ts")).openclawInvoke),
  pick,
  sort,
  "state.get": loaded(async () => (await import("./state-get.ts")).stateGet),
  "state.set": loaded(async () => (await import("./state-set.ts")).stateSet),
  table,
  template,
  where,
  "workflows.list": loaded(async () => (await import("./workflows-list.ts")).workflowsList),
  "workflows.run": loaded(async () => (await import("./workflows-run.ts")).workflowsRun),
};

/** What runs a stage: its program where the project's configuration says so, else the language's own code. */
export function commandOf(stage: Stage): Command | undefined {
  return stage.program === undefined ? commandNamed(stage.command) : ownCommand(stage.command, stage.program);
}

/** The stage of this name, or undefined. */
export function commandNamed(name: string): Command | undefined {
  return Object.hasOwn(registry, name) ? registry[name as SupportedCommandName] : undefined;
}

/** Names and kinds of all stages that run, in order of their names. */
export function describeCommands(): readonly { readonly name: string; readonly kind: Command["kind"] }[] {
  return Object.entries(registry).map(([name, { kind }]) => ({ name, kind }));
}
