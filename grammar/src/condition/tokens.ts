import { createToken, Lexer, type CustomPatternMatcherFunc, type TokenType } from "chevrotain";
import { argAt, refAt, scanAt } from "../text/scan.ts";

/** Makes a token pattern of the hand-written reference scanner, so that all languages read one reference grammar. */
function scanned(end: (text: string, offset: number) => number | null): CustomPatternMatcherFunc {
  return (text, offset) => {
    const stop = end(text, offset);
    return stop === null ? null : [text.slice(offset, stop)];
  };
}

const custom = { line_breaks: true, start_chars_hint: ["$", "{"] };

const Space = createToken({ name: "Space", pattern: /\s+/, group: Lexer.SKIPPED });
export const Ref = createToken({
  name: "Reference",
  pattern: scanned((text, offset) => refAt(text, offset)?.end ?? null),
  ...custom,
});
export const Arg = createToken({
  name: "Argument",
  pattern: scanned((text, offset) => argAt(text, offset)?.end ?? null),
  ...custom,
});
/** `${{ … }}`, `{{ … }}`, `${a.b}`, `$name`. */
export const Suspect = createToken({
  name: "Suspect",
  pattern: scanned((text, offset) => {
    const found = scanAt(text, offset);
    return found?.kind === "suspect" ? found.end : null;
  }),
  ...custom,
});

export const Text = createToken({
  name: "Text",
  pattern: /"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'/,
  line_breaks: true,
});
/** A quote that is never closed. */
export const OpenText = createToken({
  name: "OpenText",
  pattern: /"(?:[^"\\]|\\[^])*\\?|'(?:[^'\\]|\\[^])*\\?/,
  line_breaks: true,
  categories: [Text],
});
/** Quotes of a word processor, or backquotes. */
export const FancyText = createToken({
  name: "FancyText",
  pattern:
    /[\u201c\u201d\u201e][^\u201c\u201d\u201e"]*[\u201c\u201d"]|[\u2018\u2019][^\u2018\u2019']*[\u2018\u2019']|`[^`]*`/,
  line_breaks: true,
  categories: [Text],
});

export const NumberLiteral = createToken({ name: "Number", pattern: /-?[0-9]+(?:\.[0-9]+)?(?![\w]|[.:/@-]\w)/ });
export const True = createToken({ name: "True", pattern: /true(?![\w-]|[.:/@]\w)/ });
export const False = createToken({ name: "False", pattern: /false(?![\w-]|[.:/@]\w)/ });
export const Null = createToken({ name: "Null", pattern: /null(?![\w-]|[.:/@]\w)/ });
export const Word = createToken({ name: "Word", pattern: /[A-Za-z_][\w-]*(?![\w-]|[.:/@]\w)/ });
/** Text that needs quotes: `v1.2`, `2fa`, `2026-01-01`, `steps.x.json`. */
export const Lump = createToken({
  name: "Lump",
  pattern: /(?:[A-Za-z0-9_][\w-]*|\.[0-9]+[\w-]*)(?:[.:/@]\w[\w-]*)*/,
  categories: [Word],
});

/** Operators of other languages. */
export const ForeignOperator = createToken({
  name: "ForeignOperator",
  pattern: /===|!==|=~|!~|=>|=<|<>|\?\?|=(?!=)|&(?!&)|\|(?!\|)|-(?:eq|ne|gt|ge|lt|le)(?![\w-])/,
});
export const And = createToken({ name: "And", pattern: /&&/ });
export const Or = createToken({ name: "Or", pattern: /\|\|/ });
export const Compare = createToken({ name: "Compare", pattern: /==|!=|<=|>=|<|>/ });
export const Not = createToken({ name: "Not", pattern: /!/ });
export const Open = createToken({ name: "Open", pattern: /\(/ });
export const Close = createToken({ name: "Close", pattern: /\)/ });
/** Any other character. */
export const Other = createToken({ name: "Other", pattern: /[^]/, line_breaks: true });

/** Stands where an operand is missing or unreadable; never written by an author (see repair.ts). */
export const Missing = createToken({ name: "Missing", pattern: Lexer.NA });

const lexed: TokenType[] = [
  Space,
  Ref,
  Arg,
  Suspect,
  Text,
  FancyText,
  OpenText,
  NumberLiteral,
  ForeignOperator,
  True,
  False,
  Null,
  Word,
  Lump,
  And,
  Or,
  Compare,
  Not,
  Open,
  Close,
  Other,
];

/** All tokens of the grammar. */
export const conditionTokens: TokenType[] = [...lexed, Missing];

/** A lexer of conditions. `validate` only in tests: the checks cost start-up time. */
export function createConditionLexer(validate = false): Lexer {
  return new Lexer(lexed, { positionTracking: "onlyOffset", skipValidations: !validate });
}
