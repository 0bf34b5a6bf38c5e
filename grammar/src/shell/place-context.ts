/**
 * What the shell does with a word, or with a place in it. One of these goes down the tree with the walk and says how a
 * substitution must be written when it is met.
 */
export interface PlaceContext {
  /**
   * `word`: split into words; `exact`: taken as one, so that quotes must be written around a value; `pattern`: as
   * `exact`, but quotes would change what the author wrote (`=~`); `arithmetic`: the shell evaluates it; `command`: it
   * is the program.
   */
  readonly role: "word" | "exact" | "pattern" | "arithmetic" | "command";
  /** In double quotes, or in the body of a here-document. */
  readonly quoted: boolean;
  readonly hereDocument: boolean;
  /** In an operand of `${x…}`: quotes there are read differently by different shells. */
  readonly operand: boolean;
  /** Nothing may stand here. */
  readonly refusal: Refusal | null;
  /** Nothing may stand here without quotes. */
  readonly bareRefusal: Refusal | null;
  /** Nothing may stand here in single quotes. */
  readonly singleRefusal: Refusal | null;
  /** The command that this is an argument of. */
  readonly command: string | null;
  /** The language that the value becomes a program of. */
  readonly code: string | null;
  /** The variable that gets the value. */
  readonly assigns: string | null;
  /** Splitting into words is the point here. */
  readonly list: boolean;
}

/** Why a place is refused, said about `${x}` as it is written; ends with the way out. */
export type Refusal = (written: string) => string;

/** The ordinary argument of a command. */
export const plainContext: PlaceContext = {
  role: "word",
  quoted: false,
  hereDocument: false,
  operand: false,
  refusal: null,
  bareRefusal: null,
  singleRefusal: null,
  command: null,
  code: null,
  assigns: null,
  list: false,
};

export const exactContext: PlaceContext = { ...plainContext, role: "exact" };

/** The shell, or another interpreter, makes more of the word here than a text. */
export function isEvaluated(context: PlaceContext): boolean {
  return (
    context.role === "arithmetic" || context.role === "command" || context.refusal !== null || context.code !== null
  );
}

export const refusals = {
  command: (written: string) =>
    `${written} stands where the shell expects a program: write the program's name here, or \`"${bare(written)}"\` if the value really is the program to run`,
  name: (written: string) =>
    `${written} stands where the shell expects the name of a variable, and shells run code that a name holds: write the name itself`,
  option: (command: string) => (written: string) =>
    `${written} without quotes can become an option of \`${command}\` that runs code: write \`"${bare(written)}"\``,
  brings: (command: string) => (written: string) =>
    `${written} without quotes could bring a program along that \`${command}\` runs: write \`"${bare(written)}"\``,
  splitString: (written: string) =>
    `${written} stands in a text that \`env\` takes apart into a command: write the words one by one, without \`-S\``,
  builtin: (command: string) => (written: string) =>
    `${written} is an argument that \`${command}\` may run as code: hand the value over by \`env:\` or \`stdin:\``,
  alias: (written: string) =>
    `${written} would become part of an alias, which is code: write a function that takes the value as \`"$1"\``,
  format: (written: string) =>
    `${written} as a format could be an option of \`printf\` that runs code: write \`printf '%s' "${bare(written)}"\``,
  testPair: (written: string) =>
    `${written} stands beside another value without an operator between, and the shell could read one of the two as an operator: compare each value by itself`,
  dollarQuote: (written: string) =>
    `${written} cannot stand in \`$'…'\` or \`$"…"\`: write it in ordinary double quotes`,
  dollar: (written: string) =>
    `${written} stands directly after a \`$\`, which takes it apart: put the \`$\` in single quotes, \`'$'"${bare(written)}"\``,
  escapedBackticks: (written: string) =>
    `${written} stands in backticks with backslashes, which shells read differently: write \`$( … )\` instead of backticks`,
  operandQuotes: (written: string) =>
    `${written} stands in quotes inside \`\${…}\`, which shells read differently: put the value in a variable first (\`v="${bare(written)}"\`) and use that`,
  replacement: (written: string) =>
    `${written} stands in a replacement of \`\${…/…}\`, where some shells give \`&\` a meaning: put the value in a variable first, or use \`sed\` or \`tr\` on \`printf '%s'\``,
  transform: (written: string) =>
    `${written} stands in an operation of \`\${…}\` that takes no value: put the value in a variable first`,
  braces: (written: string) =>
    `${written} in \`{…..…}\`: shells expand braces before values: write \`$(seq 1 ${bare(written)})\``,
  tilde: (written: string) =>
    `${written} directly after \`~\`: shells look for a home folder before they put the value in: write the whole path`,
  descriptor: (written: string) =>
    `${written} directly before a redirection would be read as a file descriptor: put a blank between, or write the number`,
  delimiter: (written: string) =>
    `${written} cannot be the end word of a here-document: write a fixed word such as \`EOF\``,
  openHereDocument: (written: string) =>
    `${written} stands in a here-document that nothing ends: put its end word on a line of its own`,
  oddDelimiter: (written: string) =>
    `${written} stands in a here-document with a quoted end word that is no plain name: use a word of letters such as \`EOF\``,
  specialVariable: (name: string) => (written: string) =>
    `${written} would become the value of \`${name}\`, which the shell itself runs or evaluates: use a variable of another name`,
  nameReference: (name: string) => (written: string) =>
    `${written} would become the name behind the reference \`${name}\`, and shells run code that a name holds: use an ordinary variable`,
  arrayText: (written: string) =>
    `${written} would be read as the text of an array, in which the shell runs code: write \`(…)\` with the elements`,
  singleInArithmetic: (written: string) =>
    `${written} stands in single quotes where the shell calculates: leave the quotes out`,
  pieces: (written: string) =>
    `${written} stands in a script that is put together from several pieces: write the whole script as one single-quoted text, or hand the value over as an argument`,
  otherEnvironment: (command: string) => (written: string) =>
    `${written} stands in a script that \`${command}\` runs elsewhere, where it would become code: hand it over as an argument (\`sh -c '… "$1" …' sh "${bare(written)}"\`) or by stdin`,
  otherShell: (shell: string) => (written: string) =>
    `${written} stands in a script of \`${shell}\`, which reads values differently: use \`sh -c\`, or hand the value over as an argument`,
  unclear: (written: string) =>
    `it is not certain what the shell makes of ${written} here: put it in double quotes, or hand the value over by \`env:\` or \`stdin:\``,
} as const;

/** `written` comes in backquotes; this is the text inside them. */
function bare(written: string): string {
  return written.slice(1, -1);
}
