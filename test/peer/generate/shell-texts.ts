import type { Json } from "../peer-file.ts";
import type { Choices } from "./choices.ts";
import { someList, someObject, someText, someValue } from "./data.ts";
import { shellWord } from "./quoting.ts";
import { isPlain, isScalar, type Known, type Scope, someReference } from "./scope.ts";

/** A shell command, what it gives, and what it needs beside it. */
export interface ShellText {
  readonly run: string;
  readonly known: Omit<Known, "id">;
  readonly stdin?: Json;
  readonly env?: { readonly [name: string]: Json };
}

/** A command of any kind; `id` names the files that it writes, so that none is written by two steps. */
export function someShellText(choices: Choices, scope: Scope, id: string): ShellText {
  const makers = [
    printsData,
    printsData,
    printsText,
    readsValues,
    readsValues,
    readsArguments,
    readsStdin,
    readsEnv,
    writesFile,
    talks,
  ];
  for (let tries = 0; tries < 5; tries++) {
    const made = choices.pick(makers)(choices, scope, id);
    if (made !== null) return made;
  }
  return printsText(choices);
}

function printsData(choices: Choices): ShellText {
  const json = choices.pick([() => someObject(choices), () => someList(choices), () => someValue(choices)])();
  const text = choices.chance(20) ? JSON.stringify(json, null, 2) : JSON.stringify(json);
  if (/\$[\w{]/.test(text)) return printsText(choices);
  const run = choices.pick([
    `printf '%s\\n' ${shellWord(text)}`,
    `cat <<'END'\n${text}\nEND`,
    ...(text.includes("\\") || text.startsWith('"-') ? [] : [`echo ${shellWord(text)}`]),
  ]);
  return { run, known: { json, stdout: `${text}\n` } };
}

function printsText(choices: Choices): ShellText {
  const text = choices.pick(["hello", "two words", "line one\nline two", "done.", "[1, 2", "log: ok", "{x}"]);
  const isExact = choices.chance(30);
  return {
    run: isExact ? `printf '%s' ${shellWord(text)}` : `printf '%s\\n' ${shellWord(text)}`,
    known: { stdout: isExact ? text : `${text}\n` },
  };
}

/** Values of earlier steps, at the places where authors write them. */
function readsValues(choices: Choices, scope: Scope): ShellText | null {
  const found = someReference(choices, scope, choices.chance(70) ? isScalar : () => true);
  if (found === null) return null;
  const bare = someReference(choices, scope, isPlain);
  const { text } = found;
  const run = choices.pick([
    `printf '<%s>\\n' "${text}"`,
    `echo "got ${text}."`,
    `x="${text}"; printf '[%s]' "$x"`,
    `printf '%s|%s\\n' "${text}" '${text}'`,
    `cat <<END\nvalue: ${text}\nEND`,
    `if [ "${text}" = "one" ]; then echo same; else echo other; fi`,
    `case "${text}" in open) echo o;; *) echo rest;; esac`,
    `printf '%s\\n' "$(printf '%s' "${text}" | wc -c)"`,
    ...(bare === null ? [] : [`echo ${bare.text}`, `echo value ${bare.text} ok`, `printf '%s\\n' x${bare.text}-y`]),
  ]);
  return { run, known: { stdout: null } };
}

function readsArguments(choices: Choices, scope: Scope): ShellText | null {
  const names = Object.keys(scope.args);
  if (names.length === 0) return null;
  const name = choices.pick(names);
  const variable = `LOBSTER_ARG_${name.toUpperCase().replaceAll("-", "_")}`;
  const run = choices.pick([
    `printf '<%s>\\n' "\${${name}}"`,
    `echo "arg \${${name}} end"`,
    `printf '%s\\n' "$${variable}"`,
    `printf '%s\\n' "$LOBSTER_ARGS_JSON"`,
    `printf '%s %s\\n' '\${${name}}' "\${${variable}:-none}"`,
  ]);
  return { run, known: { stdout: null } };
}

function readsStdin(choices: Choices, scope: Scope): ShellText | null {
  const stdin = someStdin(choices, scope);
  if (stdin === undefined) return null;
  const run = choices.pick(["cat", "wc -c | tr -d ' '", "sed 's/^/> /'", "head -n 1", "tr a-z A-Z"]);
  return { run, stdin, known: { stdout: null } };
}

/** A value for `stdin:` in all its forms; undefined where there is nothing. */
export function someStdin(choices: Choices, scope: Scope): Json | undefined {
  const found = someReference(choices, scope);
  const [name] = Object.keys(scope.args);
  return choices.pick<Json | undefined>([
    found?.text,
    found?.text,
    found === null ? undefined : `before ${found.text} after`,
    someText(choices).replaceAll("$", ""),
    someList(choices),
    { a: 1, list: [true, null, "x"] },
    7,
    true,
    null,
    name === undefined ? undefined : `to \${${name}}`,
  ]);
}

function readsEnv(choices: Choices, scope: Scope): ShellText {
  const found = someReference(choices, scope, choices.chance(60) ? isScalar : () => true);
  const [name] = Object.keys(scope.args);
  const value = choices.pick([
    someText(choices).replaceAll("$", ""),
    ...(found === null ? [] : [found.text, `a ${found.text} b`]),
    ...(name === undefined ? [] : [`\${${name}}`]),
  ]);
  const run = choices.pick([
    `printf '<%s>\\n' "$VALUE"`,
    `echo "\${VALUE:-nothing}"`,
    `printf '%s' "$VALUE" | wc -c | tr -d ' '`,
  ]);
  return { run, env: { VALUE: value }, known: { stdout: null } };
}

/** A side effect that both must have as often. */
function writesFile(choices: Choices, scope: Scope, id: string): ShellText {
  const found = someReference(choices, scope, isScalar);
  const text = found === null ? "done" : found.text;
  return {
    run: choices.pick([
      `printf '%s\\n' "${text}" >> '${id}.log'`,
      `echo x >> '${id}.log'; wc -l < '${id}.log' | tr -d ' '`,
      `mkdir -p made; printf '%s' "${text}" > 'made/${id}.txt'; ls made/${id}.txt`,
    ]),
    known: { stdout: null },
  };
}

/** Standard error, several commands, exit codes in the middle. */
function talks(choices: Choices): ShellText {
  return choices.pick<() => ShellText>([
    () => ({ run: "echo warning >&2; echo out", known: { stdout: "out\n" } }),
    () => ({ run: "false; echo after", known: { stdout: "after\n" } }),
    () => ({ run: "printf 'a\\r\\nb\\r\\n'", known: { stdout: "a\r\nb\r\n" } }),
    () => ({ run: "# a comment\necho one\n\necho two\n", known: { stdout: "one\ntwo\n" } }),
    () => ({ run: "true", known: { stdout: "" } }),
    () => ({ run: "for i in 1 2 3; do echo $i; done", known: { stdout: "1\n2\n3\n" } }),
    () => ({ run: "echo '{\"a\":1}'; echo '{\"a\":2}'", known: { stdout: '{"a":1}\n{"a":2}\n' } }),
    () => ({ run: "pwd | sed 's|.*/||'", known: { stdout: null } }),
  ])();
}
