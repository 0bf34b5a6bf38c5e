import type { Range, StepNode } from "@lobster-lang/language";
import { entryOf } from "@lobster-lang/language";
import type { Rule, RuleContext } from "../rule.ts";
import { fixOf } from "../structure/conversions.ts";
import { replaceValue } from "../structure/entry-edits.ts";

export const duplicateId: Rule = {
  id: "duplicate-id",
  severity: "error",
  summary: "two steps with one `id`",
  explanation: `An \`id\` names one step: \`$fetch.stdout\` must say which. Steps and branches share their names; the steps of a loop have
names of their own, but not those of the loop's variables.`,
  wrong: `steps:
  - id: fetch
    run: inbox list
  - id: fetch
    run: inbox list --archived
`,
  right: `steps:
  - id: fetch
    run: inbox list
  - id: fetch-archived
    run: inbox list --archived
`,
  fix: "offered",
  locked: true,
  file: (context) => {
    const shared = context.model.allSteps.filter(({ step }) => step.role !== "sub-step").map(({ step }) => step);
    reportRepeats(shared, new Map(), context);
    for (const { step } of context.model.allSteps) {
      for (const action of step.actions) {
        if (action.kind === "for-each") reportLoop(action.steps, action, context);
      }
    }
  },
};

type Loop = Extract<StepNode["actions"][number], { kind: "for-each" }>;

function reportLoop(steps: readonly StepNode[], loop: Loop, context: RuleContext): void {
  const { itemVariable, indexVariable, entry } = loop;
  const variables = [itemVariable, indexVariable];
  if (itemVariable.name === indexVariable.name) {
    const range = itemVariable.range ?? indexVariable.range ?? entry.key.range;
    context.report({
      range,
      message: `the loop's item and its counter are both called \`${itemVariable.name}\`: give one another name`,
    });
  }
  const taken = new Map(
    variables.map(({ name, range }) => [name, { range: range ?? entry.key.range, what: "the loop's variable" }]),
  );
  reportRepeats(steps, taken, context);
}

interface Taken {
  readonly range: Range;
  readonly what: string;
}

function reportRepeats(steps: readonly StepNode[], taken: Map<string, Taken>, context: RuleContext): void {
  for (const step of steps) {
    const { id, idNode } = step;
    if (id === null || idNode === null) continue;
    const first = taken.get(id);
    if (first === undefined) {
      taken.set(id, { range: idNode.range, what: `the first \`${id}\`` });
      continue;
    }
    const other = freeId(id, context);
    const entry = step.data === null ? undefined : entryOf(step.data, "id");
    const value = context.tree.format === "json" ? JSON.stringify(other) : other;
    const fix =
      entry === undefined ? null : fixOf(`rename to \`${other}\``, false, [replaceValue(context.tree, entry, value)]);
    context.report({
      range: idNode.range,
      message: `the id \`${id}\` is taken already: give this step another one`,
      related: [{ range: first.range, message: first.what }],
      fixes: fix === null ? [] : [fix],
    });
  }
}

function freeId(id: string, context: RuleContext): string {
  let n = 2;
  while (context.model.steps.has(`${id}-${n}`)) n++;
  return `${id}-${n}`;
}
