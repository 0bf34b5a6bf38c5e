import type { ReferenceFieldName, RefNode, Severity, StepNode } from "@lobster-lang/language";
import { referenceField } from "@lobster-lang/language";
import { isSubstitution } from "../facts/shell.ts";
import { isBareGate, isInput, survivesFailure } from "../facts/steps.ts";
import type { Model } from "../model.ts";
import type { Finding, Rule } from "../rule.ts";

export const fieldNeverSet: Rule = {
  id: "field-never-set",
  severity: "error",
  summary: "A reference reads a field that this step never has.",
  explanation: `Which fields a step has depends on what it does: \`.response\` and \`.subject\` belong to \`input\` steps, \`.approved\` to
steps with an \`approval:\`, \`.error\` to steps with \`on_error: continue\` or \`skip_rest\`, \`.skipped\` to steps with a condition.
Elsewhere they are empty for ever, so a condition on them always says the same.`,
  wrong: `steps:
  - id: build
    run: make
  - id: deploy
    run: make deploy
    when: $build.approved
`,
  right: `steps:
  - id: build
    run: make
    approval: Deploy this build?
  - id: deploy
    run: make deploy
    when: $build.approved
`,
  fix: { none: "the author meant another step, another field, or forgot a gate: only they know which" },
  file: (context) => look(null, context.model).forEach(context.report),
  looksAt: ["step-reference"],
  step: (step, context) => look(step, context.model).forEach(context.report),
};

function look(step: StepNode | null, model: Model): Finding[] {
  return model.referencesOf(step).flatMap((reference) => {
    const { ref } = reference;
    if (ref.kind !== "ref" || !isSubstitution(model, reference)) return [];
    const field = referenceField(ref.field.name)?.name;
    if (field === undefined) return [];
    const verdict = judge(ref, field, step, model);
    return verdict === null ? [] : [{ range: ref.range, message: verdict[1], severity: verdict[0] }];
  });
}

type Verdict = readonly [Severity, string] | null;

function judge(ref: RefNode, field: ReferenceFieldName, step: StepNode | null, model: Model): Verdict {
  const seen = model.visibility(ref.id, step);
  if (seen === "itself" && field === "skipped")
    return ["info", `\`$${ref.id}.skipped\` is never true here: the step that reads it is running`];
  if (seen !== "ok") return null;
  if (model.loopOf(ref.id, step) !== null) return null;
  const target = model.steps.get(ref.id)?.step;
  return target === undefined ? null : ofStep(ref.id, field, target);
}

function ofStep(id: string, field: ReferenceFieldName, target: StepNode): Verdict {
  switch (field) {
    case "response":
    case "subject":
      return isInput(target) || target.data === null
        ? null
        : [
            "error",
            `\`${id}\` is no \`input\` step, so it has no \`.${field}\`: its output is \`$${id}.json\` or \`$${id}.stdout\``,
          ];
    case "json":
    case "stdout":
      return outputOf(id, field, target);
    case "stderr":
    case "exit_code":
      return isInput(target) || isBareGate(target)
        ? ["error", `\`${id}\` runs no program, so it has no \`.${field}\``]
        : null;
    case "approved":
    case "approved_by":
    case "initiated_by":
      return target.approval === null
        ? ["error", `\`${id}\` has no \`approval:\`, so \`.${field}\` is never set: read the step that asks`]
        : null;
    case "error":
    case "error_message":
      return survivesFailure(target) || target.data === null
        ? null
        : [
            "warning",
            `\`$${id}.${field}\` is never set: a failure of \`${id}\` ends the run unless it has \`on_error: continue\``,
          ];
    case "skipped":
      return target.when === null && target.data !== null
        ? ["warning", `\`$${id}.skipped\` is never true: \`${id}\` has no condition`]
        : null;
  }
}

function outputOf(id: string, field: string, target: StepNode): Verdict {
  if (isInput(target))
    return ["error", `\`${id}\` is an \`input\` step and prints nothing: its answer is \`$${id}.response\``];
  if (!isBareGate(target) || target.stdin !== null) return null;
  return ["warning", `\`${id}\` only asks, so it has no \`.${field}\`: read the step whose output was approved`];
}
