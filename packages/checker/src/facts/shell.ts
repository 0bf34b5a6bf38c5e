import type { ArgNode, Range, ShellAnalysis, ShellPlace, StepNode, TextPart } from "@lobster-lang/language";
import { plainValue, referenceField } from "@lobster-lang/language";
import type { Model, Reference, TextPlace } from "../model.ts";

/** What the shell sees in a shell text; null for other places. Kept, as a place belongs to one model and so to one set of names. */
export function analysisOf(model: Model, place: TextPlace): ShellAnalysis | null {
  if (place.content.kind !== "shell") return null;
  place.facts.analysis ??= place.content.analyse(model.namesAt(place.step));
  return place.facts.analysis;
}

/**
 * Whether the reference is one: always outside of shell text; there only where its name exists and the script does not
 * mean a variable of its own (language.md "References").
 */
export function isSubstitution(model: Model, reference: Reference): boolean {
  const analysis = analysisOf(model, reference.place);
  return analysis === null || (analysis.places.length > 0 && substitutions(analysis).has(reference.ref));
}

const kept = new WeakMap<ShellAnalysis, ReadonlySet<TextPart>>();

function substitutions(analysis: ShellAnalysis): ReadonlySet<TextPart> {
  const known = kept.get(analysis);
  if (known !== undefined) return known;
  const parts = new Set(analysis.places.flatMap((place) => analysis.text.parts[place.part] ?? []));
  kept.set(analysis, parts);
  return parts;
}

/** Whether the shell itself expands a variable somewhere in `span`: not in single quotes, quoted documents, comments. */
export function isRead(analysis: ShellAnalysis, span: Range): boolean {
  return analysis.variables.some(
    (variable) => variable.access === "read" && span.start <= variable.span.start && variable.span.start < span.end,
  );
}

/** Whether `offset` stands in a comment of the script, as far as its line shows; a `#` in a quoted text is none. */
export function inComment(script: string, offset: number): boolean {
  const line = script.slice(script.lastIndexOf("\n", offset - 1) + 1, offset);
  for (const match of line.matchAll(/(?:^|[\s;&|(])#/g)) {
    const before = line.slice(0, match.index);
    if ((before.split("'").length - 1) % 2 === 0 && (before.split('"').length - 1) % 2 === 0) return true;
  }
  return false;
}

/**
 * Whether `$name` can only be a variable of the script: assigned there, set by the file's `env:`, of the environment by
 * its spelling, or a variable of an inner program (`jq --arg name`, `as $name`).
 */
export function isOwnVariable(
  name: string,
  text: string,
  analysis: ShellAnalysis | null,
  environment: ReadonlySet<string>,
): boolean {
  if (analysis?.assigned.has(name) === true || environment.has(name)) return true;
  if (/^[A-Z_][A-Z0-9_]*$/.test(name) || /^[0-9]+$/.test(name)) return true;
  return isVariableOfInnerProgram(name, text);
}

function isVariableOfInnerProgram(name: string, text: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
    const before = text.slice(Math.max(0, at - 40), at);
    if (
      /(?:\bas\s+[[{$\w,\s:]*\$|--(?:arg|argjson|slurpfile|rawfile)\s+['"]?|\b(?:my|our|local|foreach|for|let|function)\s*\(?\s*\$?)$/.test(
        before,
      )
    ) {
      return true;
    }
  }
  return false;
}

/** What the shell sees in each shell text of a step, those of its stages among them. */
export function shellTextsOf(model: Model, step: StepNode): readonly ShellAnalysis[] {
  return model.shellTextsOf(step);
}

/** The substitutions in the shell texts of a step. */
export function shellPlacesOf(
  model: Model,
  step: StepNode,
): { readonly analysis: ShellAnalysis; readonly place: ShellPlace }[] {
  return shellTextsOf(model, step).flatMap((analysis) =>
    analysis.places.length === 0 ? [] : analysis.places.map((place) => ({ analysis, place })),
  );
}

/** Whether the value at a place can only be a plain word: a number, true or false, one of a list of such. */
export function hasPlainValues(model: Model, analysis: ShellAnalysis, place: ShellPlace): boolean {
  const part = analysis.text.parts[place.part];
  if (part?.kind === "ref")
    return part.path.length === 0 && plainFields.has(referenceField(part.field.name)?.name ?? "");
  const arg = part?.kind === "arg" ? model.args.get(part.name) : undefined;
  return arg !== undefined && holdsPlainValues(arg);
}

/** @see hasPlainValues */
export function holdsPlainValues(arg: ArgNode): boolean {
  if (arg.type === "integer" || arg.type === "number" || arg.type === "boolean") return true;
  if (["number", "boolean"].includes(typeof plainValue(arg.default))) return true;
  return (
    arg.enum !== null &&
    arg.enum.length > 0 &&
    arg.enum.every((value) => /^[\w.:/@%+,=][\w.:/@%+,=-]*$/.test(String(value)))
  );
}

const plainFields: ReadonlySet<string> = new Set(["approved", "skipped", "error", "exit_code"]);
