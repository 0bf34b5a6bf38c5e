import type { YAMLError } from "yaml";
import type { Edit, Finding, Mend } from "./finding.ts";
import type { ParsedText } from "./parse.ts";
import {
  blanksOf,
  contentColumn,
  isBlankOrComment,
  lineAt,
  linesAfter,
  linesBefore,
  type TextLine,
} from "./text-lines.ts";

/** Indentation, dashes and colons that are plainly not what was meant: put right, so that the rest can be read. */
export function layoutMends(text: string, parsed: ParsedText, isItem: boolean): Mend[] {
  const dash = isItem ? dashWithoutSpace(text) : null;
  if (dash !== null) return [dash];
  const mends: Mend[] = [];
  const lines = new Set<number>();
  for (const error of parsed.errors) {
    // The error about the same key over several lines says more.
    if (error.code === "BLOCK_AS_IMPLICIT_KEY" && !isDeeperList(error)) continue;
    const { start } = lineAt(text, error.pos[0]);
    if (lines.has(start)) continue;
    lines.add(start);
    const mend = mendOf(text, parsed, error, isItem);
    if (mend === null) continue;
    mends.push(mend);
    // Shifted lines change what the errors below them mean.
    if (mend.edits.length > 1 || mend.finding.message === noTabs) break;
  }
  return mends;
}

function isDeeperList(error: YAMLError): boolean {
  return error.message.startsWith("A block sequence");
}

function mendOf(text: string, parsed: ParsedText, error: YAMLError, isItem: boolean): Mend | null {
  const line = lineAt(text, error.pos[0]);
  if (blanksOf(line).includes("\t")) return tabs(text, line);
  switch (error.code) {
    case "BLOCK_AS_IMPLICIT_KEY":
      return isItem ? deeperStep(text, line) : null;
    case "MULTILINE_IMPLICIT_KEY":
      return spreadKey(text, parsed, error);
    case "MISSING_CHAR":
      if (error.message.startsWith("Implicit map keys")) return keyWithoutColon(text, error.pos[0], error.pos[1]);
      return error.message.startsWith("Sequence item without") ? shallowKey(text, error.pos[0]) : null;
    case "BAD_INDENT":
      return error.message.includes("mapping items") ? shallowKey(text, error.pos[0]) : null;
    default:
      return null;
  }
}

/** `-id: a` */
function dashWithoutSpace(text: string): Mend | null {
  const match = /^([ \t]*-)(?=[\w"'])([^\n\r]*)/.exec(text);
  if (match === null) return null;
  const at = match[1]!.length;
  const edit = { from: at, to: at, insert: " " };
  const message = `a dash needs a space behind it: write \`- ${match[2]!.trim()}\``;
  return single(edit, { rule: "yaml-syntax", from: at - 1, to: at, message }, "put a space after the dash");
}

/** `run` alone, `run:echo`. */
function keyWithoutColon(text: string, from: number, to: number): Mend | null {
  const written = text.slice(from, to);
  const glued = /^([\w-]+):(?=\S)/.exec(written);
  if (glued !== null) {
    const at = from + glued[0].length;
    const message = `a colon needs a space behind it: write \`${glued[1]}: ${written.slice(glued[0].length)}\``;
    return single(
      { from: at, to: at, insert: " " },
      { rule: "yaml-syntax", from, to, message },
      "put a space after the colon",
    );
  }
  return /^[\w-]+$/.test(written) ? keyAlone(from, to, written) : null;
}

function keyAlone(from: number, to: number, written: string): Mend {
  return {
    edits: [{ from: to, to, insert: ":" }],
    isValue: false,
    finding: { rule: "yaml-syntax", from, to, message: noValue(written) },
  };
}

export function noValue(key: string): string {
  return `\`${key}\` is no key with a value: write \`${key}: …\`, or indent it if it belongs to the value above`;
}

/** YAML saw one key over several lines: a half-typed key above a good one, or a key that is indented too deep. */
function spreadKey(text: string, parsed: ParsedText, error: YAMLError): Mend | null {
  const [from, to] = error.pos;
  const above = lineAt(text, from);
  const below = lineAt(text, to - 1);
  const isValue = parsed.errors.some((other) => other.code === "BLOCK_AS_IMPLICIT_KEY" && other.pos[0] === from);
  if (!isValue) {
    const written = text.slice(from, above.end).trimEnd();
    return /^[\w-]+$/.test(written) ? keyAlone(from, from + written.length, written) : null;
  }
  const wanted = contentColumn(above);
  const column = blanksOf(below).length;
  if (column <= wanted || !/^[\w-]+$/.test(text.slice(below.start + column, to))) return null;
  const name = text.slice(below.start + column, to);
  const message = `\`${name}\` is indented deeper than the key above it: start both in the same column`;
  const finding = { rule: "yaml-syntax", from: below.start + column, to, message };
  return shifted(text, below, wanted - column, finding);
}

/** The `- ` of a step inside the step above it. */
function deeperStep(text: string, line: TextLine): Mend | null {
  const column = blanksOf(line).length;
  const wanted = /^ *(?=- )/.exec(text)?.[0].length;
  if (wanted === undefined || wanted >= column || !line.text.startsWith("- ", column)) return null;
  const from = line.start + column;
  const message = "this `-` is indented deeper than the one of the step above: start both in the same column";
  return shifted(text, line, wanted - column, { rule: "yaml-syntax", from, to: from + 1, message });
}

/** A key that stands left of the others of its map. */
function shallowKey(text: string, offset: number): Mend | null {
  let line = lineAt(text, offset);
  if (isBlankOrComment(line)) line = lineAt(text, line.end + 1);
  const column = blanksOf(line).length;
  const name = /^[\w-]+(?=:(?:\s|$))/.exec(line.text.slice(column))?.[0];
  if (name === undefined) return null;
  let wanted = Infinity;
  for (const before of linesBefore(text, line)) {
    const other = contentColumn(before);
    if (other > column) wanted = Math.min(wanted, other);
    if (blanksOf(before).length < column) break;
  }
  if (wanted === Infinity) return null;
  const message = `\`${name}\` does not start in the same column as the keys above it: indent it by ${wanted} spaces`;
  const from = line.start + column;
  return shifted(text, line, wanted - column, { rule: "yaml-syntax", from, to: from + name.length, message });
}

/** Moves a line, and those below it that are as deep or deeper. */
function shifted(text: string, first: TextLine, by: number, finding: Finding): Mend {
  const column = blanksOf(first).length;
  const edits: Edit[] = [shift(first, by)];
  for (const line of linesAfter(text, first)) {
    if (isBlankOrComment(line)) continue;
    const indent = blanksOf(line).length;
    // A line that stands where the first one is moved to needs no mending.
    if (indent < column || (by > 0 && indent === column + by)) break;
    edits.push(shift(line, by));
  }
  return {
    edits,
    isValue: false,
    finding: { ...finding, fixes: [{ title: "put it in the same column", safe: false, edits }] },
  };
}

function shift(line: TextLine, by: number): Edit {
  return { from: line.start, to: line.start + Math.max(0, -by), insert: " ".repeat(Math.max(0, by)) };
}

/** Tabs in the indentation: each such line is put where the line above it leads one to expect it. */
function tabs(text: string, first: TextLine): Mend {
  const edits: Edit[] = [];
  const [above] = linesBefore(text, first);
  let column = above === undefined ? firstColumn(text, first) : columnBelow(above, contentColumn(above));
  for (const line of [first, ...linesAfter(text, first)]) {
    if (isBlankOrComment(line)) continue;
    const blanks = blanksOf(line);
    const isTabbed = line === first || blanks.startsWith("\t");
    if (isTabbed) edits.push({ from: line.start, to: line.start + blanks.length, insert: " ".repeat(column) });
    const indent = isTabbed ? column : blanks.length;
    column = columnBelow(line, indent + contentColumn(line) - blanks.length);
  }
  const from = first.start + blanksOf(first).indexOf("\t");
  const to = first.start + blanksOf(first).length;
  const fix = { title: "indent with spaces", safe: false, edits };
  return { edits, isValue: false, finding: { rule: "yaml-syntax", from, to, message: noTabs, fixes: [fix] } };
}

export const noTabs = "a tab cannot indent in YAML: use spaces";

/** Where a step's first line begins, so that its key stands above those below it. */
function firstColumn(text: string, first: TextLine): number {
  const dashes = contentColumn(first) - blanksOf(first).length;
  for (const line of linesAfter(text, first)) {
    if (isBlankOrComment(line)) continue;
    const indent = blanksOf(line);
    if (!indent.includes("\t") && indent.length >= dashes) return indent.length - dashes;
    break;
  }
  return blanksOf(first).length;
}

/** Where the line below one that begins at `column` begins. */
function columnBelow(line: TextLine, column: number): number {
  return /(?:^|\s)(?:[\w-]+:|[\w-]+: +[|>][-+0-9]*)\s*(?:#.*)?$/.test(line.text) ? column + 2 : column;
}

function single(edit: Edit, finding: Finding, title: string): Mend {
  return { edits: [edit], isValue: false, finding: { ...finding, fixes: [{ title, safe: true, edits: [edit] }] } };
}
