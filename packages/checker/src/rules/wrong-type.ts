import type { StepNode } from "@lobster-lang/language";
import { fieldOf, parts, resolved } from "@lobster-lang/language";
import type { Rule, RuleContext } from "../rule.ts";
import { defaultFaults } from "../structure/argument-defaults.ts";
import { fixOf, isMeant } from "../structure/conversions.ts";
import { describeValue } from "../structure/describe.ts";
import { mismatches } from "../structure/mismatches.ts";
import { type PartInstance, partsIn } from "../structure/part-instances.ts";

export const wrongType: Rule = {
  id: "wrong-type",
  severity: "error",
  summary: "a value of the wrong type",
  explanation: `Each field takes one kind of value: \`run\` takes text, \`timeout_ms\` a whole number of milliseconds, \`on_error\` one of
three words. YAML decides by the spelling what a value is: \`true\`, \`5\` and \`[a]\` are no text unless they are quoted.

A text that YAML reads as a number or as \`true\` is fixed by quotes, a number in quotes by taking them away.`,
  wrong: `steps:
  - id: check
    run: true
    timeout_ms: "5000"
`,
  right: `steps:
  - id: check
    run: "true"
    timeout_ms: 5000
`,
  fix: "safe",
  locked: true,
  file: (context) => {
    for (const part of partsIn(context.tree)) checkPart(part, context);
    for (const arg of context.tree.args) for (const fault of defaultFaults(context.tree, arg)) context.report(fault);
    if (context.tree.steps.some((step) => step.data === null)) checkItems(context.tree.steps, context);
  },
  step: (step, context) => {
    for (const action of step.actions) {
      if (action.kind === "parallel") checkItems(action.branches, context);
      if (action.kind === "for-each") checkItems(action.steps, context);
    }
  },
};

function checkPart(at: PartInstance, context: RuleContext): void {
  for (const entry of at.map.entries) {
    const field = fieldOf(at.part, entry.key.text);
    if (field === undefined || field.judge !== undefined) continue;
    // A blank command is nothing-to-run.
    if (field.action === true && isBlankText(entry.value)) continue;
    for (const { range, message, fix } of mismatches(context.tree, entry, entry.key.text, field.type)) {
      context.report({ range, message, fixes: fix === null ? [] : [fix] });
    }
  }
  checkRequired(at, context);
}

/** `id` is missing-id's, `retry` without `max` is inert-key's, and the file without `steps` is no workflow at all. */
function checkRequired(at: PartInstance, context: RuleContext): void {
  if (at.holder === null || at.part === "retry") return;
  for (const field of parts[at.part].fields) {
    if (field.required !== true || isMeant(at, field.name)) continue;
    const range = at.holder.key.range;
    context.report({
      range,
      message: `\`${at.holder.key.text}\` needs \`${field.name}\`: write \`${field.example.split("\n", 1)[0]!}\``,
    });
  }
}

function isBlankText(node: Parameters<typeof describeValue>[0]): boolean {
  const target = resolved(node);
  return target?.kind === "scalar" && typeof target.value === "string" && target.text.trim() === "";
}

/** Items of a list of steps that are no maps. */
function checkItems(steps: readonly StepNode[], context: RuleContext): void {
  steps.forEach((step, index) => {
    if (step.data !== null) return;
    const source = context.tree.text.slice(step.range.start, step.range.end);
    const text = /^[^\s#&*!|>'"%@`{}[\],][^\n]*$/.test(source) ? source : null;
    const fix =
      text === null || context.tree.format === "json"
        ? null
        : fixOf(`make it a step with \`run\``, false, [
            { range: step.range, text: `{id: step-${index + 1}, run: ${JSON.stringify(text)}}` },
          ]);
    const message = `item ${index + 1} is ${text === null ? "no map" : "only a text"}, but a step is a map: write \`id:\` and below it \`run:\``;
    context.report({ range: step.range, message, fixes: fix === null ? [] : [fix] });
  });
}
