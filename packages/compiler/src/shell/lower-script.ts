import { faultOfLowered } from "@lobster-lang/grammar";
import type { Problem, RefNode, ShellAnalysis, ShellPlace } from "@lobster-lang/language";
import type { ArgPiece, Binding, RefPiece, Reference, Script } from "@lobster-lang/plan";

/** What lowering needs to know of the file around a script. */
export interface ScriptNames {
  /**
   * The variable that holds an argument in this script's environment, or null where none does (the name gives none, or
   * `env:` sets it to something else): then the value gets a private one.
   */
  argVariable(name: string): string | null;
  /** The reference as the plan names it. */
  reference(node: RefNode): Reference;
}

export type LoweredScript = { readonly script: Script } | { readonly problems: readonly Problem[] };

/**
 * A shell text as a script with values in variables (language.md D1): each substitution becomes `${V}`, written for the
 * place where it stands, and what the shell will see is read again and compared. Gives problems instead where the text
 * has faults, a value may not stand, or the comparison fails; never a pasted value. Pure.
 */
export function lowerScript(analysis: ShellAnalysis, names: ScriptNames): LoweredScript {
  const faults = analysis.problems.filter((it) => it.severity !== "warning");
  if (faults.length > 0) return { problems: faults };
  const refused = analysis.places.filter((it) => it.kind === "refused");
  if (refused.length > 0) return { problems: refused.map(refusal) };
  const places = analysis.places.filter((it) => it.kind !== "comment");
  const allocation = allocate(analysis, places, names);
  const reserved = /(?<![A-Za-z0-9_])_LOBSTER_/.exec(analysis.text.source.text);
  if (reserved !== null && allocation.bindings.some((it) => it.variable.startsWith("_LOBSTER_")))
    return { problems: [reservedName(analysis, reserved.index)] };
  const lowered = rewrite(analysis, places, allocation.variables);
  const fault = places.length === 0 ? null : faultOfLowered(analysis, lowered);
  return fault === null
    ? { script: { text: lowered.text, bindings: allocation.bindings } }
    : { problems: [uncertain(analysis, fault)] };
}

interface Allocation {
  readonly bindings: readonly Binding[];
  readonly variables: ReadonlyMap<ShellPlace, string>;
}

/** One variable for each distinct value and type, in the order of the text. */
function allocate(analysis: ShellAnalysis, places: readonly ShellPlace[], names: ScriptNames): Allocation {
  const bindings = new Map<string, Binding>();
  const variables = new Map<ShellPlace, string>();
  const asText = new Set(places.filter((it) => it.kind !== "arithmetic").map((it) => nameOfArg(analysis, it)));
  let privates = 0;
  for (const place of places) {
    const type = place.kind === "arithmetic" ? "integer" : "text";
    const value = valueOf(analysis, place, names);
    const key = JSON.stringify([type, value]);
    let binding = bindings.get(key);
    if (binding === undefined) {
      // An integer is trimmed by the runtime, a text is not: they share no variable.
      const shared =
        "arg" in value && !(type === "integer" && asText.has(value.arg)) ? names.argVariable(value.arg) : null;
      const usable = shared !== null && !isChanged(analysis, shared);
      binding = { variable: usable ? shared : `_LOBSTER_${++privates}`, value, type };
      bindings.set(key, binding);
    }
    variables.set(place, binding.variable);
  }
  return { bindings: [...bindings.values()], variables };
}

function valueOf(analysis: ShellAnalysis, place: ShellPlace, names: ScriptNames): ArgPiece | RefPiece {
  const node = analysis.text.parts[place.part];
  if (node?.kind === "arg") return { arg: node.name };
  if (node?.kind === "ref") return { ref: names.reference(node) };
  throw new TypeError("a place of shell text is an argument or a reference");
}

function nameOfArg(analysis: ShellAnalysis, place: ShellPlace): string | null {
  const node = analysis.text.parts[place.part];
  return node?.kind === "arg" ? node.name : null;
}

/** The script sets or removes the variable itself. */
function isChanged(analysis: ShellAnalysis, variable: string): boolean {
  return (
    analysis.assigned.has(variable) ||
    analysis.commands.some((it) => it.name === "unset" && it.arguments.includes(variable))
  );
}

interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The variable in `text`, if it is one. */
  readonly variable?: { readonly place: ShellPlace; readonly offset: number; readonly length: number };
}

function rewrite(analysis: ShellAnalysis, places: readonly ShellPlace[], variables: ReadonlyMap<ShellPlace, string>) {
  const changes: Change[] = places.map((place) => {
    const expansion = `\${${variables.get(place)!}}`;
    const [before, after] =
      place.quotes !== true ? ["", ""] : place.kind === "single-quoted" ? [`'"`, `"'`] : ['"', '"'];
    return {
      ...place.span,
      text: before + expansion + after,
      variable: { place, offset: before.length, length: expansion.length },
    };
  });
  for (const edit of analysis.edits) changes.push({ ...edit.span, text: edit.text });
  const source = analysis.text.source.text;
  const edits: { start: number; end: number }[] = [];
  const placed: { place: ShellPlace; start: number; end: number }[] = [];
  let text = "";
  let from = 0;
  for (const change of changes.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    text += source.slice(from, change.start);
    edits.push({ start: text.length, end: text.length + change.text.length });
    if (change.variable !== undefined) {
      const start = text.length + change.variable.offset;
      placed.push({ place: change.variable.place, start, end: start + change.variable.length });
    }
    text += change.text;
    from = change.end;
  }
  return { text: text + source.slice(from), variables: placed, edits };
}

function refusal(place: ShellPlace): Problem {
  return {
    rule: "value-in-unsafe-place",
    severity: "error",
    range: place.range,
    message: place.reason ?? "a value cannot stand here",
  };
}

function uncertain(analysis: ShellAnalysis, place: ShellPlace): Problem {
  const written = analysis.text.source.text.slice(place.span.start, place.span.end);
  const message = `it is not certain what the shell makes of \`${written}\` here: put it in double quotes, or hand the value over by \`env:\` or \`stdin:\``;
  return { rule: "value-in-unsafe-place", severity: "error", range: place.range, message };
}

function reservedName(analysis: ShellAnalysis, at: number): Problem {
  return {
    rule: "value-in-unsafe-place",
    severity: "error",
    range: analysis.text.source.map.toSource(at, at + "_LOBSTER_".length),
    message: "names that start with `_LOBSTER_` hold this script's values: choose another name for the variable",
  };
}
