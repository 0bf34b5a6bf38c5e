import type { EntryNode, Fix, StepNode } from "@lobster-lang/language";
import { actionKeys, entryOf, resolved } from "@lobster-lang/language";
import type { Rule, RuleContext } from "../rule.ts";
import { fixOf } from "../structure/conversions.ts";
import { removeEntry } from "../structure/entry-edits.ts";
import { stepTitle } from "../structure/part-instances.ts";

export const severalActions: Rule = {
  id: "several-actions",
  severity: "error",
  summary: "a step that is to do several things",
  explanation: `A step does one thing: of \`run\`, \`command\`, \`pipeline\`, \`workflow\`, \`parallel\` and \`for_each\` it has one. An \`input\` is a step
of its own, and so is the gate after a loop. A gate beside one action is fine: the action runs first, and its result is shown.`,
  wrong: `steps:
  - id: build
    run: make
    command: make install
`,
  right: `steps:
  - id: build
    run: make
  - id: install
    run: make install
`,
  fix: "offered",
  locked: true,
  step: (step, context) => {
    const { data } = step;
    if (data === null) return;
    const actions = data.entries.filter((entry) => actionKeys(step.role).includes(entry.key.text));
    const [first, ...others] = actions;
    // The same key twice is rule duplicate-key's.
    for (const other of others.filter((entry) => entry.key.text !== first!.key.text))
      report(step, first!, other, `one step does one thing, so make \`${other.key.text}\` a step of its own`, context);
    const input = step.role === "branch" ? undefined : entryOf(data, "input");
    if (input !== undefined && first !== undefined) report(step, first, input, "ask in a step of its own", context);
    const gate = entryOf(data, "approval");
    if (gate === undefined || step.role === "branch" || asksNothing(gate)) return;
    const loop = entryOf(data, "for_each");
    if (input !== undefined) report(step, input, gate, "ask for consent in a step of its own", context);
    else if (loop !== undefined) report(step, loop, gate, "put the gate into a step after the loop", context);
  },
};

function report(step: StepNode, first: EntryNode, second: EntryNode, advice: string, context: RuleContext): void {
  const [a, b] = [first.key.text, second.key.text];
  const fixes = [second, first].flatMap((entry): Fix[] => {
    const edit = removeEntry(context.tree, step.data!, entry);
    const fix = edit === null ? null : fixOf(`remove \`${entry.key.text}\``, false, [edit]);
    return fix === null ? [] : [fix];
  });
  context.report({
    range: second.key.range,
    message: `${stepTitle(step)} has both \`${a}\` and \`${b}\`: ${advice}`,
    related: [{ range: first.key.range, message: `\`${a}\` is here` }],
    fixes,
  });
}

/** `approval: false` and no value at all are no gate. */
function asksNothing(gate: EntryNode): boolean {
  const value = resolved(gate.value);
  return value === null || (value.kind === "scalar" && (value.value === false || value.value === null));
}
