/** One line of a text, without its line end. */
export interface TextLine {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function lineAt(text: string, offset: number): TextLine {
  const at = Math.min(Math.max(offset, 0), text.length);
  // A negative place would count as 0, and find the line end there.
  const start = at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
  const found = text.indexOf("\n", at);
  const lineEnd = found < 0 ? text.length : found;
  const end = lineEnd > start && text[lineEnd - 1] === "\r" ? lineEnd - 1 : lineEnd;
  return { start, end, text: text.slice(start, end) };
}

/** The lines before this one, the nearest first, without blank ones and comments. */
export function* linesBefore(text: string, line: TextLine): Generator<TextLine> {
  for (let start = line.start; start > 0;) {
    const before = lineAt(text, start - 1);
    start = before.start;
    if (!isBlankOrComment(before)) yield before;
  }
}

/** The lines after this one. */
export function* linesAfter(text: string, line: TextLine): Generator<TextLine> {
  for (let found = text.indexOf("\n", line.end); found >= 0 && found + 1 < text.length;) {
    const after = lineAt(text, found + 1);
    yield after;
    found = text.indexOf("\n", after.end);
  }
}

export function isBlankOrComment(line: TextLine): boolean {
  return /^[ \t]*(?:#|$)/.test(line.text);
}

/** Spaces and tabs at the beginning of a line. */
export function blanksOf(line: TextLine): string {
  return /^[ \t]*/.exec(line.text)?.[0] ?? "";
}

/** Column of the first key or value of a line, behind its dashes. */
export function contentColumn(line: TextLine): number {
  return /^[ \t]*(?:- +)*/.exec(line.text)?.[0].length ?? 0;
}

/** The value that an author wrote on one line, behind `key: ` or `- `. */
export interface LineValue {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly key: string | null;
  /** Whether the line below is indented deeper than the key: then the value, or something in it, goes on there. */
  readonly continues: boolean;
}

const beforeValue = /^\uFEFF?[ \t]*(?:- +)*(?:([^\s#'"[\]{},&*!|>%@`:-][^#:]*?|-[\w-]+|"[^"]*"|'[^']*') *:[ \t]+)?/;

/** The value on the line of `offset`; null for a line that has neither key nor dash, or nothing behind them. */
export function valueOnLine(text: string, offset: number): LineValue | null {
  const line = lineAt(text, offset);
  const match = beforeValue.exec(line.text);
  const prefix = match?.[0] ?? "";
  if (match?.[1] === undefined && !prefix.includes("-")) return null;
  const value = withoutComment(line.text.slice(prefix.length)).trimEnd();
  if (value === "" || value.startsWith("#")) return null;
  const from = line.start + prefix.length;
  const key = match?.[1] ?? null;
  const column = key === null ? blanksOf(line).length : contentColumn(line);
  return { from, to: from + value.length, text: value, key, continues: isDeeperBelow(text, line, column) };
}

function isDeeperBelow(text: string, line: TextLine, column: number): boolean {
  for (const below of linesAfter(text, line)) if (!isBlankOrComment(below)) return blanksOf(below).length > column;
  return false;
}

/** Cuts ` # …`, unless the sign stands inside quotes that the line closes. */
function withoutComment(value: string): string {
  const unquoted = value.replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, (part) => "x".repeat(part.length));
  const at = unquoted.search(/[ \t]#/);
  return at < 0 ? value : value.slice(0, at);
}
