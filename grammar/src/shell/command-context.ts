import type { Command, CommandArgument, Word } from "unbash";
import type { CommandWord, WordRule } from "./builtin-rules.ts";
import { builtinRules, declaringBuiltins } from "./builtin-rules.ts";
import type { PlaceContext } from "./place-context.ts";
import { plainContext, refusals } from "./place-context.ts";
import { programRules } from "./program-rules.ts";
import { literalOf } from "./syntax.ts";

/** How each word of a simple command is to be read. */
export interface CommandReading {
  /** The program that runs, behind `command`, `builtin` and `exec`; null when it is not known beforehand. */
  readonly name: string | null;
  readonly words: readonly CommandWord[];
  readonly contexts: ReadonlyMap<CommandArgument | Word, PlaceContext>;
  /** Words that are scripts of a shell with our environment. */
  readonly innerScripts: ReadonlySet<CommandArgument | Word>;
  /** Flags of `declare` and its kin: `-i`, `-a` … */
  readonly declares: string;
}

/** Builtins that run the command that follows. */
const runners: ReadonlySet<string> = new Set(["command", "builtin", "exec"]);

/**
 * Reads a simple command. `hasValue` says whether a substitution stands in an interval of the text.
 */
export function readCommand(
  command: Command,
  hasValue: (pos: number, end: number) => boolean,
  startsWithValue: (pos: number) => boolean,
): CommandReading {
  const contexts = new Map<CommandArgument | Word, PlaceContext>();
  const innerScripts = new Set<CommandArgument | Word>();
  const all: readonly (CommandArgument | Word)[] =
    command.name === undefined ? command.args : [command.name, ...command.args];
  let at = 0;
  while (at < all.length) {
    const literal = literalOfArgument(all[at]!);
    if (literal === null || !runners.has(literal)) break;
    // `command -v x` only says what x is.
    if (literal === "command" && /^-[pvV]*[vV]/.test(literalOfArgument(all[at + 1] ?? all[at]!) ?? "")) break;
    contexts.set(all[at]!, plainContext);
    at++;
    while (at < all.length && /^-[A-Za-z-]*$/.test(literalOfArgument(all[at]!) ?? "")) at++;
  }
  const program = all[at];
  if (program === undefined) return { name: null, words: [], contexts, innerScripts, declares: "" };
  const literal = literalOfArgument(program);
  const name = literal === null ? null : literal.slice(literal.lastIndexOf("/") + 1);
  contexts.set(program, { ...plainContext, role: "command", code: "command", command: name });
  const rest = all.slice(at + 1);
  const words = rest.map((word) => commandWord(word, hasValue, startsWithValue));
  const declares = name !== null && declaringBuiltins.has(name) ? flagsOf(name, words) : "";
  const rules = (name === null ? null : builtinRules(name, words)) ?? programRules(name, words);
  for (const [index, word] of rest.entries()) {
    const rule = rules[index] ?? {};
    contexts.set(word, contextOf(rule, name));
    if (rule.innerScript === true) innerScripts.add(word);
  }
  return { name, words, contexts, innerScripts, declares };
}

function contextOf(rule: WordRule, command: string | null): PlaceContext {
  return {
    ...plainContext,
    command,
    role: rule.role ?? "word",
    refusal: rule.refusal ?? null,
    bareRefusal: rule.bareRefusal ?? null,
    singleRefusal: rule.singleRefusal ?? null,
    code: rule.code ?? null,
    list: rule.list === true,
  };
}

function commandWord(
  word: CommandArgument | Word,
  hasValue: (pos: number, end: number) => boolean,
  startsWithValue: (pos: number) => boolean,
): CommandWord {
  return {
    literal: literalOfArgument(word),
    hasValue: hasValue(word.pos, word.end),
    start: /^["']?([^"'$`\\]*)/.exec(word.text)?.[1] ?? "",
    startsWithValue: startsWithValue(word.pos),
    isAssignment: word.type === "Assignment",
  };
}

function literalOfArgument(word: CommandArgument | Word): string | null {
  return word.type === "Word" ? literalOf(word) : null;
}

function flagsOf(name: string, words: readonly CommandWord[]): string {
  const given = words.flatMap((word) =>
    word.literal !== null && /^-[A-Za-z]+$/.test(word.literal) ? [word.literal.slice(1)] : [],
  );
  return given.join("") + (name === "integer" ? "i" : name === "nameref" ? "n" : "");
}

/** The context of the value of an assignment, given what the script declares the name to be. */
export function assignmentContext(name: string, declares: string, kinds: NameKinds): PlaceContext {
  const context: PlaceContext = { ...plainContext, role: "exact", assigns: name };
  if (specialVariables.has(name)) return { ...context, refusal: refusals.specialVariable(name) };
  if (declares.includes("n") || kinds.references.has(name))
    return { ...context, refusal: refusals.nameReference(name) };
  if (declares.includes("i") || kinds.integers.has(name)) return { ...context, role: "arithmetic" };
  return context;
}

/** What the script declares its names to be, wherever it does. */
export interface NameKinds {
  readonly integers: ReadonlySet<string>;
  readonly references: ReadonlySet<string>;
  readonly arrays: ReadonlySet<string>;
}

/** Variables that shells run, evaluate or split by. */
const specialVariables: ReadonlySet<string> = new Set(
  "PS0 PS1 PS2 PS3 PS4 PROMPT_COMMAND ENV BASH_ENV IFS RANDOM SRANDOM SECONDS OPTIND TMOUT COLUMNS LINES HISTSIZE HISTFILESIZE LINENO BASHOPTS SHELLOPTS BASH_XTRACEFD EPOCHSECONDS".split(
    " ",
  ),
);
