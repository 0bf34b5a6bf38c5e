import { entryOf, gateRefusals, resolved } from "@lobster-lang/language";
import type { Rule } from "../rule.ts";
import { fixOf } from "../structure/conversions.ts";
import { shown } from "../structure/describe.ts";
import { removeEntry } from "../structure/entry-edits.ts";

export const gateThatSaysNo: Rule = {
  id: "gate-that-says-no",
  severity: "error",
  summary: "a gate whose question is `no`, `false`, `off` or `optional`",
  explanation: `Every text under \`approval\` is a gate with that text as its question, also \`no\` and \`off\` (which YAML 1.2 reads as text). For a
step without a gate leave the key out, or write \`approval: false\`. A gate cannot be optional: \`when:\` on the step decides
whether it asks.`,
  wrong: `steps:
  - id: sort
    run: inbox sort
    approval: no
`,
  right: `steps:
  - id: sort
    run: inbox sort
`,
  fix: "offered",
  locked: true,
  step: (step, context) => {
    const entry = step.data === null || step.role === "branch" ? undefined : entryOf(step.data, "approval");
    const value = resolved(entry?.value);
    if (entry === undefined || value?.kind !== "scalar" || typeof value.value !== "string") return;
    if (!gateRefusals.includes(value.text.trim().toLowerCase())) return;
    const fix =
      step.actions.length === 0
        ? null
        : fixOf("remove `approval`", false, [removeEntry(context.tree, step.data!, entry)]);
    context.report({
      range: value.range,
      message: `\`approval: ${value.text.trim()}\` is a gate that asks ${shown(value.text.trim())}: leave \`approval\` out, or write the question`,
      fixes: fix === null ? [] : [fix],
    });
  },
};
