import type { ShellAnalysis, ShellVariable, StepNode } from "@lobster-lang/language";
import { shellTextsOf } from "../facts/shell.ts";
import { variablePart } from "../facts/spelling.ts";
import { environmentOf } from "../facts/steps.ts";
import { editIn } from "../fixes/edit.ts";
import type { Model } from "../model.ts";
import type { Finding, Rule } from "../rule.ts";

export const argAsShellVariable: Rule = {
  id: "arg-as-shell-variable",
  severity: "error",
  summary: "An argument is read as a variable of the shell.",
  explanation: `\`$limit\` is a variable of the shell, and nothing sets it: it is empty. An argument is written \`\${limit}\`, or read from the
environment as \`$LOBSTER_ARG_LIMIT\`.`,
  wrong: `args:
  limit:
    default: 5
steps:
  - id: list
    run: inbox list --limit "$limit"
`,
  right: `args:
  limit:
    default: 5
steps:
  - id: list
    run: inbox list --limit "\${limit}"
`,
  fix: "safe",
  looksAt: ["shell-variable"],
  step: (step, { model, report }) => look(step, model).forEach(report),
};

function look(step: StepNode, model: Model): Finding[] {
  if (model.args.size === 0 || shellTextsOf(model, step).every(({ variables }) => variables.length === 0)) return [];
  const environment = environmentOf(model, step);
  return shellTextsOf(model, step).flatMap((analysis) => {
    const own = new Set([...analysis.assigned, ...environment]);
    return analysis.variables.flatMap((variable) => {
      const isArgument = variable.access === "read" && model.args.has(variable.name) && !own.has(variable.name);
      const isRead = isArgument && isClosed(analysis, variable);
      // Names in capitals may come from the environment around the run.
      return isRead && /[a-z]/.test(variable.name) ? [finding(analysis, variable)] : [];
    });
  });
}

/** `${name` without its end is a fault of the shell's syntax. */
function isClosed({ text }: ShellAnalysis, { span }: ShellVariable): boolean {
  return text.source.text[span.start + 1] !== "{" || text.source.text[span.end - 1] === "}";
}

function finding(analysis: ShellAnalysis, variable: ShellVariable): Finding {
  const { source } = analysis.text;
  const written = source.text.slice(variable.span.start, variable.span.end);
  const { name } = variable;
  if (written === `$${name}`) {
    const edit = editIn(source, variable.span, `\${${name}}`);
    return {
      range: variable.range,
      message: `\`${written}\` is a variable of the shell that nothing sets: the argument is written \`\${${name}}\``,
      fixes: edit === null ? [] : [{ title: `write \`\${${name}}\``, safe: true, edits: [edit] }],
    };
  }
  const environment = `LOBSTER_ARG_${variablePart(name)}`;
  return {
    range: variable.range,
    message: `\`${written}\` reads a variable of the shell that nothing sets: the argument's variable is \`${environment}\``,
  };
}
