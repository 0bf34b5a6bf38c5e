import type { CommandWord, WordRule } from "./builtin-rules.ts";
import { refusals } from "./place-context.ts";
import { markRunners } from "./runners.ts";
import {
  baseName,
  elsewhere,
  firstOperandAt,
  isShell,
  markRemoteText,
  markShells,
  posixShells,
} from "./shell-words.ts";

/** Options after which a program's text stands, by language. */
const programOptions: ReadonlyMap<string, { readonly language: string; readonly options: readonly string[] }> = new Map(
  (
    [
      [["python", "python3", "python2", "pypy", "pypy3"], "Python", ["-c"]],
      [["node", "nodejs", "bun", "deno", "tsx"], "JavaScript", ["-e", "-p", "-pe", "--eval", "--print", "eval"]],
      [["perl"], "Perl", ["-e", "-E", "-ne", "-pe", "-le", "-lne", "-nle", "-lpe", "-i"]],
      [["ruby"], "Ruby", ["-e", "-ne", "-pe"]],
      [["php"], "PHP", ["-r"]],
      [["lua", "Rscript", "osascript", "elixir", "julia"], "the interpreter", ["-e"]],
      [["psql"], "SQL", ["-c", "--command"]],
      [["mysql", "mariadb", "duckdb"], "SQL", ["-e", "-c", "--execute"]],
    ] as const
  ).flatMap(([names, language, options]) => names.map((name) => [name, { language, options }] as const)),
);

interface OperandProgram {
  readonly language: string;
  /** Which operand is the program. */
  readonly at: number;
  /** Options that take words of their own, and how many. */
  readonly skip: ReadonlyMap<string, number>;
  /** Options that give the program in another way. */
  readonly instead: readonly string[];
}

const jq: OperandProgram = {
  language: "jq",
  at: 0,
  skip: new Map([
    ["--arg", 2],
    ["--argjson", 2],
    ["--slurpfile", 2],
    ["--rawfile", 2],
    ["--indent", 1],
    ["-L", 1],
  ]),
  instead: ["-f", "--from-file"],
};
const awk: OperandProgram = {
  language: "awk",
  at: 0,
  skip: new Map([
    ["-v", 1],
    ["-F", 1],
    ["--assign", 1],
  ]),
  instead: ["-f", "--file"],
};
const sed: OperandProgram = {
  language: "sed",
  at: 0,
  skip: new Map(),
  instead: ["-e", "-f", "--expression", "--file"],
};
/** `-e` alone, behind other letters, or with the text glued to it. */
const scriptOption = /^(?:-[A-Za-z]*e|--expression|--source)$/;
const gluedScript = /^(?:-[A-DF-Za-df-z]*e.|--(?:expression|source)=)/;
const sqlite: OperandProgram = {
  language: "SQL",
  at: 1,
  skip: new Map([
    ["-cmd", 1],
    ["-separator", 1],
    ["-init", 1],
  ]),
  instead: [],
};

const firstOperand: ReadonlyMap<string, OperandProgram> = new Map([
  ...["jq", "jaq", "gojq", "yq"].map((name) => [name, jq] as const),
  ...["awk", "gawk", "mawk", "nawk"].map((name) => [name, awk] as const),
  ...["sed", "gsed"].map((name) => [name, sed] as const),
  ["sqlite3", sqlite],
]);

/** What each word of a command is to the programs named in it. */
export function programRules(command: string | null, words: readonly CommandWord[]): readonly WordRule[] {
  const rules: WordRule[] = words.map(() => ({}));
  const names = [command, ...words.map((word) => baseName(word.literal))];
  if (command === "eval") return evalRules(words);
  if (command === "trap") return trapRules(words);
  if (command === "source" || command === ".")
    return words.map((_, index) => (index === 0 ? { code: "the shell" } : {}));
  markRemoteText(command, words, rules);
  for (const [at, name] of names.entries()) if (name !== null) markLanguage(name, words, at, rules);
  markShells(names, words, rules);
  markRunners(names, words, rules);
  markOptions(command, words, rules);
  return rules;
}

/** Words with which a program is told what else to run, by the words before or at their start. */
const runningOptions: ReadonlyMap<string, RegExp> = new Map([
  ["git", /^(?:-c|--config-env|--exec|--upload-pack|--receive-pack|-x)$/],
  ["tar", /^(?:-I|--use-compress-program|--to-command|--checkpoint-action|--rsh-command)$/],
  ["rsync", /^(?:-e|--rsh|--rsync-path)$/],
  ["ssh", /^-o$/],
  ["scp", /^(?:-o|-S)$/],
  ["sftp", /^(?:-o|-S)$/],
  ["sort", /^--compress-program$/],
  ["vim", /^(?:-c|--cmd)$/],
  ["gdb", /^(?:-ex|-iex)$/],
]);

function markOptions(command: string | null, words: readonly CommandWord[], rules: WordRule[]): void {
  if (command === null) return;
  // make expands `$(shell …)` in every word that it is given.
  const isMake = /^g?make$/.test(command);
  const options = runningOptions.get(command);
  for (const [index, word] of words.entries()) {
    const option = word.start.replace(/=.*$/s, "");
    const runs = options?.test(words[index - 1]?.literal ?? "") === true || options?.test(option) === true;
    if (word.hasValue && (isMake || runs)) rules[index] = { code: command, ...rules[index] };
  }
}

function evalRules(words: readonly CommandWord[]): WordRule[] {
  const whole = words.length === 1;
  return words.map(() => ({
    code: "the shell",
    singleRefusal: refusals.pieces,
    innerScript: whole,
  }));
}

function trapRules(words: readonly CommandWord[]): WordRule[] {
  const script = words.findIndex((word) => word.literal !== "--");
  return words.map((_, index) =>
    index === script ? { code: "the shell", innerScript: true, singleRefusal: refusals.pieces } : {},
  );
}

function markLanguage(name: string, words: readonly CommandWord[], at: number, rules: WordRule[]): void {
  const options = programOptions.get(name);
  if (options !== undefined) {
    for (let index = at; index < words.length; index++) {
      if (options.options.includes(words[index]?.literal ?? "") && index + 1 < words.length)
        rules[index + 1] = { code: options.language };
    }
  }
  const operand = at === 0 ? firstOperand.get(name) : undefined;
  if (operand === undefined) return;
  const isElsewhere = words.map(
    ({ literal, start }) =>
      operand.instead.includes(literal ?? "") || scriptOption.test(literal ?? "") || gluedScript.test(start),
  );
  if (isElsewhere.includes(true)) {
    for (const [index, { literal, start }] of words.entries()) {
      if (scriptOption.test(literal ?? "") && index + 1 < words.length) rules[index + 1] = { code: operand.language };
      else if (gluedScript.test(start)) rules[index] = { code: operand.language };
    }
    return;
  }
  const index = firstOperandAt(words, operand.skip, operand.at);
  if (index < words.length) rules[index] = { code: operand.language };
}

/** The language that a here-document of this command is a program of, and whether it runs without our environment. */
export function languageOfStdin(
  command: string,
  words: readonly CommandWord[],
): { readonly language: string; readonly away: boolean } | null {
  if (elsewhere.has(command)) {
    const shell = words.map((word) => baseName(word.literal)).find(isShell);
    if (shell !== undefined || command === "ssh") return { language: shell ?? command, away: true };
  }
  if (isShell(command)) return { language: command, away: !posixShells.has(command) };
  const language = programOptions.get(command)?.language;
  return language !== undefined && words.every((word) => (word.literal ?? "").startsWith("-"))
    ? { language, away: false }
    : null;
}
