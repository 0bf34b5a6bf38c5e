import { readLimitSettings } from "./limits.ts";
import type { ErrorCode, YAMLError } from "yaml";
import type { Finding } from "./finding.ts";
import { neverClosed } from "./mend-values.ts";
import { noTabs, noValue } from "./mend-layout.ts";
import type { ParsedText } from "./parse.ts";
import { blanksOf, lineAt, linesBefore } from "./text-lines.ts";

/**
 * What is left of the errors of a text, in plain words: one a line, as the rest of a line follows from the first, and
 * none on the lines of what is `known` already.
 */
export function findings(text: string, parsed: ParsedText, known: readonly Finding[]): Finding[] {
  const lines = new Set(known.map((finding) => lineAt(text, finding.from).start));
  const result: Finding[] = [];
  const end = text.trimEnd().length;
  const add = (finding: Finding): void => {
    const line = lineAt(text, finding.from).start;
    if (lines.has(line)) return;
    lines.add(line);
    result.push({ ...finding, ...visible(text, finding.from, finding.to, end) });
  };
  for (const offset of parsed.tooDeep) {
    const message = `lists and maps are nested deeper than ${parsed.maxNesting} here: nest less, or raise ${readLimitSettings.nesting}`;
    add({ rule: "yaml-syntax", from: offset, to: offset + 1, message });
  }
  let isLost = false;
  for (const error of parsed.errors) {
    // Behind the first token that belongs nowhere, YAML finds no structure any more.
    const losesTrack = / at node end$| in YAML stream/.test(error.message);
    if (!isLost || !losesTrack) add(findingOf(text, parsed, error));
    isLost ||= losesTrack;
  }
  return result;
}

function findingOf(text: string, parsed: ParsedText, error: YAMLError): Finding {
  const [from, to] = error.pos;
  const line = lineAt(text, from);
  if (blanksOf(line).includes("\t")) {
    const at = line.start + blanksOf(line).indexOf("\t");
    return { rule: "yaml-syntax", from: at, to: line.start + blanksOf(line).length, message: noTabs };
  }
  const special = bySituation(text, parsed, error);
  return special ?? { rule: "yaml-syntax", from, to, message: byCode[error.code](text.slice(from, to).trim()) };
}

/** Findings for which the code alone says too little. */
function bySituation(text: string, parsed: ParsedText, error: YAMLError): Finding | null {
  const [from, to] = error.pos;
  const said = error.message;
  const rule = "yaml-syntax";
  if (error.code === "TAG_RESOLVE_FAILED") return { rule: "tag", from, to, message: tagMessage(text.slice(from, to)) };
  if (error.code === "BAD_DQ_ESCAPE") return badEscape(text, from);
  if (said.startsWith("Missing closing")) return unclosedQuote(parsed, error);
  if (said.startsWith("Implicit map keys"))
    return { rule, from, to, message: noValue(text.slice(from, to).split("\n", 1)[0]!) };
  if (/must end with a|sufficiently indented/.test(said)) return unclosedFlow(parsed, error);
  if (error.code === "UNEXPECTED_TOKEN" && followsBlockHeader(text, from)) {
    return { rule, from, to, message: "the text below `|` or `>` has to be indented deeper than its key" };
  }
  for (const [pattern, message] of bySaying) if (pattern.test(said)) return { rule, from, to, message };
  return null;
}

function badEscape(text: string, from: number): Finding {
  const written = text.slice(from, from + 2);
  const message = `\`${written}\` is no escape inside double quotes: write \`\\${written}\`, or use single quotes`;
  const edits = [{ from, to: from, insert: "\\" }];
  return {
    rule: "yaml-syntax",
    from,
    to: from + 2,
    message,
    fixes: [{ title: "write two backslashes", safe: true, edits }],
  };
}

/** Whether the line above ends with `|` or `>`. */
function followsBlockHeader(text: string, offset: number): boolean {
  const [above] = linesBefore(text, lineAt(text, offset));
  return above !== undefined && /[:-][ \t]+[|>][-+0-9]*[ \t]*(?:#.*)?$/.test(above.text);
}

function tagMessage(tag: string): string {
  return `the tag \`${tag}\` has no meaning in a workflow: remove it, or put the value in quotes if the \`!\` belongs to it`;
}

function unclosedQuote(parsed: ParsedText, error: YAMLError): Finding {
  const quote = parsed.unclosedQuotes.find((token) => token.offset + token.source.length === error.pos[0]);
  const from = quote?.offset ?? error.pos[0];
  return { rule: "yaml-syntax", from, to: from + 1, message: neverClosed(quote?.source[0] ?? '"') };
}

function unclosedFlow(parsed: ParsedText, error: YAMLError): Finding {
  const open = parsed.unclosedFlows.findLast((token) => token.offset < error.pos[0]);
  const from = open?.offset ?? error.pos[0];
  const sign = open?.start.source ?? "[";
  const closing = sign === "{" ? "}" : "]";
  const message = `the \`${sign}\` that opens here is never closed: write \`${closing}\` where it ends, or put the value in quotes if it is text`;
  return { rule: "yaml-syntax", from, to: from + 1, message };
}

const bySaying: readonly (readonly [RegExp, string])[] = [
  [
    /^Block scalar header|^Not a YAML token/,
    "nothing but a comment can follow `|` or `>` on its line: start the text on the next line, indented",
  ],
  [/on same line with key/, "a list starts on the line below its key: put each `- ` on a line of its own"],
  [
    /Sequence item without/,
    "this line belongs neither to the item above nor is it one: indent it like the item's keys, or begin it with `- `",
  ],
  [
    /block sequence may not be used as an implicit/,
    "this list does not start in the same column as those it belongs to: indent it like them",
  ],
  [/same column/, "this line does not start in the same column as those it belongs to: indent it like them"],
  [/Missing space after :/, "a colon needs a space behind it"],
  [/^Missing , (?:or : )?between/, "a comma is missing before this"],
  [/^Unexpected ,|empty item/, "there is nothing before this comma: remove it"],
  [/Comments must be separated/, "a comment needs a space before its `#`"],
  [/Tags and anchors must be separated/, "an anchor or tag needs a space behind it"],
  [/Block scalar values in collections/, "the text below `|` or `>` has to be indented deeper than its key"],
  [/Block scalar lines must not/, "this line is indented less than the first line of its text: indent it as deep"],
  [
    /more-indented leading empty lines/,
    "the empty lines before this text are indented deeper than it: remove their spaces",
  ],
  [/directives-end/, "lines that begin with `%` have no meaning in a workflow: remove them, or quote the value"],
  [/flow-(?:seq|map)-end/, "this closes nothing: remove it, or put the whole value in quotes"],
];

/** What each error of the `yaml` package comes down to; `at` is what stands there. */
const byCode: Readonly<Record<ErrorCode, (at: string) => string>> = {
  ALIAS_PROPS: () => "a repetition (`*name`) cannot have an anchor or tag of its own: remove it",
  BAD_ALIAS: (at) => `\`${at}\` has no name: write a name behind \`&\` or \`*\`, or put the value in quotes`,
  BAD_COLLECTION_TYPE: () => "this tag does not fit what stands behind it: remove the tag",
  BAD_DIRECTIVE: () => "lines that begin with `%` have no meaning in a workflow: remove this line",
  BAD_DQ_ESCAPE: (at) => `\`${at}\` is no escape inside double quotes: write two backslashes, or use single quotes`,
  BAD_INDENT: () => "this line does not start in the same column as those it belongs to: indent it like them",
  BAD_PROP_ORDER: () => "anchors and tags stand behind the `-`, `?` or `:`, not before it",
  BAD_SCALAR_START: (at) => `a value cannot begin with ${at === "`" ? "a backtick" : `\`${at}\``}: put it in quotes`,
  BLOCK_AS_IMPLICIT_KEY: () =>
    "a map or list cannot start on the line of its key: start it on the next line, or put the value in quotes if it is text",
  BLOCK_IN_FLOW: () => "inside `[ ]` and `{ }`, lists and maps are written with brackets too",
  DUPLICATE_KEY: (at) => `\`${at}\` is written twice in this map`,
  IMPOSSIBLE: () => "this line cannot be read: check its indentation",
  KEY_OVER_1024_CHARS: () => "a key can be at most 1,024 characters long: shorten it, or put the value in quotes",
  MISSING_CHAR: (at) => (at === "" ? "something is missing here" : `something is missing before \`${at}\``),
  MULTILINE_IMPLICIT_KEY: () => "a key stands on one line: check the indentation of this line and the one above",
  MULTIPLE_ANCHORS: () => "a value can have only one anchor (`&name`): remove the others",
  MULTIPLE_DOCS: () => "a workflow file holds one document: put what follows `---` in a file of its own",
  MULTIPLE_TAGS: () => "a value can have only one tag (`!name`): remove the others",
  NON_STRING_KEY: () => "a key must be text: put it in quotes",
  RESOURCE_EXHAUSTION: () => "lists and maps are nested too deep here: nest less",
  TAB_AS_INDENT: () => noTabs,
  TAG_RESOLVE_FAILED: (at) => tagMessage(at),
  UNEXPECTED_TOKEN: (at) =>
    at === ""
      ? "this line cannot be read: check its indentation"
      : `\`${at}\` cannot stand here: check the indentation, or put the value in quotes`,
};

/** A range that can be shown: in the text, on one line, not on blanks, and not empty where there is something to show. */
function visible(text: string, start: number, end: number, textEnd: number): { from: number; to: number } {
  const line = lineAt(text, Math.min(start, textEnd));
  let from = Math.min(start, line.end);
  while (from < line.end && /[ \t]/.test(text[from]!) && !/\t/.test(text.slice(start, end))) from++;
  const to = Math.min(Math.max(end, from), line.end);
  if (to > from) return { from, to };
  return from === line.end && from > line.start
    ? { from: from - 1, to: from }
    : { from, to: Math.min(from + 1, line.end) };
}
