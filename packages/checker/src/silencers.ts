import type { DataNode, Fix, MapNode, Range, WorkflowTree } from "@lobster-lang/language";
import { entryOf, resolved } from "@lobster-lang/language";
import type { Lines } from "./lines.ts";
import type { Model, TextPlace } from "./model.ts";

/** One rule id that an ignore comment or an `allow:` names. */
export interface Silencer {
  readonly rule: string;
  /** The id where it is written. */
  readonly range: Range;
  /** Lines whose findings it covers; null for the whole file. */
  readonly lines: { readonly first: number; readonly last: number } | null;
  /** Narrower than the lines: the step of an `allow:`. */
  readonly within: Range | null;
  /** A comment behind something: counts for nothing. */
  readonly misplaced: boolean;
  readonly removal: Fix | null;
}

/** A text without these words has none. */
export function mayHaveSilencers(text: string): boolean {
  return text.includes("lobster-ignore") || text.includes("allow");
}

/** Every silencer of the file: comments of YAML and of shell scripts, `allow:` of the file and of steps. */
export function collectSilencers(tree: WorkflowTree, model: Model, lines: Lines): Silencer[] {
  const entryEnds = lastLinesOfScalars(tree.root, lines);
  const yaml = tree.comments.flatMap((comment) =>
    commentSilencers(tree.text, comment.range, (line) => entryEnds.get(line) ?? line, lines),
  );
  const scripts = model.allSteps.flatMap(({ step }) => model.textsOf(step).flatMap((place) => inScript(place, lines)));
  const file = allowed(resolved(tree.root), null, lines);
  const steps = model.allSteps.flatMap(({ step }) => allowed(step.data, step.range, lines));
  return [...yaml, ...scripts, ...file, ...steps];
}

interface Named {
  readonly rule: string;
  /** Offsets in the text that was searched. */
  readonly start: number;
  readonly end: number;
}

/** `# lobster-ignore: a, b -- why` gives `a` and `b`. */
function idsOf(comment: string): Named[] {
  const head = /^#[ \t]*lobster-ignore:/.exec(comment);
  if (head === null) return [];
  const why = comment.indexOf(" --");
  const list = comment.slice(0, why === -1 ? comment.length : why);
  return [...list.matchAll(/[^\s,]+/g)]
    .filter((match) => match.index >= head[0].length)
    .map((match) => ({ rule: match[0], start: match.index, end: match.index + match[0].length }));
}

function commentSilencers(text: string, comment: Range, lastLine: (line: number) => number, lines: Lines): Silencer[] {
  const ids = idsOf(text.slice(comment.start, comment.end));
  if (ids.length === 0) return [];
  const line = lines.lineOf(comment.start);
  const alone = text.slice(lines.startOf(line), comment.start).trim() === "";
  const next = alone ? nextContentLine(text, line, lines) : null;
  return ids.map((id): Silencer => ({
    rule: id.rule,
    range: { start: comment.start + id.start, end: comment.start + id.end },
    lines: next === null ? { first: 0, last: -1 } : { first: next, last: lastLine(next) },
    within: null,
    misplaced: !alone,
    removal: ids.length === 1 && alone ? removeLine(line, lines) : null,
  }));
}

function removeLine(line: number, lines: Lines): Fix {
  const range = { start: lines.startOf(line), end: lines.startOf(line + 1) };
  return { title: "remove the comment", safe: true, edits: [{ range, text: "" }] };
}

function nextContentLine(text: string, line: number, lines: Lines): number | null {
  for (let next = line + 1; next < lines.count; next++) {
    const content = text.slice(lines.startOf(next), lines.endOf(next)).trim();
    if (content !== "" && !content.startsWith("#")) return next;
  }
  return null;
}

/** For each line on which a `key: scalar` starts, the line on which the scalar ends: a comment above covers all of it. */
function lastLinesOfScalars(root: DataNode | null, lines: Lines): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const visit = (node: DataNode | null): void => {
    if (node?.kind === "list") for (const item of node.items) visit(item);
    if (node?.kind !== "map") return;
    for (const { key, value, mergedBy } of node.entries) {
      if (mergedBy !== undefined) continue;
      visit(value);
      if (value?.kind !== "scalar") continue;
      const first = lines.lineOf(key.range.start);
      ends.set(
        first,
        Math.max(ends.get(first) ?? first, lines.lineOf(Math.max(value.range.start, value.range.end - 1))),
      );
    }
  };
  visit(root);
  return ends;
}

/** Comments of the shell itself, inside a script: they cover the script's next command line. */
function inScript(place: TextPlace, lines: Lines): Silencer[] {
  if (place.content.kind !== "shell") return [];
  const { source } = place.content.text;
  return [...source.text.matchAll(/^[ \t]*(#[ \t]*lobster-ignore:.*)$/gm)].flatMap((match) => {
    const comment = match[1]!;
    const at = match.index + match[0].length - comment.length;
    const covered = nextCommand(source.text, match.index + match[0].length);
    const target = covered === null ? null : source.map.toSource(covered.start, covered.end);
    return idsOf(comment).map((id): Silencer => ({
      rule: id.rule,
      range: source.map.toSource(at + id.start, at + id.end),
      lines:
        target === null
          ? { first: 0, last: -1 }
          : { first: lines.lineOf(target.start), last: lines.lineOf(target.end) },
      within: target,
      misplaced: false,
      removal: null,
    }));
  });
}

/** The next line of a script that is no comment, with the lines that its backslashes continue. */
function nextCommand(script: string, from: number): Range | null {
  const rest = /(?:^|\n)(?![ \t]*(?:#|\r?$|\n))[ \t]*\S.*(?:\\\r?\n.*)*/m.exec(script.slice(from));
  if (rest === null) return null;
  const start = from + rest.index + (rest[0].startsWith("\n") ? 1 : 0);
  return { start, end: from + rest.index + rest[0].length };
}

function allowed(node: DataNode | MapNode | null, within: Range | null, lines: Lines): Silencer[] {
  if (node?.kind !== "map") return [];
  const value = resolved(entryOf(node, "allow")?.value);
  const items = value?.kind === "list" ? value.items.map((item) => resolved(item)) : [value];
  return items.flatMap((item) =>
    item?.kind === "scalar" && typeof item.value === "string"
      ? [
          {
            rule: item.value,
            range: item.range,
            lines: within === null ? null : { first: lines.lineOf(within.start), last: lines.lineOf(within.end) },
            within,
            misplaced: false,
            removal: null,
          },
        ]
      : [],
  );
}
