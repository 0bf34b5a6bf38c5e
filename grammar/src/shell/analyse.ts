import type { Embedded, KnownNames, Problem, ShellAnalysis, TextNode } from "@lobster-lang/language";
import type { Facts } from "./facts.ts";
import type { Reading } from "./reading.ts";
import { evaluatedThrough } from "./flow.ts";
import { readShell } from "./reading.ts";
import type { ScriptView } from "./script-view.ts";
import type { Escape, Substitution, Substitutions } from "./substitutions.ts";
import { masked, substitutionsOf } from "./substitutions.ts";
import { syntaxProblem } from "./syntax-problems.ts";

const memo = new WeakMap<TextNode, Map<string, ShellAnalysis>>();

/**
 * What a shell sees in a text: each substitution and its place (language.md D1), commands, variables, names that the
 * script sets, and faults of the shell's own syntax. A `$id.path` whose name the script has set before that place is the
 * shell's variable and no substitution. Kept for each text and the names that matter in it. Never throws.
 */
export function analyseShell(text: TextNode, names: KnownNames): ShellAnalysis {
  const candidates = substitutionsOf(text, names);
  const key = [...candidates.places, ...candidates.escapes].map((it) => it.part).join();
  let analyses = memo.get(text);
  if (analyses === undefined) memo.set(text, (analyses = new Map()));
  const known = analyses.get(key);
  if (known !== undefined) return known;
  const analysis = analyse(text, candidates);
  analyses.set(key, analysis);
  return analysis;
}

function analyse(text: TextNode, candidates: Substitutions): ShellAnalysis {
  let substitutions = candidates;
  let reading = readText(text, substitutions);
  const own = {
    places: candidates.places.filter((it) => !isShellVariable(it, reading.facts)),
    escapes: candidates.escapes,
  };
  if (own.places.length < candidates.places.length) {
    substitutions = own;
    reading = readText(text, substitutions);
  }
  const { facts, decisions, views } = { ...reading, facts: withoutMask(reading.facts, substitutions.escapes) };
  const at = <Rest extends object>(it: { readonly start: number; readonly end: number }, rest: Rest): Rest & Embedded =>
    Object.assign(embedded(text, it.start, it.end), rest);
  const problems: Problem[] = views.flatMap((view) => view.errors.map((error) => syntaxProblem(text, error)));
  const through = evaluatedThrough(views, facts, facts.calculated);
  const analysis: ShellAnalysis = {
    text,
    places: substitutions.places.map((it) => {
      const evaluated = through(it.start, it.end);
      return at(it, { part: it.part, ...decisions.of(it), ...(evaluated === null ? {} : { evaluated }) });
    }),
    edits: [
      ...substitutions.escapes
        .filter((it) => !inComment(it, views))
        .map((it) => ({ span: { start: it.start, end: it.start + 2 }, text: "$" })),
      ...decisions.edits.map((it) => ({ span: { start: it.start, end: it.end }, text: it.text })),
    ].toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end),
    commands: facts.commands.map((it) =>
      at(it, {
        name: it.name,
        arguments: it.arguments,
        piped: it.piped,
        command: embedded(text, it.commandStart, it.commandEnd),
      }),
    ),
    variables: facts.variables.map((it) => at(it, { name: it.name, access: it.access })),
    assigned: new Set(facts.variables.filter((it) => it.access === "write").map((it) => it.name)),
    calculated: facts.calculated,
    functions: facts.functions,
    hereDocuments: facts.hereDocuments.map((it) => at(it, { closed: it.closed })),
    bashOnly: facts.bash.map((it) => at(it, { what: it.what })),
    comments: views.flatMap((view) => view.comments.map((it) => embedded(text, it.start, it.end))),
    problems,
  };
  kept.set(analysis, substitutions);
  return analysis;
}

/** The substitutions and escapes of each analysis. (Not its syntax tree, which is large.) */
const kept = new WeakMap<ShellAnalysis, Substitutions>();

/**
 * Reads the text of an analysis again, as it was read for it.
 * @internal Its types are those of the parser.
 */
export function readAgain(analysis: ShellAnalysis): Reading | null {
  const substitutions = kept.get(analysis);
  return substitutions === undefined ? null : readText(analysis.text, substitutions);
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

/** Both offsets of an interval; the source range is asked for anew, because a piece of a file may move. */
function embedded(text: TextNode, start: number, end: number): Embedded {
  return {
    span: { start, end },
    get range() {
      return text.source.map.toSource(start, end);
    },
  };
}
