import type { CommandWord, WordRule } from "./builtin-rules.ts";
import { refusals } from "./place-context.ts";

/**
 * Commands that hand a text to a shell. A list by nature: what is not on it is data to us, as it was to the author;
 * wherever a program is not known beforehand and is given a `-c`, nothing in single quotes may hold a value.
 */
export const posixShells: ReadonlySet<string> = new Set(
  "sh dash bash ash ksh mksh ksh93 lksh pdksh rbash yash posh osh busybox toybox".split(" "),
);
const otherShells: ReadonlySet<string> = new Set("zsh fish csh tcsh pwsh powershell nu xonsh elvish ysh".split(" "));

/** Programs that run a command elsewhere, or without our environment. */
export const elsewhere: ReadonlySet<string> = new Set(
  "sudo doas su ssh docker podman nerdctl kubectl oc chroot nsenter unshare lxc systemd-run flatpak vagrant runuser pkexec docker-compose crictl firejail bwrap".split(
    " ",
  ),
);

/** Programs that give a text of theirs to a shell, and the options that it follows; none: their operands are the text. */
const remoteText: ReadonlyMap<string, readonly string[]> = new Map([
  ["ssh", []],
  ["watch", []],
  ["parallel", []],
  ["su", ["-c", "--command"]],
  ["runuser", ["-c", "--command"]],
  ["script", ["-c", "--command"]],
  ["flock", ["-c", "--command"]],
  ["nix-shell", ["--run", "--command"]],
]);

const optionsWithWord: ReadonlyMap<string, number> = new Map(
  "-b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -Q -R -S -W -w".split(" ").map((option) => [option, 1]),
);

export function isShell(name: string | null): name is string {
  return name !== null && (posixShells.has(name) || otherShells.has(name));
}

/** The name of a program without its folder. */
export function baseName(word: string | null): string | null {
  return word === null ? null : word.slice(word.lastIndexOf("/") + 1);
}

/** Marks the script of each `sh -c SCRIPT`, wherever it stands in the command (also behind xargs, find -exec, env, sudo). */
export function markShells(names: readonly (string | null)[], words: readonly CommandWord[], rules: WordRule[]): void {
  for (const [at, shell] of names.entries()) {
    if (shell !== null && !isShell(shell)) continue;
    const script = scriptAfter(words, shell === "busybox" || shell === "toybox" ? at + 1 : at);
    if (script === null) markScriptFile(shell, words, at, rules);
    if (script === null || script.index >= words.length) continue;
    // A program that is not known beforehand may be any shell; an option before `-c` may be a script's name.
    const isCertain = shell !== null && script.isCertain;
    rules[script.index] = isCertain
      ? scriptRule(shell, names.slice(0, at))
      : { code: shell ?? "another program", singleRefusal: refusals.unclear };
  }
}

function scriptRule(shell: string, before: readonly (string | null)[]): WordRule {
  const runner = before.find((name) => name !== null && elsewhere.has(name)) ?? environmentDropper(before);
  if (runner !== undefined) return { code: shell, singleRefusal: refusals.otherEnvironment(runner) };
  if (!posixShells.has(shell)) return { code: shell, singleRefusal: refusals.otherShell(shell) };
  return { code: shell, innerScript: true, singleRefusal: refusals.pieces };
}

/**
 * Index of the word that is the script of a `-c` among the options from `from` on: the first one behind all of them, as in
 * `sh -c -e -- SCRIPT`.
 */
function scriptAfter(
  words: readonly CommandWord[],
  from: number,
): { readonly index: number; readonly isCertain: boolean } | null {
  let isCertain = true;
  let isGiven = false;
  for (let at = from; at < words.length; at++) {
    const literal = words[at]!.literal;
    if (literal === null && !isGiven) isCertain = false;
    else if (literal === null) return { index: at, isCertain };
    else if (/^[-+].*\s/s.test(literal)) return isGiven ? { index: at, isCertain } : null;
    else if (literal === "--" || literal === "-") return isGiven ? { index: at + 1, isCertain } : null;
    else if (/^--(?:rcfile|init-file)$/.test(literal)) at++;
    else if (/^[-+]/.test(literal)) {
      if (/^-[A-Za-z]*c/.test(literal)) isGiven = true;
      if (/^[-+][A-Za-z]*[oO]/.test(literal)) at++;
    } else return isGiven ? { index: at, isCertain } : null;
  }
  return null;
}

/** `sh ${file}`: the value is a script's name, or even an option that brings a script along. */
function markScriptFile(shell: string | null, words: readonly CommandWord[], from: number, rules: WordRule[]): void {
  if (shell === null) return;
  for (let at = from; at < words.length; at++) {
    const { hasValue, start } = words[at]!;
    if (hasValue) rules[at] = { code: shell, bareRefusal: refusals.brings(shell), ...rules[at] };
    if (!/^[-+]/.test(start)) return;
  }
}

function environmentDropper(before: readonly (string | null)[]): string | undefined {
  const drops = before.some((name) => name !== null && /^(?:-i|-|--ignore-environment|-u|--unset.*)$/.test(name));
  return drops && before.includes("env") ? "env" : undefined;
}

/** Marks the texts that `ssh`, `su -c`, `watch` and their kin give to a shell elsewhere. */
export function markRemoteText(command: string | null, words: readonly CommandWord[], rules: WordRule[]): void {
  const options = command === null ? undefined : remoteText.get(command);
  if (command === null || options === undefined) return;
  const rule: WordRule = { code: command, singleRefusal: refusals.otherEnvironment(command) };
  const from = firstOperandAt(words, optionsWithWord, command === "ssh" ? 1 : 0);
  for (const index of words.keys()) {
    const follows = options.includes(words[index - 1]?.literal ?? "");
    if (follows || (options.length === 0 && index >= from)) rules[index] = rule;
  }
}

/** Index of the n-th word that is neither an option nor a word of an option. */
export function firstOperandAt(words: readonly CommandWord[], skip: ReadonlyMap<string, number>, n: number): number {
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
