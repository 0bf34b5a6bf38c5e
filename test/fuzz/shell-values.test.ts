import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { analyseShell, textOf, wholeText } from "@lobster-lang/grammar";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lowerScript } from "../../packages/compiler/src/shell/index.ts";
import { Random } from "./random.ts";
import { acceptedContexts, refusedScripts, runsApart, type ShellContext, startsProcesses } from "./shell-contexts.ts";
import { shellValue, singleQuoted } from "./shell-values.ts";

const long = process.env["LOBSTER_LONG"] === "1";
const count = long ? 2000 : 120;
const seed = Number(process.env["LOBSTER_SEED"] ?? 11);

/** Each shell, and how it prints arguments with a NUL behind each. mksh has no printf of its own. */
const shells: readonly {
  readonly name: string;
  readonly command: readonly string[];
  readonly isBash: boolean;
  readonly required: boolean;
}[] = [
  { name: "dash", command: ["dash"], isBash: false, required: true },
  { name: "bash", command: ["bash"], isBash: true, required: true },
  { name: "busybox sh", command: ["busybox", "sh"], isBash: false, required: true },
  { name: "mksh", command: ["mksh"], isBash: false, required: false },
];

const names = { args: new Set(["x"]), steps: new Set(["s"]) };

/** The script that would run for a text, or what is wrong with it. */
function compiled(script: string) {
  const analysis = analyseShell(textOf(wholeText(script), "shell"), names);
  return lowerScript(analysis, {
    argVariable: () => "LOBSTER_ARG_X",
    reference: (node) => ({ step: node.id, path: [node.field.name] }),
  });
}

/** The text with the value as an argument, and with it as a reference. */
function spellings(script: string): readonly string[] {
  // `$$s.stdout` is the literal `$s.stdout` (D44), and letters or a dot after a reference would belong to it.
  return [script, script.replaceAll(/(?<!\$)\$\{x\}(?![.\w[])/g, () => "$s.stdout")];
}

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lobster-shell-"));
  mkdirSync(join(folder, "bin"));
  mkdirSync(join(folder, "work"));
  writeFileSync(join(folder, "bin", "pwn"), `#!/bin/sh\n: > '${folder}/canary'\n`, { mode: 0o755 });
  for (const name of ["a", "b.txt", "c d"]) writeFileSync(join(folder, "work", name), "");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const random = new Random(seed);
const values = Array.from({ length: count }, (_, index) => shellValue(random, index));
const integers = ["0", "3", "4", "-5", "15", "1000", "7"];
const endOfValue = "\0\u0001end\u0001\0";

/** Prints of a script for each value, all in one start of a shell. */
function printsOf(
  shell: (typeof shells)[number],
  script: string,
  variables: readonly string[],
  tried: readonly string[],
  apart: boolean,
): readonly string[] {
  const print = shell.name === "mksh" ? 'print -rn -- "$i"; print -n "\\0"' : "printf '%s\\0' \"$i\"";
  const lines = [
    `set -f; show() { for i in "$@"; do ${print}; done; }`,
    `export W ${variables.join(" ")}`,
    ...tried.map((value) =>
      [
        `W=${singleQuoted(value)}`,
        ...variables.map((name) => `${name}=$W`),
        apart ? "( set -f; . ./place.sh ) 2>/dev/null </dev/null" : "unset y z; . ./place.sh 2>/dev/null </dev/null",
        shell.name === "mksh" ? 'print -n "\\0\\01end\\01\\0"' : "printf '\\0\\001end\\001\\0'",
      ].join("\n"),
    ),
  ];
  writeFileSync(join(folder, "work", "place.sh"), `${script}\n`);
  writeFileSync(join(folder, "driver.sh"), `${lines.join("\n")}\n`);
  const env = { PATH: `${join(folder, "bin")}:${process.env["PATH"] ?? ""}`, LC_ALL: "C.UTF-8", HOME: folder };
  const [program, ...args] = shell.command;
  const run = spawnSync(program!, [...args, "../driver.sh"], {
    cwd: join(folder, "work"),
    env,
    maxBuffer: 1 << 28,
    timeout: long ? 1_200_000 : 60_000,
  });
  return run.stdout.toString("utf8").split(endOfValue).slice(0, -1);
}

/** All values, or, where each one starts a process, some of them: other ones at every place. */
function valuesFor(context: ShellContext, index: number): readonly string[] {
  const fewer = long ? values.length : 6;
  const some = startsProcesses(context)
    ? Array.from({ length: fewer }, (_, at) => values[(at * 7 + index * 13) % values.length]!)
    : values;
  return (context.integer === true ? integers : some).filter((value) => context.accepts?.(value) ?? true);
}

describe("values in shell text", () => {
  for (const shell of shells) {
    const missing = spawnSync(shell.command[0]!, ["-c", ":"]).error !== undefined;
    if (!shell.required && !long) continue;
    const strict = process.env["CI"] === "true" && shell.required;
    test.skipIf(missing && !strict)(
      `${shell.name} sees every value as data in every place${missing ? ` (${shell.name} is not installed)` : ""}`,
      () => {
        expect(missing, `${shell.name} is needed`).toBe(false);
        const contexts = acceptedContexts.filter((context) => shell.isBash || context.bashOnly !== true);
        const wrong: string[] = [];
        for (const [index, context] of contexts.entries()) {
          const written = spellings(context.script)[index % 2]!;
          const lowered = compiled(written);
          if (!("script" in lowered)) {
            wrong.push(`${written}: refused: ${lowered.problems.map((it) => it.message).join("; ")}`);
            continue;
          }
          const { text, bindings } = lowered.script;
          if (context.integer === true)
            expect(
              bindings.map((it) => it.type),
              written,
            ).toEqual(bindings.map(() => "integer"));
          const tried = valuesFor(context, index);
          const prints = printsOf(
            shell,
            text,
            bindings.map((it) => it.variable),
            tried,
            runsApart(context),
          );
          if (existsSync(join(folder, "canary"))) {
            wrong.push(`${written}: a value ran as a command`);
            rmSync(join(folder, "canary"));
          }
          if (context.prints === null) continue;
          for (const [at, value] of tried.entries()) {
            const right = context.prints(value);
            if (prints[at] !== right) {
              wrong.push(
                `${JSON.stringify(written)} → ${JSON.stringify(text)} with ${JSON.stringify(value)}: ${JSON.stringify(prints[at])}, not ${JSON.stringify(right)}`,
              );
              break;
            }
          }
        }
        expect(wrong).toEqual([]);
      },
      long ? 3_600_000 : 300_000,
    );
  }

  test("the same check finds raw pasting", () => {
    const shell = shells.find((it) => spawnSync(it.command[0]!, ["-c", ":"]).error === undefined)!;
    writeFileSync(join(folder, "work", "place.sh"), "");
    printsOf(shell, 'eval "show \\"$W\\""', [], ['a"; pwn; "'], false);
    expect(existsSync(join(folder, "canary"))).toBe(true);
    rmSync(join(folder, "canary"));
  });

  test("a value may stand in none of the places where shells run what it holds", () => {
    const accepted = refusedScripts.flatMap(spellings).filter((script) => "script" in compiled(script));
    expect(accepted).toEqual([]);
  });

  test("every refusal says which value and what to write instead", () => {
    for (const script of refusedScripts) {
      const lowered = compiled(script);
      if ("script" in lowered) continue;
      expect(lowered.problems.length, script).toBeGreaterThan(0);
      for (const problem of lowered.problems) expect(problem.message, script).toMatch(/\$\{x\}|never closed|`/);
    }
  });
});
