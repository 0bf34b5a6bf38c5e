import { quoted } from "./encode-scalar.ts";
import type { Mend } from "./finding.ts";
import type { ParsedText } from "./parse.ts";
import { lineAt, type LineValue, valueOnLine } from "./text-lines.ts";

/** Values on one line that YAML does not read as their author meant them: each is then read as plain text. */
export function valueMends(text: string, parsed: ParsedText): Mend[] {
  const mends = new Map<number, Mend>();
  const look = (offset: number, find: (value: LineValue) => Mend | null): void => {
    const value = valueOnLine(text, offset);
    const found = value === null || mends.has(value.from) ? null : find(value);
    if (value !== null && found !== null) mends.set(value.from, found);
  };
  for (const offset of parsed.bareTags) look(offset, (value) => (value.from === offset ? negation(value) : null));
  for (const offset of parsed.doubleBraces)
    look(offset, (value) => (value.from === offset ? leadingSign(value) : null));
  for (const quote of parsed.unclosedQuotes) {
    look(quote.offset, (value) => (value.from === quote.offset ? unclosedQuote(text, value) : null));
  }
  for (const error of parsed.errors) {
    if (!saysItAll.has(error.code)) look(error.pos[0], (value) => mendOf(value, error.code === "TAG_RESOLVE_FAILED"));
  }
  return [...mends.values()];
}

/** Errors that are not about how the value begins or what it holds. */
const saysItAll: ReadonlySet<string> = new Set(["TAB_AS_INDENT", "MULTIPLE_ANCHORS", "MULTIPLE_TAGS", "BAD_DQ_ESCAPE"]);

function mendOf(value: LineValue, isTag: boolean): Mend | null {
  if (isTag) return negation(value);
  const first = value.text[0]!;
  if (first === '"' || first === "'") return textAfterQuote(value);
  if (first === "[" || first === "{") return isTextAfterBracket(value) ? leadingSign(value) : null;
  if (first === "!") return negation(value) ?? leadingSign(value);
  if (first === "&" || first === "*") return isGoodMark(value) ? null : leadingSign(value);
  if ("@`%,]}".includes(first)) return leadingSign(value);
  if ("|>-?:".includes(first)) return null;
  return colonInside(value);
}

/** `run: echo a: b` */
function colonInside(value: LineValue): Mend | null {
  const at = value.text.search(/:(?:[ \t]|$)/);
  // `- env:` is a key whose value stands below.
  const isKey = value.key === null && at === value.text.length - 1;
  if (at < 0 || isKey) return null;
  const below = value.key === null ? "" : `, or write it on the lines below \`${value.key}: |\``;
  return mend(
    value,
    at,
    1,
    `a value that holds a colon and a space has to be quoted: put the whole value in quotes${below}`,
  );
}

const meanings: Readonly<Record<string, string>> = {
  "[": "starts a list",
  "{": "starts a map",
  "*": "repeats a value marked `&…`",
  "&": "marks a value for `*…`",
  "!": "is a tag",
};

/** A first character that means something in YAML. */
function leadingSign(value: LineValue): Mend {
  const sign = value.text.startsWith("{{") ? "{{" : value.text[0]!;
  const shown = sign === "`" ? "a backtick" : `\`${sign}\``;
  const why = meanings[sign[0]!] ?? "is reserved";
  const message = `a value that begins with ${shown} has to be quoted, because that ${why} in YAML: put the whole value in quotes`;
  return mend(value, 0, sign.length, message);
}

/** `&name`, with or without something behind it, and `*name` alone: what is wrong is something else. */
function isGoodMark(value: LineValue): boolean {
  return /^(?:&[\w.-]+(?:[ \t]|$)|\*[\w.-]+$)/.test(value.text);
}

/** `run: [ -f x ] && echo` */
function isTextAfterBracket(value: LineValue): boolean {
  const closing = value.text.startsWith("{") ? "}" : "]";
  return value.text.startsWith("{{") || (value.text.includes(closing) && !value.text.endsWith(closing));
}

/** `when: !$a.json.ok`: the author means "not". A tag that looks like one is none of this. */
function negation(value: LineValue): Mend | null {
  if (!/^!(?:[ \t]*[$(!"']|[ \t])/.test(value.text)) return null;
  const message =
    "a `!` at the start of a value is a tag in YAML, and so the value loses it: put the whole value in quotes";
  return mend(value, 0, 1, message, "tag");
}

/** `run: "a" && "b"` */
function textAfterQuote(value: LineValue): Mend | null {
  const closed = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'(?!'))/.exec(value.text)?.[0];
  if (closed === undefined || closed.length === value.text.length) return null;
  // `- "a"b: c` is a key that is written wrongly.
  if (value.key === null && /:(?:[ \t]|$)/.test(value.text.slice(closed.length))) return null;
  const behind = closed.length + value.text.slice(closed.length).search(/\S/);
  const message = "the value ends with its closing quote, and more stands behind it: put the whole value in quotes";
  return mend(value, behind, value.text.length - behind, message);
}

function unclosedQuote(text: string, value: LineValue): Mend {
  const { from } = value;
  const { end } = lineAt(text, from);
  return {
    edits: [{ from, to: end, insert: "x".repeat(end - from) }],
    isValue: true,
    finding: { rule: "yaml-syntax", from, to: from + 1, message: neverClosed(value.text[0]!) },
  };
}

export function neverClosed(quote: string): string {
  return `the quote \`${quote}\` that opens here is never closed: close it at the end of the value`;
}

/** The value as text: plain letters in its place while the rest is read, and quotes around it as the fix. */
function mend(value: LineValue, at: number, length: number, message: string, rule = "yaml-syntax"): Mend {
  const { from, to } = value;
  const fix = {
    title: "put the value in quotes",
    safe: !value.continues,
    edits: [{ from, to, insert: quoted(value.text) }],
  };
  return {
    edits: [{ from, to, insert: "x".repeat(to - from) }],
    isValue: true,
    finding: { rule, from: from + at, to: from + at + length, message, fixes: [fix] },
  };
}
