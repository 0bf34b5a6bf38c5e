import type { Companion, EntryNode, Fix, MapNode, StepNode } from "@lobster-lang/language";
import { actionKeys, entryOf, fieldOf, resolved } from "@lobster-lang/language";
import { refusedRetry } from "../facts/refused-retries.ts";
import type { Finding, Rule, RuleContext } from "../rule.ts";
import { fixOf, isMeant } from "../structure/conversions.ts";
import { listed } from "../structure/describe.ts";
import { removeEntry } from "../structure/entry-edits.ts";
import { isNothing, type PartInstance, partsIn } from "../structure/part-instances.ts";

export const inertKey: Rule = {
  id: "inert-key",
  severity: "error",
  summary: "a key that does nothing where it stands",
  explanation: `Some keys only work beside another: \`steps\` beside \`for_each\`, \`workflow_args\` beside \`workflow\`, \`pause_ms\` with \`batch_size\`. Others
have nothing to act on: \`stdin\` of a \`parallel\` block is read by nobody, a bare gate has no command that \`timeout_ms\` could end.
Where nothing is lost by ignoring the key it is a warning.`,
  wrong: `steps:
  - id: show
    run: echo start
    steps:
      - {id: item, run: "echo item"}
`,
  right: `steps:
  - id: show
    run: echo start
  - id: item
    run: echo item
`,
  fix: "offered",
  file: (context) => {
    for (const at of partsIn(context.tree)) {
      for (const entry of at.map.entries) checkCompanions(at, entry, context);
      if (at.part === "retry") checkRetry(at, context);
      if (at.step !== null && at.holder === null) checkStep(at, at.step, context);
      if (at.step !== null && at.holder === null) checkEnv(at.step, context);
    }
  },
};

function checkCompanions(at: PartInstance, entry: EntryNode, context: RuleContext): void {
  const field = fieldOf(at.part, entry.key.text);
  const { owner, inertBeside } = field ?? {};
  if (owner !== undefined && !hasAny(at.map, owner)) {
    report(
      at.map,
      entry,
      `\`${entry.key.text}\` does nothing without ${named(owner.keys)}: ${owner.advice}`,
      owner.severity,
      context,
    );
  }
  const beside = inertBeside?.keys.find((key) => entryOf(at.map, key) !== undefined);
  if (inertBeside !== undefined && beside !== undefined && !isNothing(entry.value)) {
    const message = `\`${entry.key.text}\` does nothing beside \`${beside}\`: ${inertBeside.advice}`;
    report(at.map, entry, message, inertBeside.severity, context);
  }
}

function hasAny(map: MapNode, companion: Companion): boolean {
  return companion.keys.some((key) => entryOf(map, key) !== undefined);
}

function named(keys: readonly string[]): string {
  return listed(keys.map((key) => `\`${key}\``));
}

function checkRetry(at: PartInstance, context: RuleContext): void {
  if (!isMeant(at, "max") && at.holder !== null && at.step?.data != null) {
    report(
      at.step.data,
      at.holder,
      "`retry` does nothing without `max`: write how many attempts in all, e.g. `max: 3`",
      "error",
      context,
    );
  }
  const longest = entryOf(at.map, "max_delay_ms");
  const backoff = resolved(entryOf(at.map, "backoff")?.value);
  if (longest !== undefined && !(backoff?.kind === "scalar" && backoff.value === "exponential")) {
    report(
      at.map,
      longest,
      "`max_delay_ms` does nothing without `backoff: exponential`: the delay stays the same",
      "warning",
      context,
    );
  }
}

/** Keys for an attempt that a step without an action never makes; a batch without a pause; an empty condition. */
function checkStep(at: PartInstance, step: StepNode, context: RuleContext): void {
  const { map } = at;
  const batch = entryOf(map, "batch_size");
  if (batch !== undefined && entryOf(map, "for_each") !== undefined && entryOf(map, "pause_ms") === undefined) {
    report(
      map,
      batch,
      "`batch_size` does nothing without `pause_ms`: it says how often a loop pauses",
      "warning",
      context,
    );
  }
  const refused = refusedRetry(step, map);
  if (refused !== null) report(map, refused.entry, refused.message, "warning", context);
  for (const key of ["when", "condition"]) {
    const entry = entryOf(map, key);
    if (entry !== undefined && isNothing(entry.value)) {
      report(map, entry, `\`${key}\` is empty, so the step always runs: write a condition`, "warning", context);
    }
  }
  const acts = actionKeys(at.part).some((key) => entryOf(map, key) !== undefined);
  const waits = step.approval?.isGate === true || (at.part !== "branch" && entryOf(map, "input") !== undefined);
  if (acts || !waits) return;
  for (const key of ["timeout_ms", "on_error", "retry", "output_schema"]) {
    const entry = entryOf(map, key);
    if (entry === undefined) continue;
    report(
      map,
      entry,
      `\`${key}\` does nothing on a step that only waits for an answer: it is for commands`,
      "warning",
      context,
    );
  }
}

function report(
  map: MapNode,
  entry: EntryNode,
  message: string,
  severity: Finding["severity"] & string,
  context: RuleContext,
): void {
  const fix: Fix | null = fixOf(`remove \`${entry.key.text}\``, false, [removeEntry(context.tree, map, entry)]);
  context.report({ range: entry.key.range, message, severity, fixes: fix === null ? [] : [fix] });
}

/** Keys of a step that slipped under its `env:` (T85). */
function checkEnv(step: StepNode, context: RuleContext): void {
  for (const { name, entry } of step.env) {
    if (!slipped.has(name) || entry.mergedBy !== undefined) continue;
    const message = `\`${name}\` under \`env:\` is only a variable: put it in the column of \`env:\` if it belongs to the step`;
    context.report({ range: entry.key.range, message, severity: "warning" });
  }
}

const slipped: ReadonlySet<string> = new Set(
  "when condition approval run command pipeline stdin on_error timeout_ms retry".split(" "),
);
