import type { CommandWord, WordRule } from "./builtin-rules.ts";
import { refusals } from "./place-context.ts";

/**
 * Programs whose arguments are programs: other shells, other languages, filters with a language of their own.
 * A list by nature; what is not on it is data to us, as it was to the author.
 */

const posixShells: ReadonlySet<string> = new Set([
  "sh",
  "dash",
  "bash",
  "ash",
  "ksh",
  "mksh",
  "ksh93",
  "rbash",
  "busybox",
]);
const otherShells: ReadonlySet<string> = new Set(["zsh", "fish", "csh", "tcsh", "pwsh", "powershell", "nu"]);

/** Programs that run a command elsewhere, or without our environment. */
const elsewhere: ReadonlySet<string> = new Set(
  "sudo doas su ssh docker podman nerdctl kubectl oc chroot nsenter unshare lxc systemd-run flatpak vagrant runuser pkexec docker-compose crictl firejail bwrap".split(
    " ",
  ),
);
/** … and take the command line as text of their own. */
const remoteText: ReadonlyMap<string, string | null> = new Map([
  ["ssh", null],
  ["su", "-c"],
  ["runuser", "-c"],
  ["watch", null],
]);

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
export function programRules(command: string, words: readonly CommandWord[]): readonly WordRule[] {
  const rules: WordRule[] = words.map(() => ({}));
  const names = [command, ...words.map((word) => baseName(word.literal))];
  if (command === "eval") return evalRules(words);
  if (command === "trap") return trapRules(words);
  if (command === "source" || command === ".")
    return words.map((_, index) => (index === 0 ? { code: "the shell" } : {}));
  markRemoteText(command, words, rules);
  for (const [at, name] of names.entries()) {
    if (name === null) continue;
    if (posixShells.has(name) || otherShells.has(name)) markShell(names, words, at, rules);
    else markLanguage(name, words, at, rules);
  }
  return rules;
}

function baseName(word: string | null): string | null {
  return word === null ? null : word.slice(word.lastIndexOf("/") + 1);
}

function evalRules(words: readonly CommandWord[]): WordRule[] {
  const whole = words.length === 1;
  return words.map(() => ({
    code: "the shell",
    ...(whole ? { innerScript: true } : { singleRefusal: refusals.evalPieces }),
  }));
}

function trapRules(words: readonly CommandWord[]): WordRule[] {
  const script = words.findIndex((word) => word.literal !== "--");
  return words.map((_, index) => (index === script ? { code: "the shell", innerScript: true } : {}));
}

/** `sh -c SCRIPT` wherever it stands in the command (also behind xargs, find -exec, env, sudo). */
function markShell(
  names: readonly (string | null)[],
  words: readonly CommandWord[],
  at: number,
  rules: WordRule[],
): void {
  let option = at;
  while (
    option < words.length &&
    (words[option]?.literal ?? "").startsWith("-") &&
    !/^-[A-Za-z]*c$/.test(words[option]?.literal ?? "")
  )
    option++;
  if (names[at] === "busybox" && /^(?:sh|ash)$/.test(words[at]?.literal ?? "")) option = at + 1;
  if (!/^-[A-Za-z]*c$/.test(words[option]?.literal ?? "")) return;
  const script = option + 1;
  if (script >= words.length) return;
  const shell = names[at] ?? "sh";
  const before = names.slice(0, at);
  const runner =
    before.find((name) => name !== null && elsewhere.has(name)) ?? (dropsEnvironment(before) ? "env" : undefined);
  if (runner !== undefined) rules[script] = { code: shell, singleRefusal: refusals.otherEnvironment(runner) };
  else if (otherShells.has(shell)) rules[script] = { code: shell, singleRefusal: refusals.otherShell(shell) };
  else rules[script] = { code: shell, innerScript: true };
}

function dropsEnvironment(before: readonly (string | null)[]): boolean {
  return (
    before.includes("env") && before.some((name) => name !== null && /^(?:-i|-|--ignore-environment|-u)$/.test(name))
  );
}

function markRemoteText(command: string, words: readonly CommandWord[], rules: WordRule[]): void {
  const option = remoteText.get(command);
  if (option === undefined) return;
  const rule: WordRule = { code: command, singleRefusal: refusals.otherEnvironment(command) };
  const from =
    option === null
      ? firstOperandAt(words, sshOptions, 0) + (command === "ssh" ? 1 : 0)
      : words.findIndex((word) => word.literal === option) + 1;
  if (option !== null && from === 0) return;
  for (let index = from; index < (option === null ? words.length : from + 1); index++)
    if (index < rules.length) rules[index] = rule;
}

const sshOptions: ReadonlyMap<string, number> = new Map(
  "-b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -Q -R -S -W -w -n".split(" ").map((option) => [option, 1]),
);

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
  if (words.some((word) => operand.instead.includes(word.literal ?? ""))) {
    for (const [index, word] of words.entries())
      if (/^(?:-e|--expression)$/.test(word.literal ?? "") && index + 1 < words.length)
        rules[index + 1] = { code: operand.language };
    return;
  }
  const index = firstOperandAt(words, operand.skip, operand.at);
  if (index < words.length) rules[index] = { code: operand.language };
}

/** Index of the n-th word that is neither an option nor a word of an option. */
function firstOperandAt(words: readonly CommandWord[], skip: ReadonlyMap<string, number>, n: number): number {
  let left = n;
  for (let index = 0; index < words.length; index++) {
    const literal = words[index]?.literal ?? "";
    if (/^-./.test(literal)) index += skip.get(literal) ?? 0;
    else if (left-- === 0) return index;
  }
  return words.length;
}

/** A shell that reads its script from standard input: `bash <<'EOF'`. */
export function readsScriptFromStdin(command: string, words: readonly CommandWord[]): boolean {
  return (
    posixShells.has(command) &&
    words.every((word) => /^-[A-Za-z]*s?$/.test(word.literal ?? "x") && !/c/.test(word.literal ?? ""))
  );
}

/** The language that a here-document of this command is a program of, and whether it runs without our environment. */
export function languageOfStdin(
  command: string,
  words: readonly CommandWord[],
): { language: string; away: boolean } | null {
  if (elsewhere.has(command)) {
    const shell = words
      .map((word) => baseName(word.literal))
      .find((name) => name !== null && (posixShells.has(name) || otherShells.has(name)));
    if (shell !== undefined || command === "ssh") return { language: shell ?? command, away: true };
  }
  if (posixShells.has(command) || otherShells.has(command))
    return { language: command, away: otherShells.has(command) };
  const language = programOptions.get(command)?.language;
  return language !== undefined && words.every((word) => (word.literal ?? "").startsWith("-"))
    ? { language, away: false }
    : null;
}
