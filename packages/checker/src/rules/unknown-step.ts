import type { RefNode } from "@lobster-lang/language";
import { referenceField } from "@lobster-lang/language";
import { editIn } from "../fixes/edit.ts";
import { isForeignHead } from "../facts/foreign-spelling.ts";
import { sourceOf } from "../facts/places.ts";
import { analysisOf, inComment, isOwnVariable, isRead } from "../facts/shell.ts";
import { dottedStep, nearestStep } from "../facts/step-names.ts";
import { environmentOf } from "../facts/steps.ts";
import type { Model, Reference } from "../model.ts";
import type { Finding, Rule } from "../rule.ts";

export const unknownStep: Rule = {
  id: "unknown-step",
  severity: "error",
  summary: "A reference names a step that does not exist.",
  explanation: `\`$id.field\` reads the result of the step \`id\`. When no step, branch or loop variable has that id, there is
nothing to read: in a shell script the shell would expand \`$id\` as one of its own variables, usually to nothing, and a
condition would fail only after earlier steps had their effects.

Ids are case-sensitive. In a script, \`$name.txt\` is left to the shell when \`name\` is a variable of that script.`,
  wrong: `steps:
  - id: fetch
    run: inbox list --json
  - id: count
    run: jq length
    stdin: $fecth.json
`,
  right: `steps:
  - id: fetch
    run: inbox list --json
  - id: count
    run: jq length
    stdin: $fetch.json
`,
  fix: "offered",
  locked: true,
  file: (context) => look(null, context.model).forEach(context.report),
  looksAt: ["unready-reference"],
  step: (step, context) => look(step, context.model).forEach(context.report),
};

function look(step: Reference["step"], model: Model): Finding[] {
  return model.referencesOf(step).flatMap((reference) => {
    const { ref } = reference;
    if (ref.kind !== "ref" || model.visibility(ref.id, step) !== "unknown" || isForeignHead(ref.id, model)) return [];
    if (reference.place.content.kind === "shell" && !cannotBeTheShells(ref, reference, model)) return [];
    return [finding(ref, reference, model)];
  });
}

/** In shell text a reference is one only by its name; what could be a variable of the script is left to the shell. */
function cannotBeTheShells(ref: RefNode, reference: Reference, model: Model): boolean {
  const isDotted = dottedStep(ref.id, model)?.startsWith(`${ref.id}.${ref.field.name}`) === true;
  if (referenceField(ref.field.name) === undefined && !isDotted) return false;
  const text = sourceOf(reference.place).text;
  const analysis = analysisOf(model, reference.place)!;
  if (isOwnVariable(ref.id, text, analysis, environmentOf(model, reference.step))) return false;
  return isRead(analysis, ref.span) || !inComment(text, ref.span.start);
}

function finding(ref: RefNode, reference: Reference, model: Model): Finding {
  const dotted = dottedStep(ref.id, model);
  if (dotted !== null) {
    const message = `no step \`${ref.id}\`: a reference ends an id at its first dot, so it cannot name \`${dotted}\`; rename that step`;
    return { range: ref.idSpan.range, message, related: relatedId(dotted, model), locked: isLocked(reference) };
  }
  const meant = nearestStep(ref.id, model, reference.step);
  const edit = meant === null ? null : editIn(sourceOf(reference.place), ref.idSpan.span, meant);
  return {
    range: ref.idSpan.range,
    message: `no step \`${ref.id}\` in this file${meant === null ? ": write the id of an earlier step" : `; did you mean \`${meant}\``}`,
    related: meant === null ? [] : relatedId(meant, model),
    fixes: edit === null ? [] : [{ title: `write \`${meant}\``, safe: false, edits: [edit] }],
    severity: meant !== null || isExpanded(ref, reference, model) ? "error" : "warning",
    locked: isLocked(reference),
  };
}

/** What stands in single quotes of a script stays as it is and may be another program's (`jq`, `perl`). */
function isExpanded(ref: RefNode, reference: Reference, model: Model): boolean {
  const analysis = analysisOf(model, reference.place);
  return analysis === null || analysis.problems.length > 0 || isRead(analysis, ref.span);
}

function relatedId(id: string, model: Model): NonNullable<Finding["related"]> {
  const node = model.steps.get(id)?.step.idNode;
  return node === null || node === undefined ? [] : [{ range: node.range, message: `\`${id}\` is here` }];
}

/** In shell text the script could still run as it stands, so there the author may know better. */
function isLocked(reference: Reference): boolean {
  return reference.place.content.kind !== "shell";
}
