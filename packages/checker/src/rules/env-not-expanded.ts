import type { EnvNode, Fix, StepNode, TextEdit, TextNode, TextPart } from "@lobster-lang/language";
import { isGuessedVariable } from "../facts/guessed-variables.ts";
import { variablePart } from "../facts/spelling.ts";
import { editIn } from "../fixes/edit.ts";
import type { Model } from "../model.ts";
import type { Finding, Rule } from "../rule.ts";

export const envNotExpanded: Rule = {
  id: "env-not-expanded",
  severity: "error",
  summary: "A value of `env:` expects the shell to expand it, and no shell reads it.",
  explanation: `Values of \`env:\` are not shell text: \`\${arg}\` and \`$step.field\` are filled in, everything else is literal. So
\`TEXT: "$LOBSTER_ARG_TEXT"\` sets \`TEXT\` to the letters \`$LOBSTER_ARG_TEXT\` (write \`TEXT: \${text}\`), \`KEY: \${KEY}\` destroys the
inherited \`KEY\` (drop the line: steps inherit it anyway), and \`"$HOME/x"\` or \`$(date)\` belong into the script.`,
  wrong: `args:
  text:
    default: hello
steps:
  - id: say
    env:
      TEXT: "$LOBSTER_ARG_TEXT"
    run: printf '%s\\n' "$TEXT"
`,
  right: `args:
  text:
    default: hello
steps:
  - id: say
    env:
      TEXT: "\${text}"
    run: printf '%s\\n' "$TEXT"
`,
  fix: "safe",
  file: ({ model, tree, report }) => [...look(tree.env, null, model), ...folder(tree.cwd)].forEach(report),
  step: (step, { model, report }) => [...look(step.env, step, model), ...folder(step.cwd)].forEach(report),
};

/** `cwd: ~/x` names a folder `~` (T68). */
function folder(cwd: TextNode | null): Finding[] {
  const home = /^~[\w-]*(?=\/|$)|^\$HOME\b/.exec(cwd?.source.text ?? "")?.[0];
  if (cwd === null || home === undefined) return [];
  const message = `no shell reads \`cwd\`, so \`${home}\` is a folder of that name: write the whole path, or \`cd ${home}/…\` in the script`;
  return [{ range: cwd.source.map.toSource(0, home.length), message }];
}

function look(env: readonly EnvNode[], step: StepNode | null, model: Model): Finding[] {
  return env.flatMap((entry) => {
    const { value } = entry;
    if (value === null) return [];
    return [
      ...value.parts.flatMap((part) => ofPart(part, entry, { value, env, step, model }) ?? []),
      ...commands(value),
    ];
  });
}

interface Around {
  readonly value: TextNode;
  readonly env: readonly EnvNode[];
  readonly step: StepNode | null;
  readonly model: Model;
}

function ofPart(part: TextPart, entry: EnvNode, around: Around): Finding | null {
  const { value, env, step, model } = around;
  const name = variableIn(part);
  if (name === null || isGuessedVariable(name) || (part.kind === "arg" && model.args.has(name))) return null;
  const argument = argumentFor(name, model);
  if (argument !== null) return ofArgument(part, value, argument);
  // An argument's variable without the argument is rule unknown-arg's.
  if (name.startsWith("LOBSTER_ARG_")) return null;
  if (model.namesAt(step).steps.has(name) || (part.kind === "arg" && isNearArgument(name, model))) return null;
  // A text with blanks may be a script or a template for the program; `$name` in lower case may be a literal `$`.
  const meant = part.kind === "arg" || /^[A-Z_][A-Z0-9_]*$/.test(name);
  const certain = meant && !/\s/.test(value.source.text.trim());
  const severity = certain ? "error" : "warning";
  if (name === entry.name && part.span.end - part.span.start === value.source.text.trim().length) {
    const message = `\`${name}\` would become the text \`${part.kind === "suspect" ? part.text : `\${${name}}`}\`: leave the line out, steps inherit \`${name}\` anyway`;
    return { range: part.range, severity, message, fixes: dropping(entry, env, model) };
  }
  const message = `no shell reads this value, so \`$${name}\` stays as it is: put it into the script, or declare an argument`;
  return { range: part.range, severity, message };
}

/** The variable that a part would be for a shell. */
function variableIn(part: TextPart): string | null {
  if (part.kind === "arg") return part.name;
  if (part.kind !== "suspect") return null;
  if (part.form === "bare") return part.content;
  return part.form === "braced" ? (/^([A-Za-z_]\w*)(?:[:#%/^,+?=-]|$)/.exec(part.content)?.[1] ?? null) : null;
}

function argumentFor(variable: string, model: Model): string | null {
  const part = variable.startsWith("LOBSTER_ARG_") ? variable.slice("LOBSTER_ARG_".length) : null;
  for (const name of model.args.keys()) {
    if (name === variable || (part !== null && variablePart(name) === part)) return name;
  }
  return null;
}

/** A near miss of an argument is rule unknown-arg's. */
function isNearArgument(name: string, model: Model): boolean {
  return [...model.args.keys()].some((arg) => arg.toLowerCase() === name.toLowerCase());
}

function ofArgument(part: TextPart, value: TextNode, argument: string): Finding {
  const spellable = /^[A-Za-z0-9_-]+$/.test(argument);
  const plain = part.kind !== "suspect" || !/[:#%/^,+?=-]/.test(part.content);
  const edit = spellable && plain ? editIn(value.source, part.span, `\${${argument}}`) : null;
  return {
    range: part.range,
    message: `no shell reads this value: write \`\${${argument}}\``,
    fixes: edit === null ? [] : [{ title: `write \`\${${argument}}\``, safe: true, edits: [edit] }],
  };
}

/** `$(…)`, `$((…))` and backticks as the whole of a value. */
function commands(value: TextNode): Finding[] {
  const { text } = value.source;
  const match = /^\s*(\$\([^]*\)|`[^`]+`)\s*$/.exec(text) ?? /(\$\(\([^)]*\)\))/.exec(text);
  if (match === null) return [];
  const start = match.index + match[0].indexOf(match[1]!);
  const range = value.source.map.toSource(start, start + match[1]!.length);
  return [{ range, message: "no shell reads this value, so nothing is run or calculated: put it into the script" }];
}

/** Removes the entry with its line, where it has the line for itself and is not the only one. */
function dropping(entry: EnvNode, env: readonly EnvNode[], model: Model): Fix[] {
  const { text } = model.tree;
  const start = text.lastIndexOf("\n", entry.range.start - 1) + 1;
  const lineBreak = text.indexOf("\n", entry.range.end);
  const end = lineBreak === -1 ? text.length : lineBreak + 1;
  const before = text.slice(start, entry.range.start);
  const after = text.slice(entry.range.end, end);
  const isOneLine = !text.slice(entry.range.start, entry.range.end).includes("\n");
  if (!isOneLine || before.trim() !== "" || !/^\s*(?:#.*)?\s*$/.test(after) || env.length < 2) return [];
  const edit: TextEdit = { range: { start, end }, text: "" };
  return [{ title: "leave the line out", safe: true, edits: [edit] }];
}
