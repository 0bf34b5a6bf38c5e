import { entryOf, plainValue } from "@lobster-lang/language";
import type { Fix } from "@lobster-lang/language";
import type { Rule } from "../rule.ts";
import { fixOf } from "../structure/conversions.ts";
import { removeEntry } from "../structure/entry-edits.ts";
import { isNothing, stepTitle } from "../structure/part-instances.ts";

export const duplicateCondition: Rule = {
  id: "duplicate-condition",
  severity: "error",
  summary: "`when` and `condition` on one step",
  explanation: `\`when\` and \`condition\` are two names of one thing. With both, one of them would be ignored: put them together with \`&&\`.`,
  wrong: `steps:
  - id: check
    run: inbox count --json
  - id: sort
    run: inbox sort
    when: $check.json.unread > 0
    condition: $check.json.locked == false
`,
  right: `steps:
  - id: check
    run: inbox count --json
  - id: sort
    run: inbox sort
    when: $check.json.unread > 0 && $check.json.locked == false
`,
  fix: "offered",
  step: (step, context) => {
    const { data } = step;
    const when = data === null ? undefined : entryOf(data, "when");
    const condition = data === null ? undefined : entryOf(data, "condition");
    if (data === null || when === undefined || condition === undefined) return;
    if (isNothing(when.value) || isNothing(condition.value)) return;
    const same = plainValue(when.value) === plainValue(condition.value);
    const fixes = [condition, when].flatMap((entry): Fix[] => {
      const safe = same && entry === condition;
      const fix = fixOf(`remove \`${entry.key.text}\``, safe, [removeEntry(context.tree, data, entry)]);
      return fix === null ? [] : [fix];
    });
    const second = when.range.start < condition.range.start ? condition : when;
    const first = second === when ? condition : when;
    context.report({
      range: second.key.range,
      message: `${stepTitle(step)} has both \`when\` and \`condition\`, which are the same thing: join them with \`&&\``,
      related: [{ range: first.key.range, message: `\`${first.key.text}\` is here` }],
      fixes,
    });
  },
};
