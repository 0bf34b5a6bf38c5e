import { Runs } from "./runs.ts";

/** What the header of a block scalar and its surroundings say. */
export interface BlockShape {
  readonly folded: boolean;
  /** Offset of the body in the token: behind the header's line end. */
  readonly bodyAt: number;
  /** Indentation of the surrounding collection, as the reader counts it. */
  readonly parentIndent: number;
  /** Digit of the header; 0 for none. */
  readonly indentDigit: number;
  readonly chomp: "" | "-" | "+";
}

export interface DecodedBlock {
  readonly runs: Runs;
  /** Spaces before each line of content. */
  readonly contentIndent: number;
}

interface Line {
  /** Offset of the line's first character. */
  readonly at: number;
  readonly indent: number;
  /** End of the content, without the line end. */
  readonly end: number;
  /** Behind the line end; equal to `end` on a last line without one. */
  readonly next: number;
}

/** Reads the header (`|2-`, `>+ # note`) of a block scalar's token. */
export function blockShape(source: string, parentIndent: number): BlockShape {
  const header = /^[|>][-+0-9]*/.exec(source)?.[0] ?? "";
  const lineEnd = source.indexOf("\n");
  return {
    folded: header.startsWith(">"),
    bodyAt: lineEnd < 0 ? source.length : lineEnd + 1,
    parentIndent,
    indentDigit: Number(/[1-9]/.exec(header)?.[0] ?? 0),
    chomp: header.includes("-") ? "-" : header.includes("+") ? "+" : "",
  };
}

/**
 * Literal and folded scalars: source (the whole token) to decoded text, with places. Line ends are never verbatim:
 * what is put in at an empty line would need indentation.
 */
export function decodeBlock(source: string, shape: BlockShape): DecodedBlock {
  const lines = splitLines(source, shape.bodyAt);
  const runs = new Runs();
  let chompAt = lines.length;
  while (chompAt > 0 && contentLength(lines[chompAt - 1]!) === 0) chompAt--;
  if (chompAt === 0) {
    const newlines = shape.chomp === "+" && source.length > shape.bodyAt ? Math.max(1, lines.length - 1) : 0;
    for (const line of lines.slice(0, newlines)) runs.replace("\n", line.end, line.next);
    return { runs, contentIndent: shape.parentIndent + Math.max(1, shape.indentDigit) };
  }
  const { first, indent } = contentStart(lines, chompAt, shape);
  for (let i = lines.length - 1; i >= chompAt; i--) if (lines[i]!.indent > indent) chompAt = i + 1;
  for (let i = 0; i < first; i++) {
    const line = lines[i]!;
    runs.copy(source, line.at + Math.min(indent, line.indent), line.at + line.indent);
    runs.replace("\n", line.end, line.next);
  }
  if (shape.folded) foldLines(source, lines.slice(first, chompAt), indent, runs);
  else keepLines(source, lines.slice(first, chompAt), indent, runs);
  chomp(source, lines, chompAt, indent, shape, runs);
  return { runs, contentIndent: indent };
}

function splitLines(source: string, from: number): Line[] {
  const lines: Line[] = [];
  let at = from;
  for (;;) {
    const lineEnd = source.indexOf("\n", at);
    const stop = lineEnd < 0 ? source.length : lineEnd;
    let indent = 0;
    while (at + indent < stop && source.charCodeAt(at + indent) === 32) indent++;
    const returned = stop > at + indent && source.charCodeAt(stop - 1) === 13;
    lines.push({ at, indent, end: returned ? stop - 1 : stop, next: lineEnd < 0 ? stop : lineEnd + 1 });
    if (lineEnd < 0) return lines;
    at = lineEnd + 1;
  }
}

function contentLength(line: Line): number {
  return line.end - line.at - line.indent;
}

/** The first line with content, and how much of each line is indentation. */
function contentStart(lines: readonly Line[], chompAt: number, shape: BlockShape): { first: number; indent: number } {
  let indent = shape.parentIndent + shape.indentDigit;
  for (let i = 0; i < chompAt; i++) {
    const line = lines[i]!;
    if (contentLength(line) > 0) return { first: i, indent: shape.indentDigit === 0 ? line.indent : indent };
    if (shape.indentDigit === 0 && line.indent > indent) indent = line.indent;
  }
  return { first: 0, indent };
}

function keepLines(source: string, lines: readonly Line[], indent: number, runs: Runs): void {
  lines.forEach((line, i) => {
    const before = lines[i - 1];
    if (before !== undefined) runs.replace("\n", before.end, before.next);
    runs.copy(source, line.at + Math.min(indent, line.indent), line.end);
  });
}

/** Folding: a line end between two lines of text is a space, empty lines are newlines, more-indented lines stay. */
function foldLines(source: string, lines: readonly Line[], indent: number, runs: Runs): void {
  let separator = "";
  let pending = "";
  let separatorAt = lines[0]?.at ?? 0;
  let afterMoreIndented = false;
  for (const line of lines) {
    const length = contentLength(line);
    if (line.indent > indent || (length > 0 && source.charCodeAt(line.at + line.indent) === 9)) {
      if (separator === " ") separator = "\n";
      else if (!afterMoreIndented && separator === "\n") separator = "\n\n";
      afterMoreIndented = true;
    } else if (length === 0) {
      if (separator === "\n") pending += "\n";
      else separator = "\n";
      continue;
    } else {
      afterMoreIndented = false;
    }
    runs.replace(pending + separator, separatorAt, line.at);
    runs.copy(source, line.at + Math.min(indent, line.indent), line.end);
    separatorAt = line.end;
    pending = "";
    separator = afterMoreIndented ? "\n" : " ";
  }
  runs.replace(pending, separatorAt, lines.at(-1)?.at ?? separatorAt);
}

/** The end of the text: none (`-`), one newline, or all of them (`+`). */
function chomp(
  source: string,
  lines: readonly Line[],
  chompAt: number,
  indent: number,
  shape: BlockShape,
  runs: Runs,
): void {
  if (shape.chomp === "-") return;
  const last = lines[chompAt - 1]!;
  if (shape.chomp === "") {
    runs.replace("\n", last.end, last.next);
    return;
  }
  for (let i = chompAt; i < lines.length; i++) {
    const line = lines[i]!;
    runs.replace("\n", lines[i - 1]!.end, lines[i - 1]!.next);
    runs.copy(source, line.at + Math.min(indent, line.indent), line.at + line.indent);
  }
  if (!runs.text.endsWith("\n")) runs.replace("\n", source.length, source.length);
}
