import { entryOf, resolved } from "@lobster-lang/language";
import type { Rule } from "../rule.ts";
import { fixOf } from "../structure/conversions.ts";
import { describeValue } from "../structure/describe.ts";
import { replaceValue } from "../structure/entry-edits.ts";
import { idFrom } from "./missing-id.ts";

export const invalidId: Rule = {
  id: "invalid-id",
  severity: "error",
  summary: "an `id` that is no text",
  explanation: `An \`id\` is text. YAML reads \`id: 1\` as a number and \`id: true\` as a truth value: quotes make them text.
The best ids have letters, digits, \`_\` and \`-\` only, because those a reference can spell.`,
  wrong: `steps:
  - id: true
    run: make report
`,
  right: `steps:
  - id: "true"
    run: make report
`,
  fix: "safe",
  locked: true,
  step: (step, context) => {
    const entry = step.data === null ? undefined : entryOf(step.data, "id");
    if (entry === undefined) return;
    const value = resolved(entry.value);
    if (value?.kind === "scalar" && typeof value.value === "string" && value.text.trim() !== "") return;
    const range =
      entry.value === null || entry.value.range.start === entry.value.range.end ? entry.key.range : entry.value.range;
    const typed = value?.kind === "scalar" && value.value !== null && typeof value.value !== "string";
    const derived = step.name === null ? "" : idFrom(step.name.text);
    const id = typed ? JSON.stringify(value.text) : derived === "" || context.model.steps.has(derived) ? null : derived;
    const fix =
      id === null
        ? null
        : fixOf(`write \`id: ${id}\``, true, [replaceValue(context.tree, entry, quotedIn(context.tree.format, id))]);
    const advice = typed
      ? `write ${JSON.stringify(value.text)} in quotes`
      : "write a short name of letters, digits, `_` and `-`";
    context.report({
      range,
      message: `the \`id\` is ${describeValue(entry.value)}, but must be text: ${advice}`,
      fixes: fix === null ? [] : [fix],
    });
  },
};

function quotedIn(format: "yaml" | "json", id: string): string {
  return format === "json" && !id.startsWith('"') ? JSON.stringify(id) : id;
}
