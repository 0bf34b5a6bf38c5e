import type { Problem, TextNode } from "@lobster-lang/language";

const sentences: readonly (readonly [RegExp, (found: RegExpMatchArray) => string])[] = [
  [
    /^unterminated (single|double) quote/,
    (it) => `this ${it[1]} quote is never closed: add a \`${it[1] === "single" ? "'" : '"'}\` where the text ends`,
  ],
  [/^unterminated ANSI-C quote/, () => "this `$'…'` is never closed: add a `'` where the text ends"],
  [/^unterminated backtick/, () => "this backtick is never closed: write `$( … )` instead of backticks"],
  [/^unterminated command substitution/, () => "this `$(` is never closed: add a `)`"],
  [/^unterminated process substitution/, () => "this `<(` or `>(` is never closed: add a `)`"],
  [/^unterminated parameter expansion/, () => "this `${` is never closed: add a `}`"],
  [/^unterminated arithmetic/, () => "this `((` is never closed: add `))`"],
  [/^unterminated array subscript/, () => "this `[` of an array is never closed: add a `]`"],
  [/^unterminated extended glob/, () => "this pattern is never closed: add a `)`"],
  [/^expected '(.+)' to close '?(.+?)'?$/, (it) => `\`${opener(it[2]!)}\` is never closed: add \`${it[1]}\``],
  [/^expected '(.+)' after '(.+)' word$/, (it) => `\`${it[1]}\` is missing after the word of \`${it[2]}\``],
  [/^expected '(.+)'$/, (it) => `\`${it[1]}\` is missing here`],
  [/^expected command after '(.+)'$/, (it) => `there is no command after \`${it[1]}\``],
  [/^expected command in (.+)$/, (it) => `there is no command in this \`${opener(it[1]!)}\``],
  [/^expected compound command as function body/, () => "the body of this function is missing: write `name() { …; }`"],
  [/^expected redirect target/, () => "the file name after this redirection is missing"],
  [/^expected operand after unary test operator/, () => "the operand after this test is missing"],
  [/^expected three arithmetic/, () => "`for (( … ))` needs three parts with `;` between"],
  [/^maximum .* nesting depth/, () => "this is nested too deeply to be read"],
  [/^expected word after '(.+)'$/, (it) => `a word is missing after \`${it[1]}\``],
  [/^unexpected token 'newline'/, () => "the line ends too early: something is missing at its end"],
  [
    /^unexpected token '(.+)'$/s,
    (it) => `\`${it[1]}\` does not belong here: something is missing before it, or it needs quotes`,
  ],
  [/^unexpected argument '(.+)' to conditional/s, (it) => `\`${it[1]}\` is too much inside \`[[ … ]]\``],
  [/^unexpected '(.+)' in array assignment/s, (it) => `\`${it[1]}\` inside an array needs quotes`],
];

function opener(construct: string): string {
  return ({ subshell: "(", "brace group": "{", "test group": "(" } as Record<string, string>)[construct] ?? construct;
}

/** A fault of the shell's syntax in plain words. */
export function syntaxProblem(text: TextNode, error: { readonly message: string; readonly start: number }): Problem {
  const length = text.source.text.length;
  const start = Math.min(error.start, Math.max(0, length - 1));
  const end = Math.min(length, start + 1);
  return {
    rule: "shell-syntax",
    severity: "error",
    get range() {
      return text.source.map.toSource(start, end);
    },
    message: `the shell cannot read this: ${sentenceFor(error.message)}`,
  };
}

function sentenceFor(message: string): string {
  for (const [pattern, sentence] of sentences) {
    const found = pattern.exec(message);
    if (found !== null) return sentence(found);
  }
  return message;
}
