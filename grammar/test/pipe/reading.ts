import { expect } from "vitest";
import { pipelineOf } from "@lobster-lang/grammar";
import type { BoundArgument, PipelineNode, TemplateExpression, TextPart } from "@lobster-lang/language";

/** A part as one readable word. */
export function spell(part: TextPart | TemplateExpression): string {
  switch (part.kind) {
    case "literal":
      return part.text;
    case "escaped":
      return `literally(${part.text})`;
    case "suspect":
      return part.text;
    case "arg":
      return `argument(${part.name})`;
    case "ref": {
      const path = part.path.map((segment) => (segment.kind === "index" ? segment.index : segment.name));
      return `result(${[part.id, part.field.name, ...path].join("/")})`;
    }
    case "expression": {
      const filters = part.filters.map(
        ({ name, arguments: given }) => ` | ${[name, ...given.map((one) => one.text)].join(" ")}`,
      );
      return `{{${part.path}${filters.join("")}}}`;
    }
  }
}

/** The stages with what is bound, one line each: `head --n=2`. */
export function stagesOf(text: string): string[] {
  return pipelineOf(text).stages.map((stage) => [stage.name?.text ?? "(none)", ...stage.bound.map(bound)].join(" "));
}

function bound(argument: BoundArgument): string {
  const value = argument.value?.parts.map(spell).join("") ?? null;
  const quoted = value === null ? "" : value === "" || /\s/.test(value) ? `«${value}»` : value;
  if (argument.form === "positional") return quoted;
  const name = argument.flag ?? `?${argument.writtenName}`;
  if (argument.value === null || argument.negated) return argument.negated ? `--no-${name}` : `--${name}`;
  return `--${name}=${quoted}`;
}

/** Problems as `rule marked text: message`. */
export function faultsOf(text: string): string[] {
  return shown(text, pipelineOf(text));
}

function shown(text: string, pipeline: PipelineNode): string[] {
  return pipeline.problems.map(
    ({ rule, severity, range, message }) =>
      `${rule}${severity === undefined ? "" : ` (${severity})`} ${text.slice(range.start, range.end)}: ${message}`,
  );
}

/** The text after all its fixes that need no second look. */
export function mended(text: string): string {
  return applied(text, true);
}

/** The text after its first fix, also one that is only offered. */
export function offered(text: string): string {
  return applied(text, false);
}

function applied(text: string, safe: boolean): string {
  const fixes = pipelineOf(text).problems.flatMap((problem) => problem.fixes ?? []);
  const chosen = safe ? fixes.filter((fix) => fix.safe) : fixes.slice(0, 1);
  expect(chosen).not.toEqual([]);
  return chosen
    .flatMap((fix) => fix.edits)
    .toSorted((a, b) => b.range.start - a.range.start)
    .reduce((all, { range, text: put }) => all.slice(0, range.start) + put + all.slice(range.end), text);
}

/** Expects exactly one problem, whose rule, marked text and message begin so. */
export function expectOne(text: string, beginning: string): void {
  const faults = faultsOf(text);
  expect(faults).toHaveLength(1);
  expect(faults[0]!.slice(0, beginning.length)).toBe(beginning);
}
