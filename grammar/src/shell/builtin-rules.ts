import type { Refusal } from "./place-context.ts";
import { refusals } from "./place-context.ts";

/** What a command does with one of its words. */
export interface WordRule {
  readonly role?: "word" | "exact" | "arithmetic" | "command";
  readonly refusal?: Refusal;
  readonly bareRefusal?: Refusal;
  readonly singleRefusal?: Refusal;
  /** The language that this word is a program of. */
  readonly code?: string;
  /** Splitting into words is the point. */
  readonly list?: boolean;
  /** The single-quoted text is a script of a shell that has our environment. */
  readonly innerScript?: boolean;
}

/** A word as far as it matters here. */
export interface CommandWord {
  /** What the shell knows of it beforehand, else null. */
  readonly literal: string | null;
  readonly hasValue: boolean;
  /** What it starts with for certain, without quotes. */
  readonly start: string;
  /** A value stands at the word's start, so that it could be an option. */
  readonly startsWithValue: boolean;
  /** `NAME=…` after a command that takes such. */
  readonly isAssignment: boolean;
}

type RuleMaker = (command: string, words: readonly CommandWord[]) => readonly WordRule[];

const ordinary: WordRule = {};
const exact: WordRule = { role: "exact" };
const arithmetic: WordRule = { role: "arithmetic" };
const name: WordRule = { refusal: refusals.name };
const numberTests: ReadonlySet<string> = new Set(["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]);

/** Shells calculate what stands there (mksh in `return`, `shift`, `ulimit`). */
const calculates: RuleMaker = (_command, words) => words.map(() => arithmetic);
/** Runs, loads or expands its arguments. */
const runsArguments: RuleMaker = (command, words) => words.map(() => ({ refusal: refusals.builtin(command) }));
/** Takes options before `--`; a bare value could be one that holds code. */
const takesOptions: RuleMaker = (command, words) => {
  const dashes = words.findIndex((word) => word.literal === "--");
  return words.map((_, index) =>
    dashes !== -1 && index > dashes ? { list: true } : { bareRefusal: refusals.option(command) },
  );
};

/** Takes names of variables; after an option of `texts` any text, after one of `numbers` a number. */
function takesNames(texts = "", numbers = ""): RuleMaker {
  return (_command, words) =>
    words.map((word, index) => {
      if (word.isAssignment) return ordinary;
      const option = /^-[A-Za-z]*([A-Za-z])$/.exec(words[index - 1]?.literal ?? "")?.[1];
      if (option !== undefined && texts.includes(option)) return exact;
      if (option !== undefined && numbers.includes(option)) return arithmetic;
      return name;
    });
}

const getopts: RuleMaker = (_command, words) =>
  words.map((_, index) => (index === 0 ? exact : index === 1 ? name : ordinary));

const printf: RuleMaker = (command, words) => {
  const first = words[0]?.literal;
  // Options end at `--` or at the format: behind either, a value is an operand whatever it looks like.
  if (first === "--" || (first !== undefined && first !== null && !first.startsWith("-"))) {
    return words.map(() => ordinary);
  }
  return words.map((word, index) => {
    if (words[index - 1]?.literal === "-v") return name;
    if (index === 0 && word.startsWithValue && words.length > 1) return { refusal: refusals.format };
    return { bareRefusal: refusals.option(command) };
  });
};

const test: RuleMaker = (command, words) => {
  const calculated = (index: number): boolean => numberTests.has(words[index]?.literal ?? "");
  return words.map((word, index) => {
    if (calculated(index + 1) || calculated(index - 1)) return arithmetic;
    const before = words[index - 1];
    if (before?.literal === "-v" || before?.literal === "-R") return name;
    if (word.hasValue && (before?.hasValue === true || words[index + 1]?.hasValue === true))
      return { refusal: refusals.testPair };
    return { bareRefusal: refusals.option(command) };
  });
};

const makers: ReadonlyMap<string, RuleMaker> = new Map([
  ["[", test],
  ["test", test],
  ["printf", printf],
  ["getopts", getopts],
  ["read", takesNames("dpi", "nNtu")],
  ["mapfile", takesNames("d", "nOsuc")],
  ["readarray", takesNames("d", "nOsuc")],
  ...["unset", "export", "readonly", "declare", "typeset", "local", "integer", "nameref"].map(
    (it) => [it, takesNames()] as const,
  ),
  ...["let", "return", "shift", "exit", "break", "continue", "ulimit"].map((it) => [it, calculates] as const),
  ...["enable", "complete", "compgen", "compopt", "bind", "fc", "shopt", "jobs"].map(
    (it) => [it, runsArguments] as const,
  ),
  ...["set", "wait"].map((it) => [it, takesOptions] as const),
  ["alias", (_command, words) => words.map(() => ({ refusal: refusals.alias }))],
]);

/** What a builtin does with each of its words; null for every command that needs no care (shell-values.md 1). */
export function builtinRules(command: string, words: readonly CommandWord[]): readonly WordRule[] | null {
  return makers.get(command)?.(command, words) ?? null;
}

/** Builtins whose `NAME=value` arguments are assignments. */
export const declaringBuiltins: ReadonlySet<string> = new Set([
  "export",
  "readonly",
  "declare",
  "typeset",
  "local",
  "integer",
  "nameref",
]);
