import type { ConditionNode, RefNode, StepNode } from "@lobster-lang/language";
import { referenceField } from "@lobster-lang/language";
import type { Model } from "../model.ts";
import type { Rule } from "../rule.ts";

export const deadRefusalBranch: Rule = {
  id: "dead-refusal-branch",
  severity: "warning",
  summary: "A step waits for a refusal, after which no step runs.",
  explanation: `Refusing a gate cancels the run: no later step sees that the answer was no. So a step with \`when: "!$gate.approved"\` never runs,
unless the gate itself has a condition and may be skipped. What should happen after a refusal belongs to whoever started
the run.`,
  wrong: `steps:
  - id: draft
    run: draft-post
  - id: gate
    stdin: $draft.stdout
    approval: Publish?
  - id: rejected
    run: rm draft.md
    when: "!$gate.approved"
`,
  right: `steps:
  - id: draft
    run: draft-post
  - id: gate
    stdin: $draft.stdout
    approval: Publish?
  - id: publish
    run: publish-post
    when: $gate.approved
`,
  fix: { none: "the step never runs: only the author knows whether to remove it or to ask differently" },
  step: (step, { model, report }) => {
    const condition = step.when?.condition ?? null;
    if (condition === null || typeof condition === "boolean") return;
    for (const { ref, node } of refusals(condition.expression)) {
      const gate = model.steps.get(ref.id)?.step;
      if (gate === undefined || !alwaysAsks(gate, model)) continue;
      report({
        range: node.range,
        message: `\`${ref.id}\` is always approved here, because a refusal ends the run: this step never runs`,
        related: gate.approval === null ? [] : [{ range: gate.approval.entry.key.range, message: "the gate is here" }],
      });
    }
  },
};

/** Parts of a condition that must hold and say "not approved". */
function refusals(node: ConditionNode): { ref: RefNode; node: ConditionNode }[] {
  if (node.kind === "logical") return node.operator === "&&" ? [...refusals(node.left), ...refusals(node.right)] : [];
  if (node.kind === "not" && isApproved(node.operand)) return [{ ref: node.operand, node }];
  if (node.kind !== "compare" || node.operator !== "!=") return [];
  const isTrue = node.right.kind === "value" && node.right.value === true;
  return isTrue && isApproved(node.left) ? [{ ref: node.left, node }] : [];
}

function isApproved(node: ConditionNode): node is RefNode {
  return node.kind === "ref" && node.path.length === 0 && referenceField(node.field.name)?.name === "approved";
}

/** A gate that may be skipped, by its own condition or one around it, can be without an answer. */
function alwaysAsks(gate: StepNode, model: Model): boolean {
  for (let current: StepNode | null = gate; current !== null; current = model.symbolOf(current)?.parent ?? null) {
    if (current.when !== null) return false;
  }
  return gate.approval?.isGate === true;
}
