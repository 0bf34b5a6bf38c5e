import type {
  AnalyseShell,
  Embedded,
  KnownNames,
  ShellAnalysis,
  ShellEdit,
  ShellPlace,
  TextNode,
} from "@lobster-lang/language";
import { type Facts, noFacts, type VariableFact, withName } from "./collected.ts";
import type { Reading } from "./reading.ts";
import { evaluatedThrough } from "./flow.ts";
import { PlacedCommand, PlacedVariable } from "./placed-facts.ts";
import type { Decisions } from "./places.ts";
import { readShell } from "./reading.ts";
import type { ScriptView } from "./script-view.ts";
import type { Escape, Substitution, Substitutions } from "./substitutions.ts";
import { masked, substitutionsOf } from "./substitutions.ts";
import { syntaxProblem } from "./syntax-problems.ts";
import { placeIn } from "../text/text-source.ts";

/**
 * What a shell sees in a text: each substitution and its place (language.md D1), commands, variables, names that the
 * script sets, and faults of the shell's own syntax. A `$id.path` whose name the script has set before that place is the
 * shell's variable and no substitution. Never throws.
 */
export function analyseShell(text: TextNode, names: KnownNames): ShellAnalysis {
  return analyse(text, substitutionsOf(text, names));
}

/** The same for one text, kept for the names that matter in it. */
export function analyserOf(text: TextNode): AnalyseShell {
  const analyses: { readonly key: string; readonly analysis: ShellAnalysis }[] = [];
  return (names) => {
    const candidates = substitutionsOf(text, names);
    const key = [...candidates.places, ...candidates.escapes].map((it) => it.part).join();
    const known = analyses.find((kept) => kept.key === key);
    if (known !== undefined) return known.analysis;
    const analysis = analyse(text, candidates);
    analyses.push({ key, analysis });
    return analysis;
  };
}

function analyse(text: TextNode, candidates: Substitutions): ShellAnalysis {
  let substitutions = candidates;
  let reading = readText(text, substitutions);
  const places = candidates.places.filter((it) => !isShellVariable(it, reading.facts));
  if (places.length < candidates.places.length) {
    substitutions = { places, escapes: candidates.escapes };
    reading = readText(text, substitutions);
  }
  const { decisions, views } = reading;
  const facts = withoutMask(reading.facts, substitutions.escapes);
  const at = (it: { readonly start: number; readonly end: number }): Embedded => placeIn(text.source, it.start, it.end);
  const analysis: KeptAnalysis = {
    text,
    places: substitutions.places.length === 0 ? [] : placesOf(text, substitutions.places, reading, facts),
    edits: editsOf(substitutions, decisions, views),
    commands: facts.commands.map((it) => new PlacedCommand(text.source, it)),
    variables: facts.variables.map((it) => new PlacedVariable(text.source, it)),
    assigned: assignedBy(facts.variables),
    calculated: facts.calculated,
    functions: facts.functions,
    hereDocuments: facts.hereDocuments.map((it) => ({ ...at(it), closed: it.closed })),
    bashOnly: facts.bash.map((it) => ({ ...at(it), what: it.what })),
    comments: views.flatMap((view) => view.comments.map(at)),
    problems: views.flatMap((view) => view.errors.map((error) => syntaxProblem(text, error))),
    substitutions,
  };
  return analysis;
}

function placesOf(
  text: TextNode,
  substitutions: readonly Substitution[],
  { decisions, views }: Reading,
  facts: Facts,
): ShellPlace[] {
  const through = evaluatedThrough(views, facts, facts.calculated);
  return substitutions.map((it) => {
    const { span, range } = placeIn(text.source, it.start, it.end);
    const evaluated = through(it.start, it.end);
    return { span, range, part: it.part, ...decisions.of(it), ...(evaluated === null ? {} : { evaluated }) };
  });
}

function editsOf({ escapes }: Substitutions, decisions: Decisions, views: readonly ScriptView[]): readonly ShellEdit[] {
  const edits = decisions.edits.map((it) => ({ span: { start: it.start, end: it.end }, text: it.text }));
  for (const it of escapes) {
    if (!inComment(it, views)) edits.push({ span: { start: it.start, end: it.start + 2 }, text: "$" });
  }
  return edits.length < 2 ? edits : edits.toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}

function assignedBy(variables: readonly VariableFact[]): ReadonlySet<string> {
  let names = nothing;
  for (const it of variables) if (it.access === "write") names = withName(names, it.name);
  return names;
}

const nothing: ReadonlySet<string> = noFacts().functions;

/** An analysis with what is needed to read its text again. (Not with its syntax tree, which is large.) */
interface KeptAnalysis extends ShellAnalysis {
  readonly substitutions: Substitutions;
}

function isKept(analysis: ShellAnalysis): analysis is KeptAnalysis {
  return "substitutions" in analysis;
}

/**
 * Reads the text of an analysis again, as it was read for it.
 * @internal Its types are those of the parser.
 */
export function readAgain(analysis: ShellAnalysis): Reading | null {
  return isKept(analysis) ? readText(analysis.text, analysis.substitutions) : null;
}

function readText(text: TextNode, substitutions: Substitutions): Reading {
  return readShell(text.source.text, masked(text.source.text, substitutions), substitutions.places);
}

/** `$$id` was read as `$_id`; the variable that the shell will see there is `$id`. */
function withoutMask(facts: Facts, escapes: readonly Escape[]): Facts {
  if (escapes.length === 0) return facts;
  const starts = new Set(escapes.map((it) => it.start));
  return {
    ...facts,
    variables: facts.variables.map((it) => (starts.has(it.start) ? { ...it, name: it.name.slice(1) } : it)),
  };
}

/** The script has set the name before this place. (`out=$out.stdout` still reads the step.) */
function isShellVariable({ node, start }: Substitution, facts: Facts): boolean {
  return (
    node.kind === "ref" &&
    facts.variables.some((it) => it.access === "write" && it.name === node.id && it.effect <= start)
  );
}

function inComment(escape: Escape, views: readonly ScriptView[]): boolean {
  return views.some((view) => view.comments.some((it) => it.start <= escape.start && escape.end <= it.end));
}
