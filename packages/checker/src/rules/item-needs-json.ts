import type { StepNode } from "@lobster-lang/language";
import { sourceOf } from "../facts/places.ts";
import { isSubstitution } from "../facts/shell.ts";
import { editIn } from "../fixes/edit.ts";
import type { Model } from "../model.ts";
import type { Finding, Rule } from "../rule.ts";

export const itemNeedsJson: Rule = {
  id: "item-needs-json",
  severity: "error",
  summary: "A loop's variable is read without `.json`.",
  explanation: `A loop's variable is a result like that of a step: its data is under \`.json\` (and its text under \`.stdout\`). So the
field \`name\` of the current item is \`$item.json.name\`; \`$item.name\` does not exist.`,
  wrong: `steps:
  - id: list
    run: inbox list --json
  - id: each
    for_each: $list.json
    steps:
      - id: show
        run: echo "$item.subject"
`,
  right: `steps:
  - id: list
    run: inbox list --json
  - id: each
    for_each: $list.json
    steps:
      - id: show
        run: echo "$item.json.subject"
`,
  fix: "safe",
  locked: true,
  looksAt: ["step-reference"],
  step: (step, context) => look(step, context.model).forEach(context.report),
};

function look(step: StepNode, model: Model): Finding[] {
  return model.referencesOf(step).flatMap((reference) => {
    const { ref } = reference;
    if (ref.kind !== "ref" || model.loopOf(ref.id, step) === null) return [];
    if (["json", "stdout"].includes(ref.field.name) || !isSubstitution(model, reference)) return [];
    const edit = editIn(sourceOf(reference.place), ref.field.span, `json.${ref.field.name}`);
    const right = `$${ref.id}.json.${ref.field.name}`;
    return [
      {
        range: ref.range,
        message: `the value of \`$${ref.id}\` is under \`.json\`: write \`${right}\``,
        fixes: edit === null ? [] : [{ title: `write \`${right}\``, safe: true, edits: [edit] }],
      },
    ];
  });
}
