import type { ShellAnalysis, ShellPlace, ShellPlaceKind } from "@lobster-lang/language";
import type { SyntaxNode } from "unbash";
import { readAgain } from "./analyse.ts";
import type { Reading } from "./reading.ts";
import { readShell } from "./reading.ts";
import type { ScriptView } from "./script-view.ts";
import type { Substitution } from "./substitutions.ts";
import { childrenOf } from "./syntax.ts";

/** A shell text in which each place of an analysis (comments aside) is a variable now. */
export interface LoweredShell {
  readonly text: string;
  /** Where the variables stand, `${…}` from brace to brace. */
  readonly variables: readonly { readonly place: ShellPlace; readonly start: number; readonly end: number }[];
  /** Other changes, by their offsets in the new text. */
  readonly edits: readonly { readonly start: number; readonly end: number }[];
}

/**
 * Reads a lowered text again and says at which place it is not what was meant, or null when all is well: every variable
 * stands where its place said, and beside them nothing of the script has changed (its structure,
 * words and variables). Catches whatever the analysis got wrong, so that a value is never pasted.
 */
export function faultOfLowered(analysis: ShellAnalysis, lowered: LoweredShell): ShellPlace | null {
  const before = readAgain(analysis);
  const first = lowered.variables[0]?.place ?? null;
  if (before === null || first === null) return first;
  const variables = lowered.variables.map(({ place, start, end }): Substitution => {
    const node = analysis.text.parts[place.part];
    if (node?.kind !== "arg" && node?.kind !== "ref")
      throw new TypeError("a place of shell text is an argument or a reference");
    return { part: place.part, node, start, end };
  });
  const after = readShell(lowered.text, lowered.text, variables);
  if (after.views.some((view) => view.errors.length > 0)) return first;
  for (const [index, variable] of variables.entries()) {
    const { place } = lowered.variables[index]!;
    if (after.decisions.of(variable).kind !== kindAfter(place)) return place;
  }
  const touchedBefore = [...analysis.places.map((it) => it.span), ...analysis.edits.map((it) => it.span)];
  const touchedAfter = [...variables, ...lowered.edits];
  const same =
    shapeOf(before, touchedBefore) === shapeOf(after, touchedAfter) &&
    variablesOf(before, analysis) === variablesOf(after, null, new Set(variables.map((it) => it.start)));
  return same ? null : first;
}

function kindAfter(place: ShellPlace): ShellPlaceKind {
  if (place.kind === "single-quoted" || (place.kind === "bare-exact" && place.quotes === true)) return "double-quoted";
  return place.kind === "heredoc-quoted" ? "heredoc" : place.kind;
}

interface Interval {
  readonly start: number;
  readonly end: number;
}

function shapeOf(reading: Reading, touched: readonly Interval[]): string {
  return reading.views.map((view) => shape(view.tree, view, touched)).join("\n");
}

/** The tree without what stands inside words that were changed, except for the scripts in them. */
function shape(node: SyntaxNode, view: ScriptView, touched: readonly Interval[]): string {
  const start = view.base + node.pos;
  const end = view.base + node.end;
  const inWord = node.type === "Word" || node.type === "HereDocBody" || node.type === "HereDocDelimiter";
  if (inWord && !touched.some((it) => start <= it.start && it.end <= end))
    return JSON.stringify(view.text.slice(node.pos, node.end));
  if (node.type === "HereDocDelimiter") return JSON.stringify(node.value);
  const inner = inWord ? scriptsIn(node) : childrenOf(node);
  const operator = "operator" in node ? String(node.operator) : "operators" in node ? node.operators.join() : "";
  return `${node.type}${operator}(${inner.map((child) => shape(child, view, touched)).join(" ")})`;
}

function scriptsIn(node: SyntaxNode): SyntaxNode[] {
  return childrenOf(node).flatMap((child) =>
    child.type === "Script" ? (child.source === undefined ? [child] : []) : scriptsIn(child),
  );
}

/** The variables that the script reads and sets, in order, without the new ones. */
function variablesOf(reading: Reading, analysis: ShellAnalysis | null, added: ReadonlySet<number> = new Set()): string {
  const variables = analysis?.variables ?? reading.facts.variables.filter((it) => !added.has(it.start));
  return JSON.stringify(variables.map((it) => [it.name, it.access]));
}
