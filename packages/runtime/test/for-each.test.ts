import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { openState } from "@lobster-lang/state";
import type { Json, PlanStep } from "@lobster-lang/plan";
import { describe, expect, test } from "vitest";
import { nodeHost } from "../src/index.ts";
import {
  arg,
  bench,
  bound,
  comparison,
  exec,
  failureOf,
  gate,
  loop,
  outputOf,
  ref,
  requestOf,
  resumeRun,
  runPlan,
  sh,
  stages,
  step,
  text,
  whole,
  workflow,
  type Bench,
} from "./plan-builder.ts";

const list = (value: Json) => sh("a", `printf '%s' '${JSON.stringify(value)}'`);
/** Prints the item. */
const show = (id = "s", more: Partial<PlanStep> = {}) => sh(id, "cat", { stdin: whole("item.json"), ...more });
const retry = { max: 3, delayMs: 1, backoff: "fixed", maxDelayMs: 1, jitter: false } as const;

function effects(place: Bench): readonly string[] {
  const path = join(place.cwd, "effects");
  return existsSync(path) ? readFileSync(path, "utf8").trimEnd().split("\n") : [];
}

/** Notes the item in the file `effects`. */
const note = (id: string, more: Partial<PlanStep> = {}) =>
  step(id, {
    ...bound(id, 'printf "%s\\n" "${_LOBSTER_1}" >> effects', { _LOBSTER_1: ref("item.json") }),
    ...more,
  });

async function finishedKeys(place: Bench): Promise<readonly string[]> {
  const state = await openState(place.stateDir);
  const [summary] = await state.listRuns();
  const { records } = await (await state.openRun(summary!.header.run)).readJournal();
  return records.flatMap((record) => (record.type === "step-finished" ? [record.key] : []));
}

const slowLoop = (more: Partial<PlanStep>, around: Partial<PlanStep>) =>
  failureOf(workflow([list([1, 2]), loop("l", "a.json", [sh("s", "sleep 20", more)], around)]));

const failingFirst = (onError: "continue" | "skip_rest") =>
  workflow([list([1, 2]), loop("l", "a.json", [sh("bad", "exit 3", { onError }), show()])]);

/** A loop that asks about each item. */
const asking = (concurrency = 1) =>
  workflow([
    list(["x", "y", "z"]),
    loop(
      "l",
      "a.json",
      [note("before"), step("ask", { gate: gate("Go?"), stdin: whole("item.json") }), note("after")],
      { loop: { concurrency } },
    ),
    sh("end", "cat", { stdin: whole("l.stdout") }),
  ]);

describe("a loop", () => {
  test("gives a map for each item: the item, its number, and what each step left", async () => {
    const place = bench();
    const plan = workflow([
      list([{ name: "x" }, { name: "y" }]),
      loop("l", "a.json", [
        sh("json", "cat", { stdin: whole("item.json") }),
        sh("text", "echo hi", { when: comparison(ref("index.json"), "==", { value: 0 }) }),
        sh("after", "cat", { stdin: { text: text(ref("json.json.name"), "-", ref("index.json")) } }),
      ]),
    ]);
    expect(await outputOf(plan, {}, place)).toEqual([
      { item: { name: "x" }, index: 0, json: { name: "x" }, text: "hi\n", after: "x-0" },
      { item: { name: "y" }, index: 1, json: { name: "y" }, after: "y-1" },
    ]);
    expect(await finishedKeys(place)).toEqual(["a", "l/0/json", "l/0/text", "l/0/after", "l/1/json", "l/1/after", "l"]);
  });

  test("runs over an argument, and over the items of a pipeline, one or many (D11)", async () => {
    const args = [arg("xs", { type: "array", default: [1, 2] })];
    expect(await outputOf(workflow([loop("l", "xs", [show()])], { args }))).toHaveLength(2);
    const one = stages("a", [exec("echo '[1]'", { json: true })]);
    expect(await outputOf(workflow([one, loop("l", "a.json", [show()])]))).toEqual([{ item: 1, index: 0, s: 1 }]);
    expect(await outputOf(workflow([list([]), loop("l", "a.json", [show()])]))).toEqual([]);
  });

  test.each([
    [{ items: [] }, "a loop needs a list, but `$a.json` is a map; did you mean `$a.json.items`?"],
    ["text", "a loop needs a list, but `$a.json` is a text"],
    [null, "a loop needs a list, but `$a.json` is null"],
  ])("over %j fails as a step does", async (value, message) => {
    const over = (more: Partial<PlanStep> = {}) => workflow([list(value), loop("l", "a.json", [show()], more)]);
    expect(await failureOf(over())).toBe(message);
    const after = sh("z", "cat", { stdin: whole("l.error_message") });
    const { steps } = over({ onError: "continue" });
    expect(await outputOf(workflow([...steps, after]))).toEqual([message]);
  });

  test("shows the outer results inside, and nothing of a round in the next one or outside", async () => {
    const plan = workflow([
      sh("s", "printf outer"),
      list([1, 2]),
      loop("l", "a.json", [sh("t", "cat", { stdin: whole("s.stdout") }), sh("s", "printf inner"), show("u")]),
      sh("z", "cat", { stdin: whole("s.stdout") }),
    ]);
    expect(await outputOf(plan)).toEqual(["outer"]);
    const { steps } = workflow(plan.steps.slice(0, 3));
    expect(await outputOf(workflow(steps))).toMatchObject([{ t: "outer", s: "inner" }, { t: "outer" }]);
  });

  test("makes its environment and folder anew for each item", async () => {
    const plan = workflow(
      [
        list(["x", "y"]),
        loop("l", "a.json", [sh("s", 'mkdir -p "$N"; printf "$N $M"', { env: [{ name: "M", value: text("sub") }] })], {
          env: [
            { name: "N", value: text(ref("item.json")) },
            { name: "M", value: text("loop") },
          ],
        }),
      ],
      { env: [{ name: "N", value: text("plan") }] },
    );
    expect(await outputOf(plan)).toMatchObject([{ s: "x sub" }, { s: "y sub" }]);
  });

  test("loops in loops", async () => {
    const inner = loop("inner", "item.json", [show("s", { stdin: { text: text(ref("item.json"), ref("x.json")) } })], {
      loop: { itemVariable: "x", indexVariable: "n" },
    });
    const plan = workflow([list([["a"], ["b", "c"]]), loop("l", "a.json", [inner])]);
    expect(await outputOf(plan)).toEqual([
      { item: ["a"], index: 0, inner: [{ x: "a", n: 0, s: '["a"]a' }] },
      {
        item: ["b", "c"],
        index: 1,
        inner: [
          { x: "b", n: 0, s: '["b","c"]b' },
          { x: "c", n: 1, s: '["b","c"]c' },
        ],
      },
    ]);
  });
});

describe("what a step in a loop says of its failure (D10)", () => {
  test("`stop` fails the loop, and no further round starts", async () => {
    const place = bench();
    const plan = workflow([list([1, 2]), loop("l", "a.json", [note("s"), sh("t", "exit 3")])]);
    expect(await failureOf(plan, {}, place)).toContain("workflow command failed (3)");
    expect(effects(place)).toEqual(["1"]);
  });

  test("`continue` and `skip_rest` go on with the next step or the next round", async () => {
    expect(await outputOf(failingFirst("continue"))).toEqual([
      { item: 1, index: 0, s: 1 },
      { item: 2, index: 1, s: 2 },
    ]);
    expect(await outputOf(failingFirst("skip_rest"))).toEqual([
      { item: 1, index: 0 },
      { item: 2, index: 1 },
    ]);
  });

  test("`retry` repeats the step; on the loop it repeats the loop", async () => {
    const place = bench();
    const script = 'printf "%s\\n" x >> effects; test "$(wc -l < effects)" -ge 3';
    expect(await outputOf(workflow([list([1]), loop("l", "a.json", [sh("s", script, { retry })])]), {}, place)).toEqual(
      [{ item: 1, index: 0, s: "" }],
    );
    expect(await finishedKeys(place)).toEqual(["a", "l/0/s", "l/0/s#2", "l/0/s#3", "l"]);
    const second = bench();
    await outputOf(workflow([list([1]), loop("l", "a.json", [sh("s", script)], { retry })]), {}, second);
    expect(await finishedKeys(second)).toEqual(["a", "l/0/s", "l", "l#2/0/s", "l#2", "l#3/0/s", "l#3"]);
  });

  test("`timeout_ms` ends a step, or the loop with the step that runs", async () => {
    expect(await slowLoop({ timeoutMs: 50 }, {})).toBe("step `s` timed out after 50ms");
    expect(await slowLoop({ onError: "continue", retry }, { timeoutMs: 300 })).toBe("step `l` timed out after 300ms");
  });
});

describe("pace", () => {
  test("pauses after each batch but the last, by the host's clock", async () => {
    const slept: number[] = [];
    let clock = 0;
    const sleep = async (ms: number) => {
      slept.push(ms);
      clock += ms;
    };
    const host = { ...nodeHost, sleep, now: () => clock };
    const pause = { batchSize: 2, ms: 500 };
    await outputOf(workflow([list([1, 2, 3, 4, 5]), loop("l", "a.json", [show()], { loop: { pause } })]), { host });
    expect(slept).toEqual([500, 500]);
  });

  test("runs several items at once, and gives them in their order", async () => {
    const waits = sh("s", 'touch "$N"; while ! test -e 0 || ! test -e 1; do sleep 0.02; done; sleep 0.$((2 - N))', {
      env: [{ name: "N", value: text(ref("index.json")) }],
      timeoutMs: 10_000,
    });
    const plan = workflow([list(["x", "y"]), loop("l", "a.json", [waits], { loop: { concurrency: 2 } })]);
    expect(await outputOf(plan)).toMatchObject([{ item: "x" }, { item: "y" }]);
  });
});

test("many rounds at once are no leak for Node to warn of", async () => {
  const warnings: Error[] = [];
  const listen = (warning: Error) => void warnings.push(warning);
  process.on("warning", listen);
  const items = Array.from({ length: 16 }, (_, n) => n);
  const slow = sh("s", "sleep 0.2", { timeoutMs: 10_000 });
  await outputOf(workflow([list(items), loop("l", "a.json", [slow], { loop: { concurrency: 16 } })]));
  process.off("warning", listen);
  expect(warnings).toEqual([]);
});

describe("a gate in a loop (D9)", () => {
  test("pauses once for each item and goes on at that item", async () => {
    const place = bench();
    let { envelope } = await runPlan(asking(), {}, place);
    for (const item of ["x", "y", "z"]) {
      const request = requestOf(envelope);
      expect(request).toMatchObject({ prompt: "Go?", items: [], preview: item });
      ({ envelope } = await resumeRun(place, { token: request.resumeToken }));
    }
    expect(envelope).toMatchObject({ status: "ok", output: [{ item: "x" }, { item: "y" }, { item: "z" }] });
    expect(effects(place)).toEqual(["x", "x", "y", "y", "z", "z"]);
  });

  test("asks for one at a time, also where items run at once", async () => {
    const place = bench();
    let { envelope } = await runPlan(asking(3), {}, place);
    let pauses = 0;
    while (envelope.ok && envelope.status === "needs_approval") {
      pauses++;
      ({ envelope } = await resumeRun(place, { token: requestOf(envelope).resumeToken }));
    }
    expect(pauses).toBe(3);
    expect(envelope).toMatchObject({ status: "ok" });
    expect([...effects(place)].toSorted()).toEqual(["x", "x", "y", "y", "z", "z"]);
  });

  test("that is refused cancels the run", async () => {
    const place = bench();
    const { approvalId } = requestOf((await runPlan(asking(), {}, place)).envelope);
    const { envelope } = await resumeRun(place, { approvalId, decision: "reject" });
    expect(envelope).toMatchObject({ status: "cancelled" });
    expect(effects(place)).toEqual(["x"]);
  });

  test("a time limit that the loop met before a pause is not met again after it", async () => {
    const place = bench();
    const plan = workflow([
      list([1, 2]),
      loop("l", "a.json", [note("n"), sh("s", "sleep 20", { onError: "continue" })], {
        timeoutMs: 300,
        onError: "continue",
      }),
      step("ask", { gate: gate("Go?") }),
      sh("end", "cat", { stdin: whole("l.error_message") }),
    ]);
    const { resumeToken } = requestOf((await runPlan(plan, {}, place)).envelope);
    await setTimeout(10);
    const { envelope } = await resumeRun(place, { token: resumeToken });
    expect(envelope).toMatchObject({ output: ["step `l` timed out after 300ms"] });
    expect(effects(place)).toEqual(["1"]);
  });
});
