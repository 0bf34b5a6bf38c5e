import type { EnvNode, ShellAnalysis, ShellPlace, StepNode } from "@lobster-lang/language";
import { argumentVariable } from "@lobster-lang/language";
import { choosesCode } from "../facts/running-variables.ts";
import { hasPlainValues, holdsPlainValues, shellPlacesOf, shellTextsOf } from "../facts/shell.ts";
import type { Model } from "../model.ts";
import type { Finding, Rule } from "../rule.ts";

export const valueBecomesCode: Rule = {
  id: "value-becomes-code",
  severity: "warning",
  summary: "A value becomes part of a program.",
  explanation: `\`python3 -c "print('\${x}')"\` hands the value over as a part of a Python program, \`sh -c "… \${x}"\` as a part of a script, and
\`"\${tool}" --version\` as the program itself: whoever chooses the value chooses what runs. Hand values over as arguments
(\`python3 -c '…sys.argv[1]…' "\${x}"\`, \`jq --arg x "\${x}" '…$x…'\`, \`sh -c '… "$1"' sh "\${x}"\`), by \`env:\` or by \`stdin:\`.`,
  wrong: `args:
  name:
    default: world
steps:
  - id: greet
    run: python3 -c "print('hello \${name}')"
`,
  right: `args:
  name:
    default: world
steps:
  - id: greet
    run: python3 -c 'import sys; print("hello " + sys.argv[1])' "\${name}"
`,
  fix: { none: "how the program takes a value depends on its language" },
  file: ({ model, tree, report }) => variablesSet(tree.env, model).forEach(report),
  looksAt: ["shell-place", "shell-variable", "env"],
  step: (step, { model, report }) => [...look(step, model), ...variablesSet(step.env, model)].forEach(report),
};

function look(step: StepNode, model: Model): Finding[] {
  const places = shellPlacesOf(model, step).flatMap(({ analysis, place }) => {
    if (place.kind === "refused" || place.kind === "comment" || hasPlainValues(model, analysis, place)) return [];
    const message = messageFor(analysis, place);
    return message === null ? [] : [{ range: place.range, message }];
  });
  return [...places, ...shellTextsOf(model, step).flatMap((analysis) => variablesThatRun(analysis, model))];
}

/** Variables of `env:` whose value programs run, load or look for code by. */
function variablesSet(env: readonly EnvNode[], model: Model): Finding[] {
  return env.flatMap(({ name, value }) => {
    if (value === null || !choosesCode(name)) return [];
    const parts = value.parts.filter((part) => {
      if (part.kind === "ref") return true;
      const arg = part.kind === "arg" ? model.args.get(part.name) : undefined;
      return arg !== undefined && !holdsPlainValues(arg);
    });
    return parts.map(({ range }) => ({ range, message: variableMessage(name) }));
  });
}

function variableMessage(name: string): string {
  return `programs run or load what \`${name}\` says, so whoever chooses the value chooses what runs: write it out, or let only known values through (\`enum:\`)`;
}

/** The variable of an argument, written by its name where the shell calculates: there the compiler cannot see to it. */
function variablesThatRun(analysis: ShellAnalysis, model: Model): Finding[] {
  return [...model.args.values()].flatMap((arg) => {
    const variable = argumentVariable(arg.name);
    if (variable === null || !analysis.calculated.has(variable) || holdsPlainValues(arg)) return [];
    const message = `the shell calculates with \`${variable}\`, or runs it, and shells run code that stands in numbers and names: write \`\${${arg.name}}\`, which must be a whole number there, or declare the argument as \`type: integer\``;
    return analysis.variables
      .filter((it) => it.name === variable && it.access === "read")
      .map(({ range }) => ({ range, message }));
  });
}

function messageFor(analysis: ShellAnalysis, place: ShellPlace): string | null {
  const written = analysis.text.source.text.slice(place.span.start, place.span.end);
  if (place.code === "command")
    return `the value of \`${written}\` chooses the program that runs: write the program's name if it is known`;
  if (place.code !== undefined) {
    const code = place.code === "the shell" ? "shell code" : `a program of ${place.code}`;
    return `the value of \`${written}\` becomes part of ${code}: hand it over as an argument, by \`env:\` or by \`stdin:\``;
  }
  if (place.assigns !== undefined && choosesCode(place.assigns)) return variableMessage(place.assigns);
  if (place.evaluated === undefined) return null;
  const holder = place.evaluated === "@" ? "an argument such as `$1`" : `\`${place.evaluated}\``;
  return `the shell calculates with ${holder}, or runs it, and it comes from \`${written}\`: shells run code that stands in numbers and names; declare the argument as \`type: integer\`, or write \`${written}\` in the place itself`;
}
