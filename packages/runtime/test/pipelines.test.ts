import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Json, Stage, StageArgument, Where } from "@lobster-lang/plan";
import { describe, expect, test } from "vitest";
import { nodeFiles, openState } from "@lobster-lang/state";
import { chunksOf, openPipe } from "../src/pipe.ts";
import { defaultLimits, describeCommands, nodeHost } from "../src/index.ts";
import { whereValue } from "../src/commands/arguments.ts";
import { matches } from "../src/commands/where.ts";
import { bundleRuntime } from "./bundle-runtime.ts";
import {
  bench,
  exec,
  freshFolder,
  failureOf,
  outputOf,
  pipeline,
  ref,
  runPlan,
  sh,
  stage,
  stages,
  text,
  whole,
  workflow,
} from "./plan-builder.ts";

/** Runs stages over items, as `stdin:` of a pipeline step gives them. */
async function through(items: readonly Json[], ...list: readonly Stage[]): Promise<readonly Json[]> {
  const plan = pipeline(...list);
  const [only] = plan.steps;
  return outputOf({ ...plan, steps: [{ ...only!, stdin: { json: items } }] });
}

const where = (path: string, operator: Where["operator"], value: string) =>
  stage("where", { expression: { where: { path: path.split("."), operator, value: text(value) } } });
const key = (path: string): { readonly key: StageArgument } => ({ key: { path: path.split(".") } });
const assign = (name: string, ...value: readonly (string | { readonly path: string })[]) =>
  stage("map", {
    assignments: {
      assignments: [
        {
          key: name,
          value: value.map((part) =>
            typeof part === "string"
              ? { text: part }
              : { expression: { path: part.path.split(".").filter(Boolean), filters: [] } },
          ),
        },
      ],
    },
  });

test("the stages are those of the catalogue, neither more nor less", async () => {
  const { commands } = await import("@lobster-lang/language");
  expect(describeCommands().map((command) => command.name)).toEqual(commands.map((command) => command.name));
});

const people: readonly Json[] = [
  { n: "ann", age: 31, a: { b: 1 }, tags: ["x", "y"] },
  { n: "bob", age: "9", z: null },
  { n: "cy", ok: true },
];

describe("where", () => {
  const cases: readonly [string, Where["operator"], string, readonly string[]][] = [
    ["n", "==", "ann", ["ann"]],
    ["age", ">", "5", ["ann", "bob"]],
    ["age", "==", "9", ["bob"]],
    ["ok", "!=", "true", ["ann", "bob"]],
    ["z", "==", "null", ["ann", "bob", "cy"]],
    ["z", ">=", "0", ["bob"]],
    ["tags.length", "==", "2", ["ann"]],
    ["tags.0", "==", "x", ["ann"]],
    ["n.length", "==", "3", []],
    ["a.b", "==", "1", ["ann"]],
    ["age", "==", "=31", []],
    ["n", "<", "b", ["ann"]],
    ["n", "<", "5", []],
    ["a..b", "==", "1", []],
  ];
  test.each(cases)("%s %s %s", async (path, operator, value, names) => {
    expect(await through(people, where(path, operator, value), stage("map", { unwrap: { text: text("n") } }))).toEqual(
      names,
    );
  });

  test("compares loosely, as the original does", () => {
    expect([true, 1, "true", "yes"].map((value) => holds(value, "true"))).toEqual([true, true, false, false]);
    expect([false, 0, "", null, "false"].map((value) => holds(value, "false"))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    expect([16, "0x10"].map((value) => holds(value, "0x10"))).toEqual([true, true]);
    // A value with a `toString` of its own is data like any other.
    expect(holds({ toString: 1, valueOf: 2 }, "x")).toBe(false);
  });

  test("keeps a reference's value as data", async () => {
    const plan = workflow([
      sh("a", "printf 'ann || true'"),
      stages(
        "b",
        [stage("where", { expression: { where: { path: ["n"], operator: "==", value: text(ref("a.stdout")) } } })],
        {
          stdin: { json: people },
        },
      ),
    ]);
    expect(await outputOf(plan)).toEqual([]);
  });
});

test("head --n 0 gives nothing, but what stands before it has run", async () => {
  const place = bench();
  const head = stage("head", { n: { number: 0 } });
  expect(await outputOf(pipeline(exec("echo x > ran; echo 5"), head), {}, place)).toEqual([]);
  expect(readFileSync(join(place.cwd, "ran"), "utf8")).toBe("x\n");
});

describe("pick, map", () => {
  test("pick keeps top-level keys; what is no map passes through, a list becomes an empty map", async () => {
    const pick = stage("pick", { fields: { fields: ["n", "age"] } });
    expect(await through(people, pick)).toEqual([{ n: "ann", age: 31 }, { n: "bob", age: "9" }, { n: "cy" }]);
    expect(await through(["str", 5, null, ["q"]], pick)).toEqual(["str", 5, null, {}]);
    // A table has the columns that were picked, in their order, whatever the items have.
    const [shown] = await through(
      [{ b: 1 }, { a: 2 }],
      stage("pick", { fields: { fields: ["a", "b"] } }),
      stage("table"),
    );
    expect(shown).toBe("a    b  \n---  ---\n     1  \n2       \n");
  });

  test("map sets texts from the original item and wraps what is no map", async () => {
    expect(await through([{ n: "ann", a: { b: 1 } }], assign("k", { path: "a" }))).toEqual([
      { n: "ann", a: { b: 1 }, k: '{"b":1}' },
    ]);
    expect(await through(["s", 5], assign("k", "x", { path: "" }))).toEqual([
      { value: "s", k: "xs" },
      { value: 5, k: "x5" },
    ]);
    expect(await through(["s"], stage("map", { wrap: { text: text("it") } }))).toEqual([{ it: "s" }]);
    expect(await through([{ n: 1 }, {}, "s"], stage("map", { unwrap: { text: text("n") } }))).toEqual([1, null, null]);
  });

  test("map refuses --wrap with --unwrap", async () => {
    const both = stage("map", { wrap: { text: text("a") }, unwrap: { text: text("b") } });
    await expect(through([{}], both)).rejects.toThrow("map takes --wrap or --unwrap, not both");
  });

  test("neither changes an earlier step's result nor the prototype (D24)", async () => {
    const plan = workflow([
      sh("a", `printf '{"k":1}'`),
      stages("b", [assign("__proto__", "x"), assign("added", "1")], { stdin: whole("a.json") }),
      sh("c", "cat", { stdin: { list: [whole("a.json"), whole("b.json")] } }),
    ]);
    expect(JSON.stringify(await outputOf(plan))).toBe('[{"k":1},{"k":1,"__proto__":"x","added":"1"}]');
  });
});

describe("sort, groupBy, dedupe, head", () => {
  test("sort compares numbers as numbers and everything else as text; null is last in both directions (D35)", async () => {
    expect(await sorted([10, 9, null, 100])).toEqual([9, 10, 100, null]);
    expect(await sorted([null, 1, 2], true)).toEqual([2, 1, null]);
    expect(await sorted(["10", "9"])).toEqual(["10", "9"]);
  });

  test("sort keeps the order of equals, also of items without a key", async () => {
    expect(await through([{ v: 2 }, { v: 1 }], stage("sort"))).toEqual([{ v: 2 }, { v: 1 }]);
    expect(await through([3, 1, 2], stage("sort"))).toEqual([1, 2, 3]);
  });

  test("groupBy tells 1 from '1' and leaves the key of a missing one away", async () => {
    expect(await through([{ t: 1 }, { t: "1" }, { i: 4 }, { t: 1 }], stage("groupBy", key("t")))).toEqual([
      { key: 1, items: [{ t: 1 }, { t: 1 }], count: 2 },
      { key: "1", items: [{ t: "1" }], count: 1 },
      { items: [{ i: 4 }], count: 1 },
    ]);
  });

  test("dedupe keeps the first of each identity", async () => {
    const items = [
      { a: 1, i: 1 },
      { a: 1, i: 2 },
      { a: 2, i: 3 },
    ];
    expect(await through(items, stage("dedupe", key("a")))).toEqual([items[0], items[2]]);
    expect(await through([1, 1, "1"], stage("dedupe"))).toEqual([1, "1"]);
  });

  test("head takes the first items; a fraction counts up, less than nothing is refused", async () => {
    expect(await through([1, 2, 3], stage("head", { n: { number: 2 } }))).toEqual([1, 2]);
    expect(await through([1, 2, 3], stage("head", { n: { number: 1.5 } }))).toEqual([1, 2]);
    expect(await through([1, 2], stage("head", { n: { number: 0 } }))).toEqual([]);
    await expect(through([1], stage("head", { n: { number: -1 } }))).rejects.toThrow(
      "head --n must be a number from 0 on",
    );
    await expect(through([1], stage("head", { n: { numberText: text("two") } }))).rejects.toThrow("got `two`");
  });
});

describe("renderers", () => {
  test("json gives the items as output and the text for people (D38)", async () => {
    const { envelope, rendered } = await runPlan(pipeline(exec("echo '[1,\"a\"]'", { json: true }), stage("json")));
    expect(envelope).toMatchObject({ status: "ok", output: [1, "a"] });
    expect(rendered).toBe('[\n  1,\n  "a"\n]\n');
  });

  test("table lines columns up and gives its text as one item", async () => {
    expect(await through(people, stage("table"))).toEqual([
      'n    age  a        tags       z    ok  \n---  ---  -------  ---------  ---  ----\nann  31   {"b":1}  ["x","y"]           \nbob  9                                 \ncy                                 true\n',
    ]);
    expect(
      await through(
        [
          { a: 1, b: "x\ny" },
          { b: { c: 2 }, d: null },
        ],
        stage("table"),
      ),
    ).toEqual(['a    b        d  \n---  -------  ---\n1    x y         \n     {"c":2}     \n']);
    expect(await through([], stage("table"))).toEqual(["(no results)\n"]);
    expect(await through([{}], stage("table"))).toEqual(["\n\n\n"]);
    expect(await through([1, "a"], stage("table"))).toEqual(["1\na\n"]);
    expect(await through([null, 1], stage("table"))).toEqual(["\n1\n"]);
    const [grouped] = await through([{}], stage("groupBy", key("k")), stage("table"));
    expect(grouped).toBe("key  items  count\n---  -----  -----\n     [{}]   1    \n");
  });

  test("table takes 150,000 rows", async () => {
    const [rows] = await outputOf(
      pipeline(exec("seq 150000"), stage("map", { wrap: { text: text("n") } }), stage("table")),
    );
    expect(String(rows).split("\n")).toHaveLength(150_003);
  });

  test("a workflow step that ends in json is a list also with one item; table text is text", async () => {
    const list = stages("a", [exec("echo [1]", { json: true }), stage("json")]);
    expect(await outputOf(workflow([list, sh("b", "cat", { stdin: whole("a.json") })]))).toEqual([1]);
    const table = stages("a", [exec("echo [1]", { json: true }), stage("table")]);
    const seen = { text: text("<", ref("a.stdout"), "><", ref("a.json"), ">") };
    expect(await outputOf(workflow([table, sh("b", "cat", { stdin: seen })]))).toEqual(["<1\n><1>"]);
  });
});

describe("exec", () => {
  test("gives lines without blank ones, or one JSON value", async () => {
    expect(await through([], exec("printf 'a\\r\\n\\nb\\n'"))).toEqual(["a", "b"]);
    expect(await through([], exec("echo [1,2]", { json: true }))).toEqual([1, 2]);
    expect(await through([], exec("true", { json: true }))).toEqual([null]);
    await expect(through([], exec("echo {x", { json: true }))).rejects.toThrow(
      "the output is no JSON, it starts with `{x`",
    );
  });

  test("starts a program with its words as they are", async () => {
    const words = [text("printf"), text("<%s>"), text("a b"), text("*"), text("$HOME"), text("")];
    expect(await through([], stage("exec", { program: { texts: words } }))).toEqual(["<a b><*><$HOME><>"]);
  });

  test("writes its input in the form asked for, else throws it away", async () => {
    expect(await through([1, "a"], cat("json"))).toEqual(['[1,"a"]']);
    expect(await through([1, "a"], cat("jsonl"))).toEqual(["1", '"a"']);
    expect(await through([{ a: 1 }, "a"], cat("raw"))).toEqual(['{"a":1}', "a"]);
    expect(await through([1, 2], cat())).toEqual([]);
  });

  test("fails with the code and what was said", async () => {
    await expect(through([], exec("echo oops >&2; exit 4"))).rejects.toThrow(/^exec failed \(4\): oops$/);
    await expect(through([], exec("echo out; exit 4", { json: true }))).rejects.toThrow(/^exec failed \(4\): out$/);
  });

  test("does not start when the stage before it fails", async () => {
    const place = bench();
    const plan = pipeline(exec("seq 100000; exit 3"), exec("touch started", { stdin: "raw" }));
    expect(await failureOf(plan, {}, place)).toContain("exec failed (3)");
    expect(execFileSync("ls", [place.cwd]).toString()).toBe("");
  });

  test("keeps standard error for `$step.stderr`", async () => {
    const plan = workflow([
      stages("a", [exec("echo one >&2; echo x"), exec("cat; echo two >&2", { stdin: "raw" })]),
      sh("b", "cat", { stdin: whole("a.stderr") }),
    ]);
    expect(await outputOf(plan)).toEqual(["one\ntwo\n"]);
  });
});

describe("streaming", () => {
  test("`yes | head --n 3` ends at once, and the child is gone", async () => {
    const place = bench();
    const start = performance.now();
    const plan = pipeline(exec("echo $$ > pid; exec yes"), stage("head", { n: { number: 3 } }));
    expect(await outputOf(plan, {}, place)).toEqual(["y", "y", "y"]);
    expect(performance.now() - start).toBeLessThan(20_000);
    const pid = execFileSync("cat", [join(place.cwd, "pid")])
      .toString()
      .trim();
    expect(() => execFileSync("kill", ["-0", pid], { stdio: "ignore" })).toThrow();
  });

  test("the child runs no faster than its lines are taken", async () => {
    const place = bench();
    const wide = "x".repeat(1000);
    const script = `i=0; while [ $i -lt 2000 ]; do i=$((i+1)); echo ${wide}; echo $i > counter; done`;
    const plan = pipeline(exec(script), stage("head", { n: { number: 2000 } }));
    // Taking one batch a second lets the child fill its pipe and no more: two megabytes would take it no time.
    const seen: number[] = [];
    const chunks = await slowly(script, place.cwd, async () => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      seen.push(Number(execFileSync("cat", [join(place.cwd, "counter")]).toString()));
    });
    expect(chunks).toBeGreaterThan(1);
    expect(seen[0]).toBeLessThan(1000);
    expect(await outputOf(plan, {}, bench())).toHaveLength(2000);
  });

  test("a text that is cut between two chunks stays whole", async () => {
    expect(await through([], exec("printf 'ä'; sleep 0.1; printf '\\303'; sleep 0.1; printf '\\244\\n'"))).toEqual([
      "ää",
    ]);
  });

  test("a million lines take bounded memory", { timeout: 120_000 }, async () => {
    const folder = freshFolder();
    const script = join(import.meta.dirname, "million-lines.mjs");
    const output = execFileSync(process.execPath, [script, await bundleRuntime(folder), folder]).toString();
    const { items, peakMegabytes } = JSON.parse(output) as { items: number; peakMegabytes: number };
    expect(items).toBe(11);
    expect(peakMegabytes).toBeLessThan(150);
  });
});

describe("template", () => {
  test("reads a file relative to the step's folder", async () => {
    const place = bench();
    writeFileSync(join(place.cwd, "t.txt"), `Hi {{ n | upper }}{{ l | join "|" }}{{this}}{{}} {{x | default 'a b'}}\n`);
    const plan = workflow([
      stages("a", [stage("template", { file: { text: text("t.txt") } })], { stdin: { json: [{ n: "x", l: [1, 2] }] } }),
    ]);
    expect(await outputOf(plan, {}, place)).toEqual([`Hi X1|2{"n":"x","l":[1,2]}{{}} a b\n`]);
    const missing = workflow([stages("a", [stage("template", { file: { text: text("no.txt") } })])]);
    expect(await failureOf(missing, {}, place)).toContain("there is no file");
  });

  test("never reads a value as a template (D3)", async () => {
    const plan = workflow([
      sh("a", "printf '{{n}}'"),
      stages(
        "b",
        [
          stage("template", {
            text: { template: [ref("a.stdout"), { text: "|" }, { expression: { path: ["n"], filters: [] } }] },
          }),
        ],
        {
          stdin: { json: [{ n: "x" }] },
        },
      ),
    ]);
    expect(await outputOf(plan)).toEqual(["{{n}}|x"]);
  });
});

describe("a pipeline's result", () => {
  test("is its item, its items, or nothing; its text joins texts by lines", async () => {
    const seen = { text: text("<", ref("a.stdout"), "|", ref("a.json"), ">") };
    const show = (list: readonly Stage[]) => outputOf(workflow([stages("a", list), sh("b", "cat", { stdin: seen })]));
    expect(await show([exec("echo [1,2]", { json: true })])).toEqual(["<[1,2]|[1,2]>"]);
    expect(await show([exec("echo [1]", { json: true })])).toEqual(["<1|1>"]);
    expect(await show([exec("printf 'a\\nb\\n'")])).toEqual(['<a\nb|["a","b"]>']);
    expect(await show([exec("true")])).toEqual(["<|>"]);
  });
});

function holds(value: Json, wanted: string): boolean {
  return matches({ v: value }, { path: ["v"], operator: "==", value: whereValue(wanted) });
}

function v(...values: readonly Json[]): readonly Json[] {
  return values.map((value) => ({ v: value }));
}

function cat(stdin?: string): Stage {
  return exec("cat", stdin === undefined ? {} : { stdin });
}

function sorted(values: readonly Json[], desc = false): Promise<readonly Json[]> {
  const unwrap = stage("map", { unwrap: { text: text("v") } });
  return through(v(...values), stage("sort", { ...key("v"), desc: { boolean: desc } }), unwrap);
}

/** Takes two chunks of a child's output, with a pause after the first; says how many there were. */
async function slowly(script: string, cwd: string, pause: () => Promise<void>): Promise<number> {
  const state = await openState(join(cwd, "state"));
  const run = await state.createRun({
    name: null,
    plan: "",
    planHash: "",
    cwd,
    sourcePath: null,
    args: {},
    secretArgs: [],
  });
  const held = await run.hold();
  const world = {
    files: nodeFiles,
    outputs: held.outputs,
    start: nodeHost.start,
    limits: defaultLimits,
    onStderr: undefined,
  };
  const pipe = await openPipe(world);
  if (pipe === null) throw new Error("this system has no mkfifo");
  const { descriptor, stream } = pipe;
  const env = { PATH: process.env.PATH ?? "" };
  const spec = {
    file: "/bin/sh",
    args: ["-c", script],
    role: "shell",
    cwd,
    env,
    stdin: "none",
    stderr: "none",
  } as const;
  const child = await nodeHost.start({ ...spec, stdout: descriptor });
  nodeFiles.closeDescriptor(descriptor);
  let chunks = 0;
  for await (const _ of chunksOf(stream, child.exited)) {
    chunks++;
    if (chunks === 1) await pause();
    if (chunks === 2) break;
  }
  await child.end();
  await held.release();
  return chunks;
}
