import { plainValue } from "@lobster-lang/language";
import { describe, expect, test } from "vitest";
import { readData } from "../../src/index.ts";
import { at, scalarAt, shown } from "./shown.ts";

const file = `# Sorts the inbox.
name: triage
args:
  city: {default: Paris}
steps:
  # the first
  - id: fetch
    run: |
      inbox list # all
      echo done
    env:
      LIMIT: 1.10
      ON: yes
  - id: sort
    run: >-
      inbox sort
      --by date
    when: $fetch.json.ok # only then

on_error: stop
`;

describe("a workflow file becomes data with places", () => {
  const { root, comments, problems, pieces } = readData(file);

  test("the values are those of YAML 1.2", () => {
    expect(problems).toEqual([]);
    expect(plainValue(root)).toEqual({
      name: "triage",
      args: { city: { default: "Paris" } },
      steps: [
        { id: "fetch", run: "inbox list # all\necho done\n", env: { LIMIT: 1.1, ON: "yes" } },
        { id: "sort", run: "inbox sort --by date", when: "$fetch.json.ok" },
      ],
      on_error: "stop",
    });
  });

  test("a number keeps the spelling of its author", () => {
    expect(scalarAt(root, "steps", 0, "env", "LIMIT")).toMatchObject({ text: "1.10", value: 1.1, style: "plain" });
  });

  test("each node covers its own text", () => {
    expect(shown(file, scalarAt(root, "steps", 1, "run").range)).toBe(">-\n      inbox sort\n      --by date\n");
    expect(shown(file, at(root, "args").range)).toBe("city: {default: Paris}");
    expect(shown(file, at(root, "args", "city").range)).toBe("{default: Paris}");
    expect(shown(file, at(root, "steps", 0, "env").range)).toBe("LIMIT: 1.10\n      ON: yes");
    expect(shown(file, at(root, "steps").range)).toMatch(/^- id: fetch[^]*\$fetch\.json\.ok$/);
    expect(shown(file, root!.range)).toMatch(/^name: triage[^]*on_error: stop$/);
  });

  test("places inside a folded text lead to the source", () => {
    const { map, text } = scalarAt(root, "steps", 1, "run");
    const from = text.indexOf("--by");
    expect(shown(file, map.toSource(from, from + 4))).toBe("--by");
    expect(shown(file, map.toSource(text.indexOf("sort"), from + 4))).toBe("sort\n      --by");
  });

  test("comments are kept, and what looks like one in a block is none", () => {
    expect(comments.map((comment) => shown(file, comment.range))).toEqual([
      "# Sorts the inbox.",
      "# the first",
      "# only then",
    ]);
  });

  test("the file was read key by key and step by step", () => {
    expect(pieces.map((piece) => piece.kind)).toEqual(["head", "key", "key", "steps", "item", "item", "key"]);
    expect(pieces.map((piece) => piece.text).join("")).toBe(file);
  });
});

test("an empty value is an empty text at the place where it would stand", () => {
  const text = "a:\nb: \nc: ''\n";
  const { root } = readData(text);
  expect(scalarAt(root, "a")).toMatchObject({ text: "", value: null, style: "plain" });
  expect(scalarAt(root, "b").range.start).toBe(6);
  expect(scalarAt(root, "c")).toMatchObject({ text: "", value: "", style: "single" });
});

test.each([
  ["", null],
  ["# nothing but a comment\n", null],
  ["hello", "hello"],
  ["two lines\nof text\n", "two lines of text"],
  ["- a\n- b\n", ["a", "b"]],
  ['{"steps": [{"id": "a"}]}', { steps: [{ id: "a" }] }],
  ["---\nname: x\n", { name: "x" }],
  ["\uFEFFname: x\nsteps:\n- id: a\n", { name: "x", steps: [{ id: "a" }] }],
  [
    "name: x\r\nsteps:\r\n  - id: a\r\n    run: |\r\n      b\r\n      c\r\n",
    { name: "x", steps: [{ id: "a", run: "b\nc\n" }] },
  ],
  ["? a\n: b\n", { a: "b" }],
  ["steps: [{id: a}, {id: b}]", { steps: [{ id: "a" }, { id: "b" }] }],
])("%j is read without complaint", (text, value) => {
  const document = readData(text);
  expect(document.problems).toEqual([]);
  expect(plainValue(document.root)).toEqual(value);
});

/** A file whose steps all repeat one map. */
function withAliases(count: number): string {
  return `x: &x {a: 1}\nsteps:\n${Array.from({ length: count }, (_, i) => `  - id: s${i}\n    env: *x\n`).join("")}`;
}

/** Processor time of reading a good text. */
function cost(text: string): number {
  const before = process.cpuUsage();
  expect(readData(text).problems).toEqual([]);
  return process.cpuUsage(before).user;
}

function nested(levels: number): string {
  return `a: ${"[".repeat(levels)}${"]".repeat(levels)}\nb: 1\n`;
}

test("a line separator (U+2028) inside a value begins no line", () => {
  const text = "steps:\n  - id: a\n    run: |\n      x\u2028left\n      y\n    when: 'b\u2028c'\n  - id: b\n";
  const { root, problems } = readData(text);
  expect(problems).toEqual([]);
  expect(plainValue(root)).toEqual({ steps: [{ id: "a", run: "x\u2028left\ny\n", when: "b\u2028c" }, { id: "b" }] });
});

describe("anchors and merge keys", () => {
  test("an alias is the anchored node itself, across pieces", () => {
    const text = "x-run: &run echo 1\nsteps:\n  - id: a\n    run: *run\n  - id: b\n    run: *run\n";
    const { root, problems } = readData(text);
    expect(problems).toEqual([]);
    expect(plainValue(root)).toMatchObject({ steps: [{ run: "echo 1" }, { run: "echo 1" }] });
    expect(shown(text, scalarAt(root, "steps", 1, "run").range)).toBe("echo 1");
    expect(shown(text, at(root, "steps", 1, "run").range)).toBe("*run");
  });

  test("the last anchor of a name above an alias counts", () => {
    expect(plainValue(readData("a: &x 1\nb: *x\nc: &x 2\nd: *x\n").root)).toEqual({ a: 1, b: 1, c: 2, d: 2 });
  });

  test("merged entries come after the own ones, which win, and say what brought them in (D14)", () => {
    const text =
      "base: &b {cwd: /tmp, env: {A: 1}}\nmore: &m {cwd: /m, name: n}\nsteps:\n  - <<: [*b, *m]\n    id: a\n    env: {B: 2}\n";
    const { root, problems } = readData(text);
    expect(problems).toEqual([]);
    const step = at(root, "steps", 0);
    expect(plainValue(step)).toEqual({ id: "a", env: { B: 2 }, cwd: "/tmp", name: "n" });
    if (step.kind !== "map") throw new Error("no map");
    const cwd = step.entries.find((entry) => entry.key.text === "cwd")!;
    expect(shown(text, cwd.mergedBy!)).toBe("<<");
    expect(shown(text, cwd.range)).toBe("cwd: /tmp");
    expect(step.merges?.map((entry) => shown(text, entry.range))).toEqual(["<<: [*b, *m]"]);
  });

  test("a merge at the top of the file works too, and a quoted `<<` is a key like any other", () => {
    expect(plainValue(readData("base: &b {cwd: /tmp}\n<<: *b\nsteps: []\n").root)).toMatchObject({ cwd: "/tmp" });
    expect(plainValue(readData('"<<": 1\nb: 2\n').root)).toEqual({ "<<": 1, b: 2 });
  });

  test.each([
    [
      "a: *nothing\n",
      "*nothing",
      "`*nothing` repeats a value that is marked `&nothing`, and no such mark stands above it: put the value in quotes if it is meant as text",
    ],
    [
      "a: &name 1\nb: *nmae\n",
      "*nmae",
      "`*nmae` repeats a value that is marked `&nmae`, and no such mark stands above it: did you mean `*name`",
    ],
    ["a: &x [1, *x]\n", "*x", "`*x` stands inside the value that it repeats: a value cannot contain itself"],
    ["a: {<<: 3}\n", "3", "`<<` takes over the entries of a map: write `<<: *name` or `<<: [*a, *b]`"],
  ])("%j says what is wrong", (text, place, message) => {
    const { problems } = readData(text);
    expect(problems.map((problem) => [shown(text, problem.range), problem.message])).toEqual([[place, message]]);
  });

  test("a file of 2,400 aliases costs about eight times one of 300", () => {
    const [small, large] = [withAliases(300), withAliases(2_400)];
    cost(small);
    const costs = Array.from({ length: 3 }, () => cost(large) / cost(small));
    expect(Math.min(...costs)).toBeLessThan(24);
  });
});

describe("limits have names and settings", () => {
  test("aliases that write out to more than 100 times the file", () => {
    let text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n";
    for (let i = 1; i < 9; i++) text += `a${i}: &a${i} [${Array.from({ length: 9 }, () => `*a${i - 1}`).join(", ")}]\n`;
    const { root, problems } = readData(text);
    expect(problems[0]?.message).toBe(
      "the aliases of this file write out to more than 100 times its size: repeat less, or raise LOBSTER_MAX_ALIAS_EXPANSION",
    );
    // What is cut off cannot grow again: the whole value stays small.
    expect(JSON.stringify(plainValue(root)).length).toBeLessThan(text.length * 200);
    expect(readData("a: &a [1, 2, 3]\nb: [*a, *a]\n", { limits: { aliasExpansion: 0.1 } }).problems).toHaveLength(2);
  });

  test("lists and maps deeper than 100", () => {
    expect(readData(nested(99)).problems).toEqual([]);
    const { root, problems } = readData(nested(101));
    expect(problems.map((problem) => problem.message)).toEqual([
      "lists and maps are nested deeper than 100 here: nest less, or raise LOBSTER_MAX_NESTING",
    ]);
    expect(plainValue(root)).toMatchObject({ b: 1 });
    expect(readData(nested(101), { limits: { nesting: 200 } }).problems).toEqual([]);
  });

  test("20,000 open brackets and 1,000 maps inside each other are problems and no crash", () => {
    expect(readData("[".repeat(20_000)).problems.length).toBeGreaterThan(0);
    const maps = Array.from({ length: 1_000 }, (_, i) => `${" ".repeat(i)}a:\n`).join("");
    expect(readData(maps).problems).toHaveLength(1);
  });

  test("a file of more than 4 MiB", () => {
    const { root, problems } = readData(`a: ${"é".repeat(2.2 * 1024 * 1024)}`);
    expect(root).toBeNull();
    expect(problems[0]?.message).toBe(
      "the file is longer than 4,194,304 bytes: split it, or raise LOBSTER_MAX_FILE_BYTES",
    );
    expect(readData("a: 1234", { limits: { fileSize: 4 } }).problems).toHaveLength(1);
  });
});

test("a printed tree holds plain ranges and no maps", () => {
  const printed = JSON.stringify(readData("a: 'b'\n").root);
  expect(JSON.parse(printed)).toMatchObject({
    kind: "map",
    range: { start: 0, end: 6 },
    entries: [{ key: { text: "a" }, value: { text: "b", style: "single", range: { start: 3, end: 6 } } }],
  });
  expect(printed).not.toContain('"map":{');
});
