import type { IToken, Lexer } from "chevrotain";
import type { FilterNode, TemplateExpression, TemplateNode, TextPart } from "@lobster-lang/language";
import type { Word } from "../pipe/word.ts";
import { foundIn } from "../pipe/word-text.ts";
import { TemplateFaults } from "./faults.ts";
import { checkFilter } from "./filter-checks.ts";
import { type ExpressionTokens, ExpressionParser, type FilterTokens } from "./parser.ts";
import { checkPath } from "./path-checks.ts";
import { createTemplateLexer } from "./tokens.ts";

interface Tools {
  readonly lexer: Lexer;
  readonly parser: ExpressionParser;
}

let built: Tools | null = null;

function tools(): Tools {
  built ??= { lexer: createTemplateLexer(), parser: new ExpressionParser() };
  return built;
}

/** How a template is read: the rule that reports its faults, and whether filters exist (`map` has none, T168). */
export interface TemplateKind {
  readonly rule: "template-syntax" | "map-syntax";
  readonly filters: boolean;
}

/**
 * Reads a template from a word (original-language.md 4). Substitutions of the workflow stay parts: a value is never read
 * as a template (D3). Total; problems have the rules `template-syntax` or `map-syntax`, and `unknown-filter`.
 */
export function templateOf(word: Word, kind: TemplateKind): TemplateNode {
  const faults = new TemplateFaults(word);
  const parts: (TextPart | TemplateExpression)[] = [];
  let offset = 0;
  const literal = (end: number): void => {
    if (offset < end) for (const part of word.slice(offset, end).parts) parts.push(asLiteral(part));
    offset = end;
  };
  for (const { start, end } of expressionsIn(word.text)) {
    const value = foundIn(word.decoded, start, end).find((one) => one.scanned.kind !== "suspect");
    if (value !== undefined) {
      const message = "a value of the workflow cannot be a part of `{{ }}`: write it outside the braces";
      faults.report(kind.rule, value.start, value.scanned.end, message);
    }
    literal(start);
    parts.push(expression(word, start, end, kind, faults));
    offset = end;
  }
  literal(word.text.length);
  checkRest(word, kind, faults);
  return { kind: "template", ...word.rangeOf(0, word.text.length), parts, problems: faults.problems };
}

/** `{{ }}` and `${{ }}` mean something else here: outside an expression they are text. */
function asLiteral(part: TextPart): TextPart {
  if (part.kind !== "suspect" || part.form === "braced" || part.form === "bare") return part;
  return { kind: "literal", span: part.span, range: part.range, text: part.text };
}

/** The intervals of `{{…}}` with anything but `}` inside; one pass over the text. */
function expressionsIn(text: string): readonly { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  let close = -1;
  let start = text.indexOf("{{");
  while (start !== -1) {
    if (close < start + 2) close = text.indexOf("}", start + 2);
    if (close === -1) break;
    if (close > start + 2 && text[close + 1] === "}") {
      found.push({ start, end: close + 2 });
      start = text.indexOf("{{", close + 2);
    } else {
      start = text.indexOf("{{", start + 1);
    }
  }
  return found;
}

function expression(
  word: Word,
  start: number,
  end: number,
  kind: TemplateKind,
  faults: TemplateFaults,
): TemplateExpression {
  const inner = word.text.slice(start + 2, end - 2);
  const { lexer, parser } = tools();
  const read = parser.read(lexer.tokenize(inner).tokens);
  const written = inner.slice(0, read.bars[0]?.startOffset ?? inner.length);
  const path = written.trim();
  const pathStart = start + 2 + (path === "" ? 0 : written.indexOf(path));
  checkPath(kind.rule, path, pathStart, faults);
  if (path === "") {
    faults.report(kind.rule, start, end, "`{{ }}` without a path is the whole item: write `{{.}}`", { warning: true });
  }
  const filters = read.filters.map((_, index) => filterNode(word, read, index, start + 2, inner, kind, faults));
  if (!kind.filters && read.bars.length > 0) {
    const message = "`map` knows no filters: write the text with the stage `template`, or filter before";
    faults.report(kind.rule, start + 2 + read.bars[0]!.startOffset, end - 2, message);
  }
  return {
    kind: "expression",
    ...word.rangeOf(start, end),
    path,
    pathSpan: word.rangeOf(pathStart, pathStart + path.length),
    filters,
  };
}

function filterNode(
  word: Word,
  read: ExpressionTokens,
  index: number,
  base: number,
  inner: string,
  kind: TemplateKind,
  faults: TemplateFaults,
): FilterNode {
  const tokens: FilterTokens = read.filters[index]!;
  const bar = read.bars[index]!.startOffset;
  const until = read.bars[index + 1]?.startOffset ?? inner.length;
  const name = tokens.name?.image.trim() ?? "";
  const nameStart = tokens.name === null ? bar + 1 : tokens.name.startOffset + tokens.name.image.indexOf(name);
  const given = tokens.arguments.map((pieces) => argument(pieces)).filter(({ image }) => image.trim() !== "");
  const node: FilterNode = {
    kind: "filter",
    ...word.rangeOf(base + bar + 1, base + until),
    name,
    nameSpan: word.rangeOf(base + nameStart, base + nameStart + name.length),
    arguments: given.map(({ start, image, text, quoted }) => ({
      ...word.rangeOf(base + start, base + start + image.length),
      text,
      quoted,
    })),
  };
  if (kind.filters) {
    const quotes = new Set(word.decoded.quotes);
    checkFilter(
      node,
      {
        bar: base + bar,
        start: base + bar + 1,
        end: base + until,
        nameStart: base + nameStart,
        nameEnd: base + nameStart + name.length,
        argumentStarts: given.map(({ start }) => base + start),
        argumentEnds: given.map(({ start, image }) => base + start + image.length),
        mark: quotes.size !== 1 ? "" : quotes.has("single") ? '"' : quotes.has("double") ? "'" : "",
      },
      faults,
    );
  }
  return node;
}

/** An argument: quoted, with a backslash that takes the next character as it is, or bare. */
function argument(pieces: readonly IToken[]): { start: number; image: string; text: string; quoted: boolean } {
  const image = pieces.map((piece) => piece.image).join("");
  const start = pieces[0]!.startOffset;
  const quoted = image.startsWith('"') || image.startsWith("'");
  if (!quoted) return { start, image: image.trimEnd(), text: image.trimEnd(), quoted };
  const closed = pieces[0]!.tokenType.name === "Quoted";
  return { start, image, text: image.slice(1, closed ? -1 : undefined).replace(/\\([^])/g, "$1"), quoted };
}

/** Braces that look like an expression and are none. */
function checkRest(word: Word, kind: TemplateKind, faults: TemplateFaults): void {
  const { text } = word;
  const intervals = expressionsIn(text);
  const lastClose = text.lastIndexOf("}}");
  let next = 0;
  for (const found of text.matchAll(/\{\{|\{%/g)) {
    const at = found.index;
    while (next < intervals.length && intervals[next]!.end <= at) next++;
    if (next < intervals.length && intervals[next]!.start <= at) continue;
    if (found[0] === "{%") {
      const message = "`{% … %}` stays as it is: a template has no blocks, only fields and filters";
      faults.report(kind.rule, at, at + 2, message, { warning: true });
    } else if (text.startsWith("}}", at + 2)) {
      const message = "`{{}}` stays as it is: write `{{.}}` for the whole item";
      faults.report(kind.rule, at, at + 4, message, { warning: true });
    } else if (/^\{\{\s*[\w.$#/]/.test(text.slice(at, at + 100))) {
      const closed = lastClose > at;
      const message = closed
        ? "a `}` inside `{{ }}` makes it plain text: no name or value in it can hold a `}`"
        : "this `{{` is never closed: write `}}` where the expression ends";
      faults.report(kind.rule, at, at + 2, message);
    }
  }
}
