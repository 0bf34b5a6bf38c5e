import type { StepNode, SuspectPart } from "@lobster-lang/language";
import { referenceField } from "@lobster-lang/language";
import { isForeignHead } from "../facts/foreign-spelling.ts";
import { inTemplateLiteral, isGlued, partsOf, sourceOf, type PlacedPart } from "../facts/places.ts";
import { inComment } from "../facts/shell.ts";
import { nearestStep } from "../facts/step-names.ts";
import { editIn } from "../fixes/edit.ts";
import type { Model } from "../model.ts";
import type { Finding, Rule } from "../rule.ts";

export const bracedReference: Rule = {
  id: "braced-reference",
  severity: "error",
  summary: "A step reference stands in braces.",
  explanation: `Braces are for arguments: \`\${name}\`. A reference to a step has none: \`$fetch.stdout\`. The braced form stays as it is, and a
shell stops at it with "bad substitution".`,
  wrong: `steps:
  - id: fetch
    run: inbox list --json
  - id: show
    run: echo "got \${fetch.stdout}"
`,
  right: `steps:
  - id: fetch
    run: inbox list --json
  - id: show
    run: echo "got $fetch.stdout"
`,
  fix: "safe",
  file: (context) => look(null, context.model).forEach(context.report),
  looksAt: ["suspect"],
  step: (step, context) => look(step, context.model).forEach(context.report),
};

function look(step: StepNode | null, model: Model): Finding[] {
  return model
    .textsOf(step)
    .flatMap(partsOf)
    .flatMap((placed) => (placed.part.kind === "suspect" ? (finding(placed.part, placed, model) ?? []) : []));
}

function finding(part: SuspectPart, placed: PlacedPart, model: Model): Finding | null {
  const match = referenceInBraces.exec(part.content);
  if (part.form !== "braced" || match === null) return null;
  const [, id, field, path, operator] = match as unknown as [string, string, string, string, string | undefined];
  const { step } = placed.place;
  const names = model.namesAt(step).steps;
  const exists = names.has(id);
  const isField = referenceField(field) !== undefined;
  const isShell = placed.place.content.kind === "shell";
  if (isForeignHead(id, model) || (!exists && (isShell || !isField))) return null;
  const { text } = sourceOf(placed.place);
  if (isShell && (!isField || inTemplateLiteral(text, part.span.start) || inComment(text, part.span.start)))
    return null;
  const meant = exists ? null : nearestStep(id, model, step);
  const right = `$${id}.${field}${path}`;
  const edit =
    !exists || operator !== undefined || isGlued(placed) ? null : editIn(sourceOf(placed.place), part.span, right);
  return {
    range: part.range,
    message: exists
      ? `a step reference has no braces${operator === undefined ? "" : " and no default"}: write \`${right}\`${operator === undefined || !isShell ? "" : `, or hand it over by \`env: {X: ${right}}\` and write \`\${X${operator}}\``}`
      : `a step reference has no braces, and there is no step \`${id}\`${meant === null ? "" : `; did you mean \`$${meant}.${field}\``}`,
    fixes: edit === null ? [] : [{ title: `write \`${right}\``, safe: isField, edits: [edit] }],
  };
}

const referenceInBraces =
  /^\s*([A-Za-z0-9_-]+)\.([A-Za-z0-9_]+)((?:\.[A-Za-z0-9_]+|\[[^\]]*\])*)\s*(:?[-=?+].*|[%#/^,].*)?$/;
