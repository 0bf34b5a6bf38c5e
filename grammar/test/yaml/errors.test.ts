import { plainValue } from "@lobster-lang/language";
import { describe, expect, test } from "vitest";
import { readData } from "../../src/index.ts";
import { fixed, shown } from "./shown.ts";

/** A step whose `run` is this, with a good key and a good step below it. */
function step(run: string): string {
  return `steps:\n  - id: a\n    run: ${run}\n    when: $x.json.ok\n  - id: b\n    run: echo b\n`;
}

describe("a value that has to be quoted is said so, read as text, and quoted by a safe fix", () => {
  test.each([
    [
      "curl -H Accept: text",
      ":",
      "a value that holds a colon and a space has to be quoted: put the whole value in quotes, or write it on the lines below `run: |`",
    ],
    [
      'echo "a: b"',
      ":",
      "a value that holds a colon and a space has to be quoted: put the whole value in quotes, or write it on the lines below `run: |`",
    ],
    [
      "[ -f x ] && echo yes",
      "[",
      "a value that begins with `[` has to be quoted, because that starts a list in YAML: put the whole value in quotes",
    ],
    [
      "{ echo a; } > out",
      "{",
      "a value that begins with `{` has to be quoted, because that starts a map in YAML: put the whole value in quotes",
    ],
    [
      "{{ name }}",
      "{{",
      "a value that begins with `{{` has to be quoted, because that starts a map in YAML: put the whole value in quotes",
    ],
    [
      "*.txt are files",
      "*",
      "a value that begins with `*` has to be quoted, because that repeats a value marked `&…` in YAML: put the whole value in quotes",
    ],
    [
      "& echo",
      "&",
      "a value that begins with `&` has to be quoted, because that marks a value for `*…` in YAML: put the whole value in quotes",
    ],
    [
      "@file",
      "@",
      "a value that begins with `@` has to be quoted, because that is reserved in YAML: put the whole value in quotes",
    ],
    [
      "%x",
      "%",
      "a value that begins with `%` has to be quoted, because that is reserved in YAML: put the whole value in quotes",
    ],
    [
      "`date`",
      "`",
      "a value that begins with a backtick has to be quoted, because that is reserved in YAML: put the whole value in quotes",
    ],
    [
      '"$A" --to "it\'s"',
      '--to "it\'s"',
      "the value ends with its closing quote, and more stands behind it: put the whole value in quotes",
    ],
    [
      "!$a.json.ok",
      "!",
      "a `!` at the start of a value is a tag in YAML, and so the value loses it: put the whole value in quotes",
    ],
    [
      "! $a.json.ok",
      "!",
      "a `!` at the start of a value is a tag in YAML, and so the value loses it: put the whole value in quotes",
    ],
    [
      "!$a.json.stop && $b.json.ok",
      "!",
      "a `!` at the start of a value is a tag in YAML, and so the value loses it: put the whole value in quotes",
    ],
    [
      "!($a.json.ok || $b.json.ok)",
      "!",
      "a `!` at the start of a value is a tag in YAML, and so the value loses it: put the whole value in quotes",
    ],
  ])("run: %s", (run, place, message) => {
    const text = step(run);
    const { root, problems } = readData(text);
    expect(problems.map((problem) => [problem.rule, shown(text, problem.range), problem.message])).toEqual([
      [run.startsWith("!") ? "tag" : "yaml-syntax", place, message],
    ]);
    const value = {
      steps: [
        { id: "a", run, when: "$x.json.ok" },
        { id: "b", run: "echo b" },
      ],
    };
    expect(plainValue(root)).toEqual(value);
    expect(problems[0]?.fixes?.[0]?.safe).toBe(true);
    const mended = readData(fixed(text, problems[0]));
    expect([mended.problems, plainValue(mended.root)]).toEqual([[], value]);
  });

  test("a comment behind the value stays a comment", () => {
    const text = step("echo a: b # why");
    expect(fixed(text, readData(text).problems[0])).toContain('    run: "echo a: b" # why\n');
  });
});

describe("layout that is plainly meant otherwise is said so, and read as meant", () => {
  const good = {
    steps: [
      { id: "a", run: "x" },
      { id: "b", run: "y" },
    ],
  };
  test.each([
    ["steps:\n  - id: a\n\t  run: x\n  - id: b\n    run: y\n", "\t  ", "a tab cannot indent in YAML: use spaces"],
    ["steps:\n  - id: a\n    run: x\n\t- id: b\n\t  run: y\n", "\t", "a tab cannot indent in YAML: use spaces"],
    [
      "steps:\n  - id: a\n    run: x\n- id: b\n  run: y\n",
      "-",
      "this `-` stands left of the first step's: indent the step by 2 more spaces",
    ],
    [
      "steps:\n  - id: a\n    run: x\n    - id: b\n      run: y\n",
      "-",
      "this `-` is indented deeper than the one of the step above: start both in the same column",
    ],
    ["steps:\n  - id: a\n    run: x\n  -id: b\n    run: y\n", "-", "a dash needs a space behind it: write `- id: b`"],
    [
      "steps:\n  - id: a\n     run: x\n  - id: b\n    run: y\n",
      "run",
      "`run` is indented deeper than the key above it: start both in the same column",
    ],
    [
      "steps:\n  - id: a\n   run: x\n  - id: b\n    run: y\n",
      "run",
      "`run` does not start in the same column as the keys above it: indent it by 4 spaces",
    ],
    [
      "steps:\n  - id: a\n    run:x\n  - id: b\n    run: y\n",
      "run:x",
      "a colon needs a space behind it: write `run: x`",
    ],
  ])("%j", (text, place, message) => {
    const { root, problems } = readData(text);
    expect(problems.map((problem) => [problem.rule, shown(text, problem.range), problem.message])).toEqual([
      ["yaml-syntax", place, message],
    ]);
    expect(plainValue(root)).toEqual(good);
    const mended = readData(fixed(text, problems[0]));
    expect(plainValue(mended.root)).toEqual(good);
  });

  test("a half-typed key is a key without a value", () => {
    const text = "steps:\n  - id: a\n    ru\n    when: x\n";
    const { root, problems } = readData(text);
    expect(problems.map((problem) => [shown(text, problem.range), problem.message])).toEqual([
      ["ru", "`ru` is no key with a value: write `ru: …`, or indent it if it belongs to the value above"],
    ]);
    expect(plainValue(root)).toEqual({ steps: [{ id: "a", ru: null, when: "x" }] });
    expect(readData("nam\nsteps: []\n").problems[0]?.message).toContain("`nam` is no key with a value");
  });
});

test.each([
  [step('"never closed'), '"', 'the quote `"` that opens here is never closed: close it at the end of the value'],
  [step("'never closed"), "'", "the quote `'` that opens here is never closed: close it at the end of the value"],
  [
    step("[a, b"),
    "[",
    "the `[` that opens here is never closed: write `]` where it ends, or put the value in quotes if it is text",
  ],
  [
    step("{a: b"),
    "{",
    "the `{` that opens here is never closed: write `}` where it ends, or put the value in quotes if it is text",
  ],
  [step("[a,, b]"), ",", "there is nothing before this comma: remove it"],
  [
    step("| echo"),
    "echo",
    "nothing but a comment can follow `|` or `>` on its line: start the text on the next line, indented",
  ],
  [step("|\n  echo"), "echo", "the text below `|` or `>` has to be indented deeper than its key"],
  [step("- b"), "-", "a list starts on the line below its key: put each `- ` on a line of its own"],
  [step('"\\q"'), "\\q", "`\\q` is no escape inside double quotes: write `\\\\q`, or use single quotes"],
  [step("&a &b c"), "&b", "a value can have only one anchor (`&name`): remove the others"],
  [
    "a: 1\n---\nb: 2\n",
    "---",
    "a workflow file holds one document, and this line starts another: remove it, or put what follows in a file of its own",
  ],
  [
    "[1]: a\nb: 2\n",
    "[1]",
    "a key must be text, not a list, a map or an alias: put it in quotes if it is meant as text",
  ],
  ["a: x\0y\n", "\0", "there is a NUL character here, which no workflow can hold: remove it"],
  [
    "a: 1\rb: 2\r",
    "\r",
    "there is a carriage return without a line feed here: save the file with LF or CRLF line ends",
  ],
  [
    "%YAML 1.2\n---\na: !Foo b\n",
    "!Foo",
    "the tag `!Foo` has no meaning in a workflow: remove it, or put the value in quotes if the `!` belongs to it",
  ],
])("%j", (text, place, message) => {
  const { problems } = readData(text);
  expect(problems.map((problem) => [shown(text, problem.range), problem.message])).toEqual([[place, message]]);
});

test("a byte order mark hides no fault on the first line", () => {
  const text = "\uFEFFwhen: !$a.json.ok\n";
  for (const byStep of [true, false])
    expect(readData(text, { byStep }).problems.map(({ rule }) => rule)).toEqual(["tag"]);
});

test("a key that is written twice names both places, in a step and at the top", () => {
  const text = "name: x\nsteps:\n  - id: a\n    run: b\n    id: c\nname: y\n";
  const { problems } = readData(text);
  expect(problems.map((problem) => [problem.rule, problem.range.start, problem.message])).toEqual([
    ["duplicate-key", 40, "`id` is written twice in this map, and only one of them can count: remove or rename one"],
    ["duplicate-key", 46, "`name` is written twice in this map, and only one of them can count: remove or rename one"],
  ]);
  expect(problems.map((problem) => problem.related?.[0]?.range.start)).toEqual([19, 0]);
});

test("a `---` with nothing behind it is removed by a safe fix", () => {
  const text = "a: 1\n---\n# end\n";
  const { problems } = readData(text);
  expect(problems[0]?.rule).toBe("several-documents");
  expect(readData(fixed(text, problems[0])).problems).toEqual([]);
});

test("ten faults of a file are reported in one go, each at its place", () => {
  const runs = ["a: b", "[ x ] y", "`d`", '"e" f', "@g", "!$h.json.i", "{{ j }}", "& k", "%l", "*m n"];
  const text = `steps:\n${runs.map((run, i) => `  - id: s${i}\n    run: ${run}\n`).join("")}`;
  const { root, problems } = readData(text);
  expect(problems).toHaveLength(10);
  expect(plainValue(root)).toEqual({ steps: runs.map((run, i) => ({ id: `s${i}`, run })) });
  // The same in a file that has to be read in one piece.
  expect(readData(`"q": 1\n${text}`).problems).toHaveLength(10);
});
