import type { Fix, ShellAnalysis, ShellPlace, StepNode } from "@lobster-lang/language";
import { shellPlacesOf } from "../facts/shell.ts";
import { editIn } from "../fixes/edit.ts";
import type { Model } from "../model.ts";
import type { Finding, Rule } from "../rule.ts";

export const valueInUnsafePlace: Rule = {
  id: "value-in-unsafe-place",
  severity: "error",
  summary: "A value stands in shell text where the shell could run what it holds.",
  explanation: `Values are data: a substitution in a command becomes a variable that the shell expands, so that no value can become code.
In some places a shell runs or evaluates even the value of a variable: as the name of a program, as the name of a variable, as an
option of \`[\` or \`printf\`, in \`$'…'\`. A value cannot stand there. Quotes, \`env:\` or \`stdin:\` are the way out.`,
  wrong: `args:
  file:
    default: notes.txt
steps:
  - id: look
    run: '[ -e \${file} ] && cat "\${file}"'
`,
  right: `args:
  file:
    default: notes.txt
steps:
  - id: look
    run: '[ -e "\${file}" ] && cat "\${file}"'
`,
  fix: "safe",
  locked: true,
  looksAt: ["shell-place"],
  step: (step, { model, report }) => look(step, model).forEach(report),
};

function look(step: StepNode, model: Model): Finding[] {
  return shellPlacesOf(model, step).flatMap(({ analysis, place }) => {
    // A text that no shell can read says so itself (shell-syntax).
    if (place.kind !== "refused" || analysis.problems.length > 0) return [];
    return [
      { range: place.range, message: place.reason ?? "a value cannot stand here", fixes: inQuotes(analysis, place) },
    ];
  });
}

/** Quotes make a word that was one before; they are no certain fix for a program's name. */
function inQuotes(analysis: ShellAnalysis, place: ShellPlace): Fix[] {
  if (place.quotes !== true) return [];
  const { source } = analysis.text;
  const edit = editIn(source, place.span, `"${source.text.slice(place.span.start, place.span.end)}"`);
  const isTest = place.command === "[" || place.command === "test" || place.command === "printf";
  return edit === null ? [] : [{ title: "put it in double quotes", safe: isTest, edits: [edit] }];
}
