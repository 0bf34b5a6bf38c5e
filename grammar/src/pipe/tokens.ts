import { createToken, Lexer, type CustomPatternMatcherFunc, type IToken, type TokenType } from "chevrotain";
import { refAt } from "../text/scan.ts";

/** Blanks, and a backslash at a line's end, which continues the line (D41). */
export const Space = createToken({
  name: "Space",
  pattern: /(?:[ \t\r\n]|\\\r?\n)+(?:\\[ \t]+\r?\n[ \t\r\n]*)*|\\\r?\n/,
  line_breaks: true,
  start_chars_hint: [" ", "\t", "\r", "\n", "\\"],
});

const commentPattern: CustomPatternMatcherFunc = (text, offset) => {
  if (text[offset] !== "#") return null;
  let before = offset;
  while (before > 0 && (text[before - 1] === " " || text[before - 1] === "\t")) before--;
  const lineStart = before === 0 || text[before - 1] === "\n";
  const wordStart = before < offset || lineStart || text[offset - 1] === "|";
  const next = text[offset + 1];
  const spaced = next === undefined || next === " " || next === "\t" || next === "\r" || next === "\n";
  if (!lineStart && !(wordStart && spaced)) return null;
  const end = text.indexOf("\n", offset);
  return [end === -1 ? text.slice(offset) : text.slice(offset, end)];
};

/** `# …` to the line's end. The language has no comments: rule comment-in-pipeline reports it. */
export const Comment = createToken({
  name: "Comment",
  pattern: commentPattern,
  line_breaks: false,
  start_chars_hint: ["#"],
});

export const Pipe = createToken({ name: "Pipe", pattern: /\|/ });

/**
 * Single-quoted text. `\'` in it is an apostrophe, as in the original. A text that ends in a backslash (`'C:\'`) can be
 * told from that only by its end, so there are two readings: `Escapes` takes every `\'` as an apostrophe; `Endings`, tried
 * when the first leaves a quote open, ends the text at a `\'` before a blank, a `|` or the end (D25).
 */
const singleEscapes = /'(?:[^'\\]|\\[^])*'/y;
const singleEndings = /'(?:[^'\\]|\\(?!'(?:[ \t\r\n|]|$))[^]|\\(?='(?:[ \t\r\n|]|$)))*'/y;

export type Reading = "escapes" | "endings";

let reading: Reading = "escapes";

const singlePattern: CustomPatternMatcherFunc = (text, offset) => {
  const pattern = reading === "escapes" ? singleEscapes : singleEndings;
  pattern.lastIndex = offset;
  return pattern.exec(text);
};

export const Single = createToken({
  name: "SingleQuoted",
  pattern: singlePattern,
  line_breaks: true,
  start_chars_hint: ["'"],
});
export const OpenSingle = createToken({ name: "OpenSingleQuote", pattern: /'[^]*/, line_breaks: true });
export const Double = createToken({ name: "DoubleQuoted", pattern: /"(?:[^"\\]|\\[^])*"/, line_breaks: true });
export const OpenDouble = createToken({ name: "OpenDoubleQuote", pattern: /"[^]*/, line_breaks: true });

/** The `\'` of the POSIX idiom `'it'\''s'`: only between two single-quoted pieces. */
export const Apostrophe = createToken({
  name: "Apostrophe",
  pattern: (text: string, offset: number, matched: IToken[]) => {
    const before = matched.at(-1);
    const glued = before?.tokenType === Single && before.startOffset + before.image.length === offset;
    return glued && text.startsWith("\\''", offset) ? ["\\'"] : null;
  },
  line_breaks: false,
  start_chars_hint: ["\\"],
});

const plain = /[^ \t\r\n|'"\\$]+/y;
const foreign = /\$\{\{[^\n}|]{0,1000}\}\}/y;

/** A run without quotes. A backslash is an ordinary character in it; a reference with a quoted key stays whole. */
const barePattern: CustomPatternMatcherFunc = (text, offset) => {
  let end = offset;
  for (;;) {
    const character = text[end];
    if (character === undefined || " \t\r\n|'\"".includes(character)) break;
    if (character === "\\") {
      if (text[end + 1] === "\n" || (text[end + 1] === "\r" && text[end + 2] === "\n")) break;
      end++;
    } else if (character === "$") {
      foreign.lastIndex = end;
      end = refAt(text, end)?.end ?? (foreign.test(text) ? foreign.lastIndex : end + 1);
    } else {
      plain.lastIndex = end;
      end = plain.test(text) ? plain.lastIndex : end + 1;
    }
  }
  return end === offset ? null : [text.slice(offset, end)];
};

export const Bare = createToken({ name: "Bare", pattern: barePattern, line_breaks: false });

/** All tokens, in the order in which they are tried. Bare has no first-character hint: it begins with any. */
export const pipeTokens: TokenType[] = [Space, Comment, Pipe, Single, OpenSingle, Double, OpenDouble, Apostrophe, Bare];

/** A lexer of pipelines. `validate` only in tests: the checks cost start-up time. */
export function createPipeLexer(validate = false): Lexer {
  return new Lexer(pipeTokens, { positionTracking: "onlyOffset", skipValidations: !validate });
}

/** The tokens of a text, gapless, in the reading that closes all quotes if one does (D25). */
export function tokensOf(lexer: Lexer, text: string): IToken[] {
  const first = tokenizeIn("escapes", lexer, text);
  if (!leavesQuoteOpen(first) || !text.includes("\\'")) return first;
  const second = tokenizeIn("endings", lexer, text);
  return leavesQuoteOpen(second) ? first : second;
}

function tokenizeIn(wanted: Reading, lexer: Lexer, text: string): IToken[] {
  reading = wanted;
  try {
    return lexer.tokenize(text).tokens;
  } finally {
    reading = "escapes";
  }
}

function leavesQuoteOpen(tokens: readonly IToken[]): boolean {
  const last = tokens.at(-1)?.tokenType;
  return last === OpenSingle || last === OpenDouble;
}
