import type { Fix, ShellAnalysis, ShellPlace, StepNode } from "@lobster-lang/language";
import { referenceField } from "@lobster-lang/language";
import { hasPlainValues, shellPlacesOf } from "../facts/shell.ts";
import { editIn } from "../fixes/edit.ts";
import type { Model } from "../model.ts";
import type { Finding, Rule } from "../rule.ts";

export const unquotedValue: Rule = {
  id: "unquoted-value",
  severity: "warning",
  summary: "A value stands without quotes, so that blanks split it into words.",
  explanation: `The shell splits a value without quotes at blanks and newlines and expands \`*\` and \`?\` in it, and each word that starts with
\`-\` can become an option. In double quotes the value is one word, exactly as it is. Where splitting is meant (a list of options),
silence this with \`# lobster-ignore: unquoted-value\`.`,
  wrong: `args:
  file:
    default: notes.txt
steps:
  - id: show
    run: cat \${file}
`,
  right: `args:
  file:
    default: notes.txt
steps:
  - id: show
    run: cat "\${file}"
`,
  fix: "offered",
  looksAt: ["shell-place"],
  step: (step, { model, report }) => look(step, model).forEach(report),
};

function look(step: StepNode, model: Model): Finding[] {
  return shellPlacesOf(model, step).flatMap(({ analysis, place }) => {
    if (
      place.kind !== "word" ||
      isNoField(analysis, place) ||
      place.list === true ||
      place.code !== undefined ||
      hasPlainValues(model, analysis, place)
    )
      return [];
    const written = analysis.text.source.text.slice(place.span.start, place.span.end);
    const message = `\`${written}\` without quotes is split into words, and \`*\` in it becomes file names: write \`"${written}"\` if it is one word`;
    return [{ range: place.range, message, fixes: inQuotes(analysis, place, written) }];
  });
}

/** `$fetch.output`: rule unknown-field says what to write. */
function isNoField(analysis: ShellAnalysis, place: ShellPlace): boolean {
  const part = analysis.text.parts[place.part];
  return part?.kind === "ref" && referenceField(part.field.name) === undefined;
}

function inQuotes(analysis: ShellAnalysis, place: ShellPlace, written: string): Fix[] {
  const edit = editIn(analysis.text.source, place.span, `"${written}"`);
  return edit === null ? [] : [{ title: "put it in double quotes", safe: false, edits: [edit] }];
}
