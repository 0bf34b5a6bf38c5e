import type { Fix, Problem, TextEdit } from "@lobster-lang/language";
import { leftTexts } from "./left-text.ts";
import { isBlankOrComment, lineAt, linesAfter, type TextLine } from "./text-lines.ts";

export interface ReadableText {
  /** As long as the author's text, stray lines blank, so that all places stay. */
  readonly text: string;
  readonly problems: readonly Problem[];
}

/**
 * The text without lines that no YAML can hold, each reported once: the markers of an unsolved merge with one of its two
 * sides, a `---` or `...` between steps, and text of a step at the left edge.
 */
export function withoutStrayLines(written: string): ReadableText {
  const { text, problems } = withoutMarkers(written);
  const left = leftTexts(text);
  if (left.length === 0) return { text, problems };
  const lines = left.flatMap((one) => one.lines);
  return { text: blanked(text, lines), problems: [...problems, ...left.map((one) => one.problem)] };
}

function withoutMarkers(text: string): ReadableText {
  if (!/^(?:<{7}|---|\.\.\.)/m.test(text)) return { text, problems: [] };
  const problems: Problem[] = [];
  const blank: TextLine[] = [];
  let hasContent = false;
  let skipTo = 0;
  for (let line = lineAt(text, 0); ; line = lineAt(text, text.indexOf("\n", line.end) + 1)) {
    if (line.start >= skipTo) {
      const conflict = /^<{7}(?: |$)/.test(line.text) ? conflictAt(text, line) : null;
      if (conflict !== null) {
        problems.push(conflictProblem(text, conflict));
        blank.push(...conflict.head, ...conflict.other);
        skipTo = conflict.end;
      } else if (hasContent && isMarker(line) && goesOn(text, line)) {
        problems.push(strayMarker(text, line));
        blank.push(line);
      }
      hasContent ||= !isBlankOrComment(line) && !isMarker(line);
    }
    if (text.indexOf("\n", line.end) < 0) break;
  }
  return { text: blanked(text, blank), problems };
}

interface Conflict {
  readonly first: TextLine;
  /** The marker lines that stand around the side which is read. */
  readonly head: readonly TextLine[];
  /** The rest: the other side, what both come from, the last marker. */
  readonly other: readonly TextLine[];
  readonly middle: TextLine;
  readonly base: TextLine | null;
  readonly last: TextLine;
  readonly end: number;
}

function conflictAt(text: string, first: TextLine): Conflict | null {
  let base: TextLine | null = null;
  let middle: TextLine | null = null;
  const other: TextLine[] = [];
  for (const line of linesAfter(text, first)) {
    if (/^<{7}(?: |$)/.test(line.text)) return null;
    if (middle === null && base === null && /^\|{7}(?: |$)/.test(line.text)) base = line;
    if (middle === null && /^={7}$/.test(line.text)) middle = line;
    if (base !== null || middle !== null) other.push(line);
    if (middle !== null && /^>{7}(?: |$)/.test(line.text)) {
      return { first, head: [first], other, middle, base, last: line, end: line.end };
    }
  }
  return null;
}

function conflictProblem(text: string, { first, middle, base, last }: Conflict): Problem {
  const range = { start: first.start, end: first.end };
  const message =
    "two versions stand here after a merge (`<<<<<<<` to `>>>>>>>`): keep one of them, and remove the lines of signs";
  const drop = (from: TextLine, to: TextLine): TextEdit => ({
    range: { start: from.start, end: nextLine(text, to) },
    text: "",
  });
  const fixes: Fix[] = [
    { title: "keep the first version", safe: false, edits: [drop(first, first), drop(base ?? middle, last)] },
    { title: "keep the second version", safe: false, edits: [drop(first, middle), drop(last, last)] },
  ];
  return { rule: "yaml-syntax", range, message, fixes };
}

function isMarker(line: TextLine): boolean {
  return /^(?:---|\.\.\.)[ \t]*(?:#.*)?$/.test(line.text);
}

/** Whether what stands below can only belong to what stands above: it is indented, or an item. */
function goesOn(text: string, marker: TextLine): boolean {
  for (const line of linesAfter(text, marker)) {
    if (!isBlankOrComment(line)) return /^(?: +\S|- )/.test(line.text);
  }
  return false;
}

function strayMarker(text: string, line: TextLine): Problem {
  const range = { start: line.start, end: line.start + 3 };
  const sign = line.text.slice(0, 3);
  const message = `\`${sign}\` ends the document in the middle of the steps, and what follows would be lost: remove the line`;
  const edits = [{ range: { start: line.start, end: nextLine(text, line) }, text: "" }];
  return {
    rule: "several-documents",
    range,
    message,
    fixes: [{ title: "remove the line", safe: false, edits }],
  };
}

function nextLine(text: string, line: TextLine): number {
  const found = text.indexOf("\n", line.end);
  return found < 0 ? text.length : found + 1;
}

/** Line ends take the place of each sign: spaces could be text of a block. */
function blanked(text: string, lines: readonly TextLine[]): string {
  let result = "";
  let from = 0;
  for (const { start, end } of lines) {
    result += text.slice(from, start) + "\n".repeat(end - start);
    from = end;
  }
  return result + text.slice(from);
}
