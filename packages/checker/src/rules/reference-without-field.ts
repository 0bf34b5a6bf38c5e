import type { Range, StepNode } from "@lobster-lang/language";
import { partsOf, sourceOf, type PlacedPart } from "../facts/places.ts";
import { analysisOf } from "../facts/shell.ts";
import { nearestStep } from "../facts/step-names.ts";
import { environmentOf } from "../facts/steps.ts";
import { editIn } from "../fixes/edit.ts";
import type { Model, TextPlace } from "../model.ts";
import type { Finding, Rule } from "../rule.ts";

export const referenceWithoutField: Rule = {
  id: "reference-without-field",
  severity: "error",
  summary: "A step is named without saying which of its fields is meant.",
  explanation: `\`$fetch\` alone is no reference: it stays as it is, or a shell reads it as a variable. Say which field: \`$fetch.json\` (parsed
output, keeps its type) or \`$fetch.stdout\` (the text).`,
  wrong: `steps:
  - id: fetch
    run: inbox list --json
  - id: count
    run: jq length
    stdin: $fetch
`,
  right: `steps:
  - id: fetch
    run: inbox list --json
  - id: count
    run: jq length
    stdin: $fetch.json
`,
  fix: "offered",
  file: (context) => look(null, context.model).forEach(context.report),
  looksAt: ["suspect", "shell-variable"],
  step: (step, context) => look(step, context.model).forEach(context.report),
};

function look(step: StepNode | null, model: Model): Finding[] {
  const places = model.textsOf(step);
  return [
    ...places.flatMap(partsOf).flatMap((placed) => inText(placed, model)),
    ...places.flatMap((place) => inShell(place, model)),
  ];
}

function inText(placed: PlacedPart, model: Model): Finding[] {
  const { part, place } = placed;
  if (part.kind !== "suspect" || part.form !== "bare" || place.content.kind === "shell") return [];
  const known = model.namesAt(place.step).steps.has(part.content);
  const role = place.content.kind === "text" ? place.content.text.role : "pipeline";
  const takesOnlyReferences = role === "for-each" || (role === "stdin" && isWhole(part.span, place));
  if (known)
    return [
      finding(part.content, part.range, part.span, place, role === "env" || role === "prompt" ? "warning" : "error"),
    ];
  if (!takesOnlyReferences || model.args.has(part.content)) return [];
  const meant = nearestStep(part.content, model, place.step);
  const hint = meant === null ? "write `$step.json` or `$step.stdout`" : `did you mean \`$${meant}.json\``;
  return [{ range: part.range, message: `\`$${part.content}\` is no reference, so it stays as it is; ${hint}` }];
}

function isWhole(span: Range, place: TextPlace): boolean {
  return sourceOf(place).text.trim().length === span.end - span.start;
}

/** What the shell sees as a variable that nobody sets, with a step's name. */
function inShell(place: TextPlace, model: Model): Finding[] {
  const analysis = analysisOf(model, place);
  if (analysis === null) return [];
  const names = model.namesAt(place.step);
  return analysis.variables.flatMap((variable) => {
    const { name } = variable;
    if (variable.access !== "read" || !names.steps.has(name) || names.args.has(name)) return [];
    if (analysis.assigned.has(name) || /^[A-Z0-9_]+$/.test(name)) return [];
    if (environmentOf(model, place.step).has(name)) return [];
    if (!sourceOf(place).text.startsWith(`$${name}`, variable.span.start)) return [];
    return [finding(name, variable.range, variable.span, place, "warning")];
  });
}

function finding(id: string, range: Range, span: Range, place: TextPlace, severity: "error" | "warning"): Finding {
  const isShell = place.content.kind === "shell";
  const field =
    place.content.kind === "text" && place.content.text.role === "for-each" ? "json" : isShell ? "stdout" : "json";
  const other = field === "json" ? "stdout" : "json";
  const fixes = [
    field,
    ...(place.content.kind === "text" && place.content.text.role === "for-each" ? [] : [other]),
  ].flatMap((name) => {
    const edit = editIn(sourceOf(place), { start: span.start, end: span.start + id.length + 1 }, `$${id}.${name}`);
    return edit === null ? [] : [{ title: `write \`$${id}.${name}\``, safe: false, edits: [edit] }];
  });
  const reads = isShell
    ? "the shell reads `$" + id + "` as a variable of its own"
    : `\`$${id}\` names a step but none of its fields, so it stays as it is`;
  return { range, severity, message: `${reads}: write \`$${id}.json\` or \`$${id}.stdout\``, fixes };
}
