import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  bench,
  exec,
  failureOf,
  outputOf,
  pipeline,
  requestOf,
  resumeRun,
  runPlan,
  stage,
  text,
  type Bench,
} from "../plan-builder.ts";

const keyed = (command: string, key: string) => stage(command, { key: { text: text(key) } });
const approve = stage("approve", {
  prompt: { text: text("Go?") },
  emit: { boolean: false },
  "preview-from-stdin": { boolean: false },
  limit: { number: 5 },
});
const json = (value: unknown) => exec(`printf '%s' '${JSON.stringify(value)}'`, { json: true });

async function last(place: Bench, value: unknown) {
  const [item] = await outputOf(pipeline(json(value), keyed("diff.last", "pr")), {}, place);
  return item;
}

describe("state.set and state.get", () => {
  test("one item is kept as itself, several as a list, and a missing value is null", async () => {
    const place = bench();
    expect(await outputOf(pipeline(json([{ a: 1 }]), keyed("state.set", "one")), {}, place)).toEqual([{ a: 1 }]);
    expect(await outputOf(pipeline(json([1, 2]), keyed("state.set", "two")), {}, place)).toEqual([[1, 2]]);
    expect(await outputOf(pipeline(keyed("state.get", "one")), {}, place)).toEqual([{ a: 1 }]);
    expect(await outputOf(pipeline(keyed("state.get", "Two")), {}, place)).toEqual([[1, 2]]);
    expect(await outputOf(pipeline(keyed("state.get", "three")), {}, place)).toEqual([null]);
  });

  test.each(["state.get", "commands.list", "workflows.list"])(
    "%s reads nothing, but what stands before it runs",
    async (name) => {
      const place = bench();
      const source = name === "state.get" ? keyed(name, "k") : stage(name);
      const items = await outputOf(pipeline(exec("echo x > ran; echo 5"), keyed("state.set", "k"), source), {}, place);
      expect(items[0]).toEqual(name === "state.get" ? "5" : expect.objectContaining({ name: expect.any(String) }));
      expect(readFileSync(join(place.cwd, "ran"), "utf8")).toBe("x\n");
    },
  );

  test("values stand in a private folder of their own, under names that lead nowhere else", async () => {
    const place = bench();
    await outputOf(pipeline(json([1]), keyed("state.set", "../../etc/A b")), {}, place);
    await outputOf(pipeline(json([2]), keyed("state.set", "x".repeat(300))), {}, place);
    const file = join(place.stateDir, "values", ".._.._etc_a_b.json");
    expect(readFileSync(file, "utf8")).toBe("1\n");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(place.stateDir, "values")).mode & 0o777).toBe(0o700);
    expect(await outputOf(pipeline(keyed("state.get", "X".repeat(300))), {}, place)).toEqual([2]);
  });

  test("reads what the original left, until there is something newer, and never a record of a run", async () => {
    const place = bench();
    mkdirSync(place.stateDir, { recursive: true });
    writeFileSync(join(place.stateDir, "old.json"), '{"from": "there"}\n');
    writeFileSync(join(place.stateDir, "approval_0123abcd.json"), "{}");
    expect(await outputOf(pipeline(keyed("state.get", "old")), {}, place)).toEqual([{ from: "there" }]);
    expect(await outputOf(pipeline(keyed("state.get", "approval_0123abcd")), {}, place)).toEqual([null]);
    await outputOf(pipeline(json(["new"]), keyed("state.set", "old")), {}, place);
    expect(await outputOf(pipeline(keyed("state.get", "old")), {}, place)).toEqual(["new"]);
    expect(readFileSync(join(place.stateDir, "old.json"), "utf8")).toBe('{"from": "there"}\n');
  });

  test("a name of nothing and a damaged value are failures in words", async () => {
    const place = bench();
    expect(await failureOf(pipeline(keyed("state.get", "///")), {}, place)).toContain("names no stored value");
    mkdirSync(join(place.stateDir, "values"), { recursive: true });
    writeFileSync(join(place.stateDir, "values", "bad.json"), "{");
    expect(await failureOf(pipeline(keyed("state.get", "bad")), {}, place)).toContain("damaged");
  });
});

describe("diff.last", () => {
  test("tells what changed, whatever the order of keys", async () => {
    const place = bench();
    expect(await last(place, [{ a: 1, b: 2 }])).toEqual({
      kind: "diff.last",
      key: "pr",
      changed: true,
      before: null,
      after: { a: 1, b: 2 },
    });
    expect(await last(place, [{ b: 2, a: 1 }])).toMatchObject({ changed: false });
    expect(await last(place, [{ a: 2 }])).toMatchObject({ changed: true, before: { a: 1, b: 2 }, after: { a: 2 } });
  });

  test("null is no change where there was nothing", async () => {
    const place = bench();
    expect(await last(place, [null])).toMatchObject({ changed: false, before: null, after: null });
  });

  test("a later stage that fails leaves the change to be told again", async () => {
    const place = bench();
    await last(place, [1]);
    const notify = exec("exit 3", { stdin: "json" });
    expect(await failureOf(pipeline(json([2]), keyed("diff.last", "pr"), notify), {}, place)).toContain("exec failed");
    expect(await last(place, [2])).toMatchObject({ changed: true, before: 1 });
    expect(await last(place, [2])).toMatchObject({ changed: false });
  });

  test.each([
    ["behind it", [exec("cat", { stdin: "raw" })]],
    ["at the end", []],
  ])("stores only when the gate %s was approved", async (_, after) => {
    const place = bench();
    const plan = pipeline(json([1]), keyed("diff.last", "pr"), approve, ...after);
    const first = requestOf((await runPlan(plan, {}, place)).envelope);
    await resumeRun(place, { token: first.resumeToken, decision: "reject" });
    expect(await outputOf(pipeline(keyed("state.get", "pr")), {}, place)).toEqual([null]);
    const second = requestOf((await runPlan(plan, {}, place)).envelope);
    expect((await resumeRun(place, { token: second.resumeToken })).envelope.ok).toBe(true);
    expect(await outputOf(pipeline(keyed("state.get", "pr")), {}, place)).toEqual([1]);
  });

  test("a damaged last value counts as none", async () => {
    const place = bench();
    mkdirSync(join(place.stateDir, "values"), { recursive: true });
    writeFileSync(join(place.stateDir, "values", "pr.json"), "{");
    expect(await last(place, [1])).toMatchObject({ changed: true, before: null });
  });
});

test("commands.list describes every stage", async () => {
  const items = (await outputOf(pipeline(stage("commands.list")))) as { readonly name: string }[];
  expect(items.map((item) => item.name)).toContain("where");
  expect(items.find((item) => item.name === "head")).toMatchObject({
    argsSchema: { properties: { n: { type: "number", default: 10, minimum: 0 } } },
  });
});
