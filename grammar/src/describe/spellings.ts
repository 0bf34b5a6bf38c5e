/** How a token is written: in EBNF, and, where that is only a name, what the name stands for. */
export interface TokenSpelling {
  readonly ebnf: string;
  readonly meaning?: string;
}

/** By token name; null for tokens that stand for a fault and that nobody writes on purpose. */
type Spellings = Readonly<Record<string, TokenSpelling | null>>;

const reference: TokenSpelling = {
  ebnf: "reference",
  meaning: '`$id.field`, then any of `.name`, `[0]`, `["any key"]`',
};
const argument: TokenSpelling = { ebnf: "argument", meaning: "`${name}`" };

export const pipelineSpellings: Spellings = {
  Space: { ebnf: "blank", meaning: "spaces, tabs and line ends; a `\\` at a line's end continues the line" },
  Comment: null,
  Pipe: { ebnf: '"|"' },
  SingleQuoted: {
    ebnf: "single-quoted",
    meaning:
      "text between `'` and `'`; `\\'` is an apostrophe unless the text would not end, every other backslash is itself",
  },
  OpenSingleQuote: null,
  DoubleQuoted: {
    ebnf: "double-quoted",
    meaning: 'text between `"` and `"`; a backslash escapes `"`, `\\`, `$`, a backquote and a line end',
  },
  OpenDoubleQuote: null,
  Apostrophe: { ebnf: "apostrophe", meaning: "`\\'` between two single-quoted pieces, as in `'it'\\''s'`" },
  Bare: { ebnf: "bare", meaning: "characters other than blanks, `|` and quotes; a backslash is itself" },
};

export const conditionSpellings: Spellings = {
  Or: { ebnf: '"||"' },
  And: { ebnf: '"&&"' },
  Not: { ebnf: '"!"' },
  Open: { ebnf: '"("' },
  Close: { ebnf: '")"' },
  True: { ebnf: '"true"' },
  False: { ebnf: '"false"' },
  Null: { ebnf: '"null"' },
  Compare: { ebnf: "comparator", meaning: "one of `==`, `!=`, `<=`, `>=`, `<`, `>`" },
  Reference: reference,
  Argument: argument,
  Text: { ebnf: "text", meaning: "text between `\"` or between `'`; a backslash takes the next character as it is" },
  Number: { ebnf: "number", meaning: "digits, with `-` before and one `.` between them at most" },
  Word: { ebnf: "word", meaning: "a letter or `_`, then letters, digits, `_` and `-`" },
  Missing: null,
};

export const expressionSpellings: Spellings = {
  Bar: { ebnf: '"|"' },
  Space: { ebnf: "blank", meaning: "spaces" },
  Quoted: {
    ebnf: "quoted",
    meaning: "text between `\"` or between `'`; a backslash takes the next character as it is",
  },
  OpenQuote: null,
  Chunk: { ebnf: "chunk", meaning: "characters other than spaces, `|`, quotes and `}`" },
};
