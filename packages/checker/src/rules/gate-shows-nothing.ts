import type { Fix, StepNode } from "@lobster-lang/language";
import { isBareGate, isInput } from "../facts/steps.ts";
import { addStepEntry } from "../fixes/entries.ts";
import type { Model, TextPlace } from "../model.ts";
import type { Rule } from "../rule.ts";

export const gateShowsNothing: Rule = {
  id: "gate-shows-nothing",
  severity: "warning",
  summary: "A gate asks without showing what is decided about.",
  explanation: `Who approves sees the prompt and the output of the gate's own step. A gate without \`stdin:\`, \`items:\` or \`preview:\`, or with a command
that only prints a fixed text, shows nothing of what earlier steps found: the answer is given blind.
\`stdin: $step.json\` hands it over.`,
  wrong: `steps:
  - id: drafts
    run: inbox draft --json
  - id: gate
    approval: Send the drafts?
`,
  right: `steps:
  - id: drafts
    run: inbox draft --json
  - id: gate
    stdin: $drafts.json
    approval: Send the drafts?
`,
  fix: "offered",
  step: (step, { model, report }) => {
    const { approval } = step;
    if (approval?.isGate !== true || showsSomething(step, model)) return;
    const earlier = previous(step, model);
    if (earlier === null) return;
    report({
      range: approval.entry.key.range,
      message: isBareGate(step)
        ? `this gate shows nothing of what is decided about: write \`stdin: $${earlier}.json\``
        : `this gate shows only a fixed text: leave the command out and write \`stdin: $${earlier}.json\``,
      fixes: isBareGate(step) ? passing(step, earlier, model) : [],
    });
  },
};

function showsSomething(step: StepNode, model: Model): boolean {
  const { approval } = step;
  if (approval!.items !== null || approval!.preview !== null) return true;
  if (isBareGate(step) && step.stdin !== null) return true;
  const hasValue = model.referencesOf(step).some(({ place }) => isShown(place));
  return hasValue || (!isBareGate(step) && !isFixedEcho(step));
}

/** A value in the condition, or on the standard input of a program that does not read it, is not shown. */
function isShown({ content }: TextPlace): boolean {
  if (content.kind === "condition") return false;
  return content.kind !== "text" || ["prompt", "preview", "items", "env"].includes(content.text.role);
}

/** `echo "…"` and nothing else, without any value in it: `stdin:` is not shown then either. */
function isFixedEcho(step: StepNode): boolean {
  const [action] = step.actions;
  return (
    action?.kind === "shell" && /^\s*echo\s+(?:"[^"$`\\]*"|'[^']*'|[\w ,.!?:-]*)\s*$/.test(action.text.source.text)
  );
}

/** The nearest earlier step at the same level that has output to show. */
function previous(step: StepNode, model: Model): string | null {
  const symbol = model.symbolOf(step);
  if (symbol === undefined) return null;
  for (let index = symbol.index - 1; index >= 0; index--) {
    const other = model.allSteps[index]!;
    if (other.parent !== symbol.parent) continue;
    const hasOutput = other.step.actions.length > 0 && !isInput(other.step);
    if (hasOutput && other.id !== null && /^[A-Za-z0-9_-]+$/.test(other.id)) return other.id;
  }
  return null;
}

function passing(step: StepNode, earlier: string, model: Model): Fix[] {
  const edit = addStepEntry(model.tree, step, "stdin", `$${earlier}.json`);
  return edit === null ? [] : [{ title: `show the output of \`${earlier}\``, safe: false, edits: [edit] }];
}
