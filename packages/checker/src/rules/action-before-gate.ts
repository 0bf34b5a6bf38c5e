import { nameOf } from "../facts/steps.ts";
import type { Rule } from "../rule.ts";

export const actionBeforeGate: Rule = {
  id: "action-before-gate",
  severity: "info",
  summary: "A step's action runs before its own gate asks.",
  explanation: `On a step with an action and an \`approval:\` the action runs first, and the gate shows its output: right for a command that
prepares or previews, wrong for the effect that should wait for the answer. That belongs into a later step with
\`when: $gate.approved\`. Reported only where asked for.`,
  wrong: `steps:
  - id: publish
    run: publish-post
    approval: Publish now?
`,
  right: `steps:
  - id: draft
    run: draft-post
  - id: gate
    stdin: $draft.stdout
    approval: Publish now?
  - id: publish
    run: publish-post
    when: $gate.approved
`,
  fix: { none: "whether the action prepares or is the effect itself, only the author knows" },
  onRequest: true,
  step: (step, { report }) => {
    const [action] = step.actions;
    if (step.approval?.isGate !== true || action === undefined || action.kind === "input") return;
    const message = `\`${action.entry.key.text}\` of ${nameOf(step)} runs before this question is asked: the answer decides about later steps only`;
    const related = [{ range: action.entry.key.range, message: "this runs first" }];
    report({ range: step.approval.entry.key.range, message, related });
  },
};
