import type { EntryNode, Fix, StepNode, WorkflowTree } from "@lobster-lang/language";
import { entryOf, fieldOf, lookAlike, nearest, resolved } from "@lobster-lang/language";
import type { Rule, RuleContext } from "../rule.ts";
import { canBecome, fixOf, isTaken, keysOf, lookAlikeFix } from "../structure/conversions.ts";
import { flowText, prependEntry, removeEntry, renameKey, replaceValue } from "../structure/entry-edits.ts";
import { mapOf, type PartInstance, partsIn } from "../structure/part-instances.ts";

export const unknownApprovalKey: Rule = {
  id: "unknown-approval-key",
  severity: "error",
  summary: "a key of a gate that does not exist or stands beside the gate",
  explanation: `What \`approval\` does not know does nothing: \`message\` is not shown, \`approver\` does not restrict anybody. The keys are \`prompt\`,
\`items\`, \`preview\`, \`initiated_by\`, \`required_approver\`, \`require_different_approver\`, \`approvers\` and \`expires_ms\`, all inside
\`approval\`.`,
  wrong: `steps:
  - id: ask
    approval:
      message: Send the drafts?
`,
  right: `steps:
  - id: ask
    approval:
      prompt: Send the drafts?
`,
  fix: "safe",
  locked: true,
  file: (context) => {
    for (const at of partsIn(context.tree)) {
      if (at.part === "approval") for (const entry of at.map.entries) checkInside(at, entry, context);
    }
  },
  step: (step, context) => {
    if (step.data === null || step.role === "branch") return;
    for (const entry of step.data.entries) checkBeside(step, entry, context);
  },
};

function checkInside(at: PartInstance, entry: EntryNode, context: RuleContext): void {
  const { tree } = context;
  const key = entry.key.text;
  if (key.startsWith("x-") || fieldOf("approval", key) !== undefined) return;
  const look = lookAlike("approval", key);
  const near = look === undefined ? nearest(key, keysOf("approval")) : null;
  const advice = look?.advice ?? (near === null ? "remove it" : `did you mean \`${near}\`?`);
  const fix = look === undefined ? nearFix(tree, at, entry, near) : lookAlikeFix(tree, at, entry, look);
  const message = `\`${key}\` is no key of \`approval\`, so it does nothing: ${advice}`;
  context.report({ range: entry.key.range, message, fixes: fix === null ? [] : [fix] });
}

function nearFix(tree: WorkflowTree, at: PartInstance, entry: EntryNode, near: string | null): Fix | null {
  if (near === null) return fixOf(`remove \`${entry.key.text}\``, false, [removeEntry(tree, at.map, entry)]);
  if (isTaken(at, entry, near)) return null;
  return fixOf(`rename to \`${near}\``, canBecome(at, entry, near), [renameKey(tree, entry, near)]);
}

/** `required_approver` beside `approval` restricts nobody: it moves inside. */
function checkBeside(step: StepNode, entry: EntryNode, context: RuleContext): void {
  const key = entry.key.text;
  const look = lookAlike(step.role, key);
  if (look?.judge !== "unknown-approval-key" || fieldOf(step.role, key) !== undefined) return;
  const fix = moveInside(context.tree, step, entry);
  const message = `\`${key}\` does nothing on a step: ${look.advice}`;
  context.report({ range: entry.key.range, message, fixes: fix === null ? [] : [fix] });
}

function moveInside(tree: WorkflowTree, step: StepNode, entry: EntryNode): Fix | null {
  const map = step.data!;
  const approval = entryOf(map, "approval");
  const value = resolved(entry.value);
  const key = entry.key.text === "approver" ? "required_approver" : entry.key.text;
  if (approval === undefined || value?.kind !== "scalar" || fieldOf("approval", key) === undefined) return null;
  const inside = mapOf(approval.value);
  const moved =
    inside === null
      ? asMap(tree, approval, key, flowText(tree, value))
      : prependEntry(tree, inside, key, flowText(tree, value));
  return fixOf("move it into `approval`", true, [moved, removeEntry(tree, map, entry)]);
}

/** `approval: Go?` with one more key: `{prompt: Go?, required_approver: ana}`. */
function asMap(tree: WorkflowTree, approval: EntryNode, key: string, value: string) {
  const given = resolved(approval.value);
  if (given?.kind !== "scalar" || (given.value !== true && typeof given.value !== "string")) return null;
  const quote = (word: string): string => (tree.format === "json" ? JSON.stringify(word) : word);
  const asked =
    given.value === true || given.text.trim() === "required" ? "" : `${quote("prompt")}: ${flowText(tree, given)}, `;
  return replaceValue(tree, approval, `{${asked}${quote(key)}: ${value}}`);
}
