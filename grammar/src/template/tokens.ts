import { createToken, Lexer, type TokenType } from "chevrotain";

export const Bar = createToken({ name: "Bar", pattern: /\|/ });
/** Only the blank separates; a tab or a newline belongs to the text around it (original-language.md 4). */
export const Space = createToken({ name: "Space", pattern: / +/ });
export const Quoted = createToken({
  name: "Quoted",
  pattern: /"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'/,
  line_breaks: true,
});
/** A quote that is never closed: runs to the end. */
export const OpenQuote = createToken({ name: "OpenQuote", pattern: /["'][^]*/, line_breaks: true });
export const Chunk = createToken({ name: "Chunk", pattern: /[^ |"']+/, line_breaks: true });

export const templateTokens: TokenType[] = [Bar, Space, Quoted, OpenQuote, Chunk];

/** A lexer of what stands between `{{` and `}}`. `validate` only in tests. */
export function createTemplateLexer(validate = false): Lexer {
  return new Lexer(templateTokens, { positionTracking: "onlyOffset", skipValidations: !validate });
}
