import { fieldOf } from "@lobster-lang/language";
import type { Problem } from "@lobster-lang/language";
import {
  blanksOf,
  contentColumn,
  isBlankOrComment,
  lineAt,
  linesAfter,
  linesBefore,
  type TextLine,
} from "./text-lines.ts";

/** Lines that an author wrote at the left edge although they belong to a step: a here-document, a pasted key. */
export interface LeftText {
  readonly lines: readonly TextLine[];
  readonly problem: Problem;
}

/**
 * All such texts between the steps of a file. A line at the left edge that can be a key of the file is none; nor is one
 * that the lines below make a map or list of its own.
 */
export function leftTexts(text: string): LeftText[] {
  const steps = /(?<![^\n])steps *:(?: *| +#[^\n]*)\r?(?=\n|$)/.exec(text);
  if (steps === null) return [];
  const found: LeftText[] = [];
  const atLeftEdge = /^[^\s#-].*$/gm;
  atLeftEdge.lastIndex = steps.index + steps[0].length;
  for (let match = atLeftEdge.exec(text); match !== null; match = atLeftEdge.exec(text)) {
    const first = lineAt(text, match.index);
    // For regular expressions a line also begins behind U+2028; in YAML it does not.
    const isNone = first.start !== match.index || isKeyOf("file", first) || isMarker(first);
    const left = isNone ? null : leftText(text, first);
    if (left === null) continue;
    found.push(left);
    atLeftEdge.lastIndex = Math.max(left.lines.at(-1)!.end, match.index + 1);
  }
  return found;
}

function leftText(text: string, first: TextLine): LeftText | null {
  const block = blockAround(text, first);
  return block === null ? pastedLine(text, first) : blockText(text, first, block);
}

/** Text of a `|` or `>` that goes on at the left edge; it ends where a step or a key of this step begins. */
function blockText(text: string, first: TextLine, block: TextLine): LeftText | null {
  const column = contentColumn(block);
  const lines = [first];
  let next: TextLine | null = null;
  for (const line of linesAfter(text, first)) {
    if (line.text.trim() === "") continue;
    const indent = blanksOf(line).length;
    if (/^ *- +[\w-]+:(?: |$)/.test(line.text) && indent < column) next = line;
    if (indent === column && isKeyOf("step", line)) next = line;
    if (indent === 0 && (isKeyOf("file", line) || isMarker(line))) return null;
    if (next !== null) break;
    lines.push(line);
  }
  const isKey = next === null ? /^[\w-]+:(?:\s|$)/ : /^[\w-]+:\s*(?:#.*)?$/;
  if (isKey.test((next === null ? first : lines.at(-1)!).text)) return null;
  const message =
    "this line stands left of the text it belongs to, so the text ends before it: indent it, and what follows, like the lines above";
  return { lines, problem: problemAt(first, message) };
}

/** A line at the left edge with more of a step below it, where YAML allows nothing deeper. */
function pastedLine(text: string, first: TextLine): LeftText | null {
  if (/^[^:]+:\s*(?:#.*)?$|:\s+[|>"'{[&!*]/.test(first.text)) return null;
  for (const below of linesAfter(text, first)) {
    if (isBlankOrComment(below)) continue;
    if (!/^ +(?:- +)?[\w-]+:(?: |$)/.test(below.text)) return null;
    const message = "this line stands at the left edge in the middle of the steps: indent it like the keys of its step";
    return { lines: [first], problem: problemAt(first, message) };
  }
  return null;
}

/** The line of the `|` or `>` whose text the line above belongs to. */
function blockAround(text: string, line: TextLine): TextLine | null {
  let least = Infinity;
  let budget = 1000;
  for (const above of linesBefore(text, line)) {
    const indent = blanksOf(above).length;
    const column = contentColumn(above);
    if (/[:-][ \t]+[|>][-+0-9]*[ \t]*(?:#.*)?$/.test(above.text) && least > column) return above;
    least = Math.min(least, indent);
    if (indent === 0 || --budget === 0) return null;
  }
  return null;
}

function isKeyOf(part: "file" | "step", line: TextLine): boolean {
  const key = /^ *["']?([\w-]+)["']? *:(?:\s|$)/.exec(line.text)?.[1];
  return key !== undefined && (fieldOf(part, key) !== undefined || key.startsWith("x-"));
}

function isMarker(line: TextLine): boolean {
  return /^(?:---|\.\.\.|<{7}|={7}|>{7}|\|{7})(?:\s|$)/.test(line.text);
}

function problemAt({ start, end }: TextLine, message: string): Problem {
  return { rule: "yaml-syntax", range: { start, end }, message };
}
