import type { ShellVariable, StepNode } from "@lobster-lang/language";
import { referenceField } from "@lobster-lang/language";
import { editIn } from "../fixes/edit.ts";
import type { Model, TextPlace } from "../model.ts";
import type { Finding } from "../rule.ts";
import { sourceOf } from "./places.ts";
import { analysisOf } from "./shell.ts";
import { environmentOf } from "./steps.ts";

/** `$fetch_json`: what a shell reads as a variable, although the result of the step `fetch` is meant. */
export function underscoredReferences(place: TextPlace, step: StepNode | null, model: Model): Finding[] {
  const analysis = analysisOf(model, place);
  if (analysis === null) return [];
  const suspects = analysis.variables.filter((it) => it.access === "read" && meantBy(it.name, model) !== null);
  if (suspects.length === 0) return [];
  const environment = environmentOf(model, step);
  // A file that is read by the script may set anything.
  const isOpen = analysis.commands.some(({ name }) => name === "." || name === "source" || name === "eval");
  return suspects.flatMap((variable) => {
    const { name } = variable;
    if (isOpen || analysis.assigned.has(name) || environment.has(name) || model.args.has(name)) return [];
    return [finding(variable, meantBy(name, model)!, place)];
  });
}

function meantBy(name: string, model: Model): string | null {
  const [, prefix, field] = /^(\w+?)_(json|stdout|stderr|output|approved|exit_code)$/.exec(name) ?? [];
  if (prefix === undefined || field === undefined || !/[a-z]/.test(prefix)) return null;
  const id = [prefix, prefix.replaceAll("_", "-")].find((candidate) => model.steps.has(candidate));
  return id === undefined ? null : `$${id}.${referenceField(field)?.name ?? "stdout"}`;
}

function finding({ name, span, range }: ShellVariable, meant: string, place: TextPlace): Finding {
  const source = sourceOf(place);
  const isBare = source.text.slice(span.start, span.end) === `$${name}`;
  const isGlued = /^(?:\.\w|\[)/.test(source.text.slice(span.end));
  const edit = isBare && !isGlued ? editIn(source, span, meant) : null;
  return {
    range,
    message: `nothing sets \`${name}\`: results of steps are no variables, write \`${meant}\``,
    fixes: edit === null ? [] : [{ title: `write \`${meant}\``, safe: false, edits: [edit] }],
  };
}
