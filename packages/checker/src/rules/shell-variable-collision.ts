import type { StepNode } from "@lobster-lang/language";
import { sourceOf } from "../facts/places.ts";
import { analysisOf, isSubstitution } from "../facts/shell.ts";
import { editIn } from "../fixes/edit.ts";
import type { Model } from "../model.ts";
import type { Finding, Rule } from "../rule.ts";

export const shellVariableCollision: Rule = {
  id: "shell-variable-collision",
  severity: "warning",
  summary: "A script's own variable has the name of a step.",
  explanation: `\`$f.bak\` is a reference when there is a step \`f\`, and a shell variable with text behind it when the script sets \`f\`. Here the
script wins, because it sets the variable itself; the original reads the step and gives nothing. \`\${f}.bak\` says clearly
that the variable is meant.`,
  wrong: `steps:
  - id: f
    run: ls
  - id: rename
    run: for f in *.txt; do mv "$f" "$f.bak"; done
`,
  right: `steps:
  - id: f
    run: ls
  - id: rename
    run: for f in *.txt; do mv "$f" "\${f}.bak"; done
`,
  fix: "safe",
  looksAt: ["shell-reference"],
  step: (step, context) => look(step, context.model).forEach(context.report),
};

function look(step: StepNode, model: Model): Finding[] {
  return model.referencesOf(step).flatMap((reference) => {
    const { ref } = reference;
    const analysis = analysisOf(model, reference.place);
    if (ref.kind !== "ref" || analysis === null || isSubstitution(model, reference)) return [];
    if (!analysis.assigned.has(ref.id) || !model.namesAt(step).steps.has(ref.id)) return [];
    const dollar = { start: ref.span.start, end: ref.idSpan.span.end };
    const edit = model.args.has(ref.id) ? null : editIn(sourceOf(reference.place), dollar, `\${${ref.id}}`);
    return [
      {
        range: ref.range,
        message: `\`$${ref.id}\` is a variable of this script and also a step: write \`\${${ref.id}}\` for the variable, or rename the step`,
        related: relatedStep(ref.id, model),
        fixes: edit === null ? [] : [{ title: `write \`\${${ref.id}}\``, safe: true, edits: [edit] }],
      },
    ];
  });
}

function relatedStep(id: string, model: Model): NonNullable<Finding["related"]> {
  const node = model.steps.get(id)?.step.idNode ?? null;
  return node === null ? [] : [{ range: node.range, message: `the step \`${id}\` is here` }];
}
