import type { Range, StepNode, SuspectPart } from "@lobster-lang/language";
import { editIn } from "../fixes/edit.ts";
import { isForeignHead, ourSpelling } from "../facts/foreign-spelling.ts";
import { inTemplateLiteral, isGlued, partsOf, sourceOf, takesTemplate, type PlacedPart } from "../facts/places.ts";
import { analysisOf, inComment, isOwnVariable } from "../facts/shell.ts";
import { environmentOf } from "../facts/steps.ts";
import type { Model, Reference, TextPlace } from "../model.ts";
import type { Finding, Rule } from "../rule.ts";

export const foreignTemplate: Rule = {
  id: "foreign-template",
  severity: "error",
  summary: "A value is written as in another language, and nothing fills it in.",
  explanation: `Two spellings are filled in: \`\${name}\` for an argument of the workflow and \`$step.field\` for the result of a step.
\`{{ name }}\`, \`\${{ … }}\`, \`\${args.name}\`, \`$args.name\` and \`$steps.fetch.…\` are those of other languages: here they stay as
they are. \`{{ … }}\` has a meaning in the stages \`template\` and \`map\`, and in programs that have such templates themselves.`,
  wrong: `args:
  city:
    default: Paris
steps:
  - id: weather
    run: weather-of "{{city}}"
`,
  right: `args:
  city:
    default: Paris
steps:
  - id: weather
    run: weather-of "\${city}"
`,
  fix: "safe",
  file: (context) => look(null, context.model).forEach(context.report),
  looksAt: ["suspect", "step-reference"],
  step: (step, context) => look(step, context.model).forEach(context.report),
};

function look(step: StepNode | null, model: Model): Finding[] {
  const suspects = model
    .textsOf(step)
    .flatMap(partsOf)
    .flatMap((placed) => {
      const { part } = placed;
      return part.kind === "suspect" ? (ofSuspect(part, placed, model) ?? []) : [];
    });
  return [...suspects, ...model.referencesOf(step).flatMap((reference) => ofReference(reference, model) ?? [])];
}

function ofSuspect(part: SuspectPart, placed: PlacedPart, model: Model): Finding | null {
  const { place } = placed;
  const isShell = place.content.kind === "shell";
  if (isShell && isLeftAlone(sourceOf(place).text, part.span.start)) return null;
  const ours = ourSpelling(part.content, model, place.step);
  switch (part.form) {
    case "mustache":
      if (takesTemplate(placed.argument)) return null;
      return ours === null ? strayMustache(part, place) : finding(part, placed, ours);
    case "github":
      return finding(part, placed, ours);
    case "braced":
      // `${step.field}` without a foreign word in front is rule braced-reference's.
      return ours !== null && (isForeignHead(part.content.split(".")[0]!, model) || isSpaced(part.content))
        ? finding(part, placed, ours)
        : null;
    case "bare":
      return null;
  }
}

/** `${ name }`: no shell reads it either. */
function isSpaced(content: string): boolean {
  return content !== content.trim() && !content.includes(".");
}

function isLeftAlone(script: string, offset: number): boolean {
  return inTemplateLiteral(script, offset) || inComment(script, offset);
}

/** Braces around a name that the file does not know: certainly not filled in, but perhaps meant for a program. */
function strayMustache(part: SuspectPart, place: TextPlace): Finding | null {
  if (place.content.kind !== "text" || ["stdin", "workflow-arg", "items"].includes(place.content.text.role))
    return null;
  if (!/^\s*[A-Za-z_][\w.-]*\s*$/.test(part.content)) return null;
  const message = `\`${part.text}\` is not filled in here: write \`\${name}\` for an argument, \`$step.json.field\` for a result`;
  return { range: part.range, severity: "warning", message };
}

function finding(part: SuspectPart, placed: PlacedPart, ours: ReturnType<typeof ourSpelling>): Finding {
  if (ours === null) {
    const message = `\`${part.text}\` is another language's and is not filled in: write \`\${name}\` for an argument, \`$step.json.field\` for a result`;
    return { range: part.range, message };
  }
  const message = `\`${part.text}\` is not filled in here: write \`${ours.text}\``;
  const edit = ours.isReference && isGlued(placed) ? null : editIn(sourceOf(placed.place), part.span, ours.text);
  const fixes = edit === null ? [] : [{ title: `write \`${ours.text}\``, safe: ours.certain, edits: [edit] }];
  return { range: part.range, message, fixes };
}

/** `$args.city`, `$steps.fetch.stdout`: references by their form, to a step that nobody means. */
function ofReference(reference: Reference, model: Model): Finding | null {
  const { ref, place, step } = reference;
  if (ref.kind !== "ref" || !isForeignHead(ref.id, model)) return null;
  const source = sourceOf(place);
  const isShell = place.content.kind === "shell";
  const own = isOwnVariable(ref.id, source.text, analysisOf(model, place), environmentOf(model, step));
  if (isShell && (own || isLeftAlone(source.text, ref.span.start))) return null;
  const written = source.text.slice(ref.span.start, ref.span.end);
  const ours = ourSpelling(written, model, step);
  const message = `\`${written}\` is no reference: write ${ours === null ? "`${name}` for an argument, `$step.field` for a result" : `\`${ours.text}\``}`;
  return { range: ref.range, message, fixes: replacement(ref.span, reference, ours), locked: !isShell };
}

function replacement(
  span: Range,
  reference: Reference,
  ours: ReturnType<typeof ourSpelling>,
): NonNullable<Finding["fixes"]> {
  const edit = ours === null ? null : editIn(sourceOf(reference.place), span, ours.text);
  return ours === null || edit === null ? [] : [{ title: `write \`${ours.text}\``, safe: ours.certain, edits: [edit] }];
}
