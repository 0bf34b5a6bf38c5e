import type { CommandWord, WordRule } from "./builtin-rules.ts";
import { refusals } from "./place-context.ts";

/** Commands that run the command which follows them, and their options that take a word of their own. */
const runners: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  (
    [
      ["env", "-u --unset -C --chdir"],
      ["nice", "-n --adjustment"],
      ["ionice", "-c -n -t --class --classdata"],
      ["nohup", ""],
      ["setsid", ""],
      ["stdbuf", "-i -o -e --input --output --error"],
      ["time", "-f -o --format --output"],
      ["timeout", "-k -s --kill-after --signal"],
      ["xargs", "-a -d -E -I -L -n -P -s --arg-file --delimiter --max-args --max-procs --max-lines --replace"],
      ["sudo", "-u -g -h -p -C -D -R -T -U --user --group --chdir --prompt"],
      ["doas", "-u -C"],
      ["unbuffer", ""],
      ["strace", "-e -o -p -s -u"],
      ["chrt", ""],
      ["taskset", ""],
    ] as const
  ).map(([name, options]) => [name, new Set(options.split(" "))]),
);

/** Operands of the runner itself before the command: `timeout 5 prog`. */
const ownOperands: ReadonlyMap<string, number> = new Map([
  ["timeout", 1],
  ["chrt", 1],
  ["taskset", 1],
]);

const chooses: WordRule = { role: "command", code: "command" };

/**
 * Marks where `env`, `xargs`, `timeout` and their kin, and `find -exec`, expect a program: a value there chooses it, and a
 * bare value before it could bring one along (`env A=${x} prog` with a blank in the value).
 */
export function markRunners(names: readonly (string | null)[], words: readonly CommandWord[], rules: WordRule[]): void {
  if (names[0] === "find") return markFind(words, rules);
  let at = 0;
  for (let name = names[0]; name !== null && name !== undefined; name = names[at] ?? null) {
    const options = runners.get(name);
    if (options === undefined) return;
    if (name === "env") refuseSplitStrings(words, at, rules);
    const program = programAt(name, options, words, at);
    for (let index = at; index < Math.min(program, words.length); index++) {
      rules[index] = { ...rules[index], bareRefusal: refusals.brings(name) };
    }
    if (program >= words.length || rules[program]?.refusal !== undefined) return;
    if (words[program]!.hasValue) rules[program] = { ...chooses, ...rules[program] };
    at = program + 1;
  }
}

/** Index of the word that is the program, from `from` on. */
function programAt(name: string, options: ReadonlySet<string>, words: readonly CommandWord[], from: number): number {
  let own = ownOperands.get(name) ?? 0;
  for (let index = from; index < words.length; index++) {
    const { literal, start } = words[index]!;
    if (start.startsWith("-")) {
      if (literal !== null && options.has(literal)) index++;
    } else if (!(name === "env" && start.includes("=")) && own-- <= 0) return index;
  }
  return words.length;
}

/** `env -S TEXT` takes the text apart into a command. */
function refuseSplitStrings(words: readonly CommandWord[], from: number, rules: WordRule[]): void {
  for (let index = from; index < words.length && words[index]!.start.startsWith("-"); index++) {
    const { literal, start } = words[index]!;
    const isAlone = /^(?:-[A-Za-z]*S|--split-string)$/.test(literal ?? "");
    if (isAlone && index + 1 < words.length) rules[index + 1] = { refusal: refusals.splitString };
    else if (/^(?:-[A-Za-z]*S|--split-string=)/.test(start)) rules[index] = { refusal: refusals.splitString };
  }
}

function markFind(words: readonly CommandWord[], rules: WordRule[]): void {
  for (const [index, { literal }] of words.entries())
    if (/^-(?:exec|execdir|ok|okdir)$/.test(literal ?? "") && words[index + 1]?.hasValue === true)
      rules[index + 1] = { ...chooses, ...rules[index + 1] };
}
