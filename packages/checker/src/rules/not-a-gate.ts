import type { EntryNode, Fix, StepNode } from "@lobster-lang/language";
import { entryOf, fieldOf, lookAlike, nearest, resolved } from "@lobster-lang/language";
import type { Rule, RuleContext } from "../rule.ts";
import { fixOf, lookAlikeFix } from "../structure/conversions.ts";
import { describeValue } from "../structure/describe.ts";
import { removeEntry, renameKey, replaceValue } from "../structure/entry-edits.ts";
import { stepTitle } from "../structure/part-instances.ts";

export const notAGate: Rule = {
  id: "not-a-gate",
  severity: "error",
  summary: "something that looks like a gate and would let everything through",
  explanation: `A gate is \`approval: true\`, \`approval: required\`, a question (\`approval: Send the drafts?\`) or a map with a \`prompt\`. Anything else
under \`approval\`, or a misspelt key beside it, would silently be no gate at all. A branch of \`parallel\` cannot have one:
put a gate before or after the block.`,
  wrong: `steps:
  - id: send
    run: mail send-drafts
    approvals: Send the drafts?
`,
  right: `steps:
  - id: ask
    approval: Send the drafts?
  - id: send
    run: mail send-drafts
`,
  fix: "safe",
  locked: true,
  step: (step, context) => {
    const { data } = step;
    if (data === null) return;
    const approval = entryOf(data, "approval");
    if (approval !== undefined) checkApproval(step, approval, context);
    for (const entry of data.entries) checkLookAlike(step, entry, context);
  },
};

function checkApproval(step: StepNode, entry: EntryNode, context: RuleContext): void {
  const value = resolved(entry.value);
  if (step.role === "branch") {
    const message =
      "a branch cannot stop for consent: put a step with `approval:` before or after the `parallel:` step";
    context.report({ range: entry.key.range, message });
    return;
  }
  if (value?.kind === "map" || (value?.kind === "scalar" && isSound(value.value))) return;
  const empty = entry.value === null || entry.value.range.start === entry.value.range.end;
  const range = empty ? entry.key.range : entry.value.range;
  const list = value?.kind === "list";
  const advice = list
    ? "write the question, or `{required_approver: …}` to say who decides"
    : "write `true`, `required` or the question";
  const fixes = list ? [] : fixesFor(step, entry, context);
  context.report({
    range,
    message: `\`approval\` is ${describeValue(entry.value)}, which asks nobody: ${advice}`,
    fixes,
  });
}

function isSound(value: string | number | boolean | null): boolean {
  return typeof value === "boolean" || (typeof value === "string" && value.trim() !== "");
}

function fixesFor(step: StepNode, entry: EntryNode, context: RuleContext): Fix[] {
  const gate = fixOf("write `approval: true`", false, [replaceValue(context.tree, entry, "true")]);
  const none = fixOf("remove `approval`", false, [removeEntry(context.tree, step.data!, entry)]);
  return [gate, step.actions.length > 0 ? none : null].filter((fix) => fix !== null);
}

/** `approvals:`, `approve:`, `Approval:`: keys that were meant to be the gate. */
function checkLookAlike(step: StepNode, entry: EntryNode, context: RuleContext): void {
  const key = entry.key.text;
  if (key === "approval" || step.role === "branch") return;
  const look = lookAlike(step.role, key);
  const isNear = look === undefined && fieldOf(step.role, key) === undefined && nearest(key, ["approval"]) !== null;
  if (look?.judge !== "not-a-gate" && !isNear) return;
  const at = { part: step.role, map: step.data!, step, holder: null };
  const taken = entryOf(step.data!, "approval") !== undefined;
  const renamed =
    isNear && !taken ? fixOf("rename to `approval`", true, [renameKey(context.tree, entry, "approval")]) : null;
  const fix = look === undefined ? renamed : lookAlikeFix(context.tree, at, entry, look);
  const message = `\`${key}\` is no gate, so ${stepTitle(step)} would run without consent: write \`approval:\``;
  context.report({ range: entry.key.range, message, fixes: fix === null ? [] : [fix] });
}
