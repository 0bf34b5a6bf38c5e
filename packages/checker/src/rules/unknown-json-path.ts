import type { RefNode, StepNode } from "@lobster-lang/language";
import { unknownInAnswer } from "../facts/answer-paths.ts";
import { partsOf, sourceOf, type PlacedPart } from "../facts/places.ts";
import { isSubstitution } from "../facts/shell.ts";
import { pathsBySchema } from "../json-schema/path-findings.ts";
import { editIn } from "../fixes/edit.ts";
import type { Model } from "../model.ts";
import type { Finding, Rule } from "../rule.ts";

export const unknownJsonPath: Rule = {
  id: "unknown-json-path",
  severity: "warning",
  summary: "A path into JSON or an answer leads to nothing that is known there.",
  explanation: `In a path, names are letters, digits and \`_\`; a dash ends the reference. So \`$pr.json.created-at\` is \`$pr.json.created\` with the
text \`-at\` behind it. A key with other characters stands in brackets: \`$pr.json["created-at"]\`. If the text behind the dash
is meant, two quotes between say so in a script: \`$pr.json.name"-at"\`.

A step with \`output_schema\` says what its JSON looks like: a path that the schema rules out can lead to nothing, and is an error;
one that it does not list but lets pass is a warning where a listed name is nearly the same.

A path into an answer (\`$ask.response.city\`) is held against the \`responseSchema\` of that step: a field that it does not name is
most likely misspelt, and one that it rules out can never be there (an error).`,
  wrong: `steps:
  - id: pr
    run: echo '{"created-at":"2026"}'
  - id: use
    run: echo "$pr.json.created-at"
`,
  right: `steps:
  - id: pr
    run: echo '{"created-at":"2026"}'
  - id: use
    run: echo "$pr.json["created-at"]"
`,
  fix: "offered",
  looksAt: ["step-reference"],
  step: (step, context) => {
    look(step, context.model).forEach(context.report);
    lookInAnswers(step, context.model).forEach(context.report);
    pathsBySchema(step, context.model).forEach(context.report);
  },
};

function lookInAnswers(step: StepNode, model: Model): Finding[] {
  return model.referencesOf(step).flatMap((reference) => {
    const { ref, place } = reference;
    if (ref.kind !== "ref" || !isSubstitution(model, reference)) return [];
    const unknown = unknownInAnswer(ref, step, model);
    if (unknown === null) return [];
    const { segment, meant, message, isImpossible } = unknown;
    const isWritable = meant !== null && /^\w+$/.test(meant) && segment.form === "dot";
    const edit = isWritable ? editIn(sourceOf(place), segment.span, meant) : null;
    return [
      {
        range: segment.range,
        message,
        ...(isImpossible ? ({ severity: "error" } as const) : {}),
        fixes: edit === null ? [] : [{ title: `write \`${meant}\``, safe: false, edits: [edit] }],
      },
    ];
  });
}

function look(step: StepNode, model: Model): Finding[] {
  return model
    .textsOf(step)
    .flatMap(partsOf)
    .flatMap((placed) => {
      const { part, place } = placed;
      const reference = { ref: part, step, place, argument: placed.argument, at: part };
      if (part.kind !== "ref" || !isSubstitution(model, { ...reference, ref: part })) return [];
      return cutOff(part, placed);
    });
}

function cutOff(ref: RefNode, { place, next }: PlacedPart): Finding[] {
  const last = ref.path.at(-1);
  const rest = next?.kind === "literal" ? /^(?:-[A-Za-z0-9_]+)+/.exec(next.text)?.[0] : undefined;
  if (last?.kind !== "name" || last.form !== "dot" || rest === undefined || next === null) return [];
  const source = sourceOf(place);
  const start = next.span.start;
  // The quoted words of a pipeline are decoded once more: there the rest may stand elsewhere.
  if (source.text.slice(start, start + rest.length) !== rest) return [];
  const bracket = `["${last.name}${rest}"]`;
  const edit = editIn(source, { start: last.span.start - 1, end: start + rest.length }, bracket);
  return [
    {
      range: source.map.toSource(start, start + rest.length),
      message: `\`${rest}\` is text behind the reference, which ends at the dash: write \`${bracket}\` if the key is \`${last.name}${rest}\``,
      fixes: edit === null ? [] : [{ title: `write \`${bracket}\``, safe: false, edits: [edit] }],
    },
  ];
}
