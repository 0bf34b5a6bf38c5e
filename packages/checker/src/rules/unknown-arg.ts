import type { ArgRefNode, Fix, StepNode } from "@lobster-lang/language";
import { entryOf, nearest, resolved } from "@lobster-lang/language";
import { isGuessedVariable } from "../facts/guessed-variables.ts";
import { variableReads, type VariableRead } from "../facts/lobster-variables.ts";
import { inTemplateLiteral, isProgramWord, sourceOf } from "../facts/places.ts";
import { analysisOf, inComment } from "../facts/shell.ts";
import { variablePart } from "../facts/spelling.ts";
import { environmentOf } from "../facts/steps.ts";
import { editIn } from "../fixes/edit.ts";
import type { Model, Reference } from "../model.ts";
import type { Finding, Rule } from "../rule.ts";

export const unknownArg: Rule = {
  id: "unknown-arg",
  severity: "error",
  summary: "An argument is read that the file does not declare.",
  explanation: `\`\${name}\` is filled in when \`name\` is declared under \`args:\`, and \`LOBSTER_ARG_NAME\` is set for it. A misspelt name stays as it is:
in a script the shell then reads it as a variable of its own, usually an empty one. \`\${CAPITALS}\`, \`\${x:-default}\` and names that
the script or \`env:\` sets are left to the shell.`,
  wrong: `args:
  city:
    default: Paris
steps:
  - id: weather
    run: weather-of "\${ctiy}"
`,
  right: `args:
  city:
    default: Paris
steps:
  - id: weather
    run: weather-of "\${city}"
`,
  fix: "offered",
  file: (context) => look(null, context.model).forEach(context.report),
  looksAt: ["arg-reference", "lobster-variable"],
  step: (step, context) => look(step, context.model).forEach(context.report),
};

function look(step: StepNode | null, model: Model): Finding[] {
  const variables = model.textsOf(step).flatMap(variableReads);
  return [
    ...model.referencesOf(step).flatMap((reference) => ofReference(reference, model) ?? []),
    ...variables.flatMap((read) => ofVariable(read, step, model) ?? []),
  ];
}

function ofReference(reference: Reference, model: Model): Finding | null {
  const { ref, place } = reference;
  if (ref.kind !== "arg" || model.args.has(ref.name) || isGuessedVariable(ref.name)) return null;
  if (isListed(ref.name, model)) return null;
  const meant = nearest(ref.name, model.args.keys());
  const inProgram = isProgramWord(place, reference.argument, ref.range);
  if (place.content.kind === "shell" || inProgram) return inScript(ref, reference, meant, model);
  // In env: a name that is not declared is one of the environment: rule env-not-expanded.
  if (place.content.kind === "text" && place.content.text.role === "env" && meant === null) return null;
  const message = `no argument \`${ref.name}\` is declared, and nothing else fills in \`\${${ref.name}}\` here${hint(meant, model)}`;
  return { range: ref.range, message, fixes: renamed(ref, reference, meant), locked: true };
}

function inScript(ref: ArgRefNode, reference: Reference, meant: string | null, model: Model): Finding | null {
  const { name } = ref;
  const { text } = sourceOf(reference.place);
  const analysis = analysisOf(model, reference.place);
  const isSet = analysis?.assigned.has(name) === true || environmentOf(model, reference.step).has(name);
  const isEnvironment = /^[A-Z_][A-Z0-9_]*$/.test(name) || /^[0-9]+$/.test(name);
  // `${a-b}` is the shell's default unless an argument has such a name.
  const isOperator = name.includes("-") && (meant === null || !meant.includes("-"));
  if (isSet || isEnvironment || isOperator || inTemplateLiteral(text, ref.span.start)) return null;
  if (inComment(text, ref.span.start)) return null;
  const seen = analysis === null || analysis.variables.some((variable) => encloses(ref, variable.span.start));
  if (meant !== null) {
    const message = `no argument \`${name}\` is declared; did you mean \`\${${meant}}\``;
    return { range: ref.range, message, severity: seen ? "error" : "warning", fixes: renamed(ref, reference, meant) };
  }
  if (analysis === null || !seen) return null;
  const isStep = model.namesAt(reference.step).steps.has(name);
  if (isStep) {
    const message = `\`${name}\` is a step and no argument: write \`$${name}.json\` or \`$${name}.stdout\``;
    return { range: ref.range, message, severity: "warning" };
  }
  const message = `nothing in this file sets \`${name}\`: declare it under \`args:\` or \`env:\`, or set it in the script`;
  return { range: ref.range, message, severity: "warning" };
}

/** `args: [a, b]` is rule arg-shorthand's: the names in it are meant as declared. */
function isListed(name: string, model: Model): boolean {
  const args = model.tree.root?.kind === "map" ? resolved(entryOf(model.tree.root, "args")?.value) : null;
  return args?.kind === "list" && args.items.some((item) => item?.kind === "scalar" && item.text === name);
}

function encloses(ref: ArgRefNode, offset: number): boolean {
  return ref.span.start <= offset && offset < ref.span.end;
}

function ofVariable(read: VariableRead, step: StepNode | null, model: Model): Finding | null {
  const part = /^LOBSTER_ARG_(\w+)$/.exec(read.name)?.[1];
  if (part === undefined) return null;
  const parts = new Map([...model.args.keys()].map((name) => [variablePart(name), name]));
  if (parts.has(part) || environmentOf(model, step).has(read.name)) return null;
  if (analysisOf(model, read.place)?.assigned.has(read.name) === true) return null;
  const meant = nearest(part, parts.keys());
  const edit = meant === null ? null : editIn(read.source, read.at.span, `LOBSTER_ARG_${meant}`);
  const end = meant === null ? declared(model) : `; did you mean \`LOBSTER_ARG_${meant}\``;
  return {
    range: read.at.range,
    message: `no argument gives \`${read.name}\`${end}`,
    fixes: edit === null ? [] : [{ title: `write \`LOBSTER_ARG_${meant}\``, safe: false, edits: [edit] }],
  };
}

function hint(meant: string | null, model: Model): string {
  return meant === null ? declared(model) : `; did you mean \`\${${meant}}\``;
}

function declared(model: Model): string {
  const names = [...model.args.keys()].slice(0, 8).map((name) => `\`${name}\``);
  return names.length === 0 ? ": declare it under `args:`" : `: declared are ${names.join(", ")}`;
}

function renamed(ref: ArgRefNode, reference: Reference, meant: string | null): Fix[] {
  const edit = meant === null ? null : editIn(sourceOf(reference.place), ref.nameSpan.span, meant);
  return edit === null ? [] : [{ title: `write \`\${${meant}}\``, safe: false, edits: [edit] }];
}
