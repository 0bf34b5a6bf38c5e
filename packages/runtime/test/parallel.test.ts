import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openState } from "@lobster-lang/state";
import type { PlanStep } from "@lobster-lang/plan";
import { describe, expect, test } from "vitest";
import {
  bench,
  comparison,
  exec,
  failureOf,
  gate,
  loop,
  outputOf,
  parallel,
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

const retry = { max: 2, delayMs: 1, backoff: "fixed", maxDelayMs: 1, jitter: false } as const;
const read = (path: string, more: Partial<PlanStep> = {}) => sh("z", "cat", { stdin: whole(path), ...more });
/** Starts when both have started: only branches at the same time can end. */
const meeting = (id: string, other: string) =>
  sh(id, `touch ${id}.here; while ! test -e ${other}.here; do sleep 0.02; done; echo ${id}`, { timeoutMs: 10_000 });

const any = (branches: readonly PlanStep[], more: Partial<PlanStep> = {}) =>
  parallel("p", branches, { block: { wait: "any" }, ...more });
const note = (id: string, script: string) => sh(id, `echo ${id} >> effects; ${script}`);
const slowBlock = (more: Parameters<typeof parallel>[2], own: Partial<PlanStep> = {}) =>
  failureOf(workflow([parallel("p", [sh("x", "sleep 20", own)], more)]));
const alone = (id: string) => sh(id, "mkdir busy && sleep 0.1 && rmdir busy");
const meetingThen = (path: string) => workflow([parallel("p", [meeting("x", "y"), meeting("y", "x")]), read(path)]);

async function finishedKeys(place: Bench): Promise<readonly string[]> {
  const state = await openState(place.stateDir);
  const [summary] = await state.listRuns();
  const { records } = await (await state.openRun(summary!.header.run)).readJournal();
  return records.flatMap((record) => (record.type === "step-finished" ? [record.key] : []));
}

describe("branches", () => {
  test("run at the same time, and leave results under their ids and the block's", async () => {
    expect(await outputOf(meetingThen("x.stdout"))).toEqual(["x\n"]);
    expect(await outputOf(meetingThen("y.stdout"))).toEqual(["y\n"]);
  });

  test("make a map of their values; a text and a skipped branch are not in it", async () => {
    const never = { when: { value: false } };
    const block = parallel("p", [
      sh("x", "printf 1"),
      stages("y", [exec("echo '{\"k\":2}'", { json: true })]),
      sh("t", "echo text"),
      sh("n", "printf 4", never),
    ]);
    expect(await outputOf(workflow([block]))).toEqual([{ x: 1, y: { k: 2 } }]);
    expect(await outputOf(workflow([block, read("p.stdout")]))).toEqual([{ x: 1, y: { k: 2 } }]);
    expect(await outputOf(workflow([block, read("n.skipped")]))).toEqual([true]);
  });

  test("see what was before the block, and their environment and folder in the block's", async () => {
    const plan = workflow([
      sh("a", "mkdir -p sub; printf before"),
      parallel(
        "p",
        [
          sh("x", 'cat; basename "$PWD"; printf "$A $B"', {
            stdin: whole("a.stdout"),
            env: [{ name: "B", value: text("branch") }],
          }),
        ],
        {
          env: [
            { name: "A", value: text(ref("a.stdout")) },
            { name: "B", value: text("block") },
          ],
          cwd: text("sub"),
        },
      ),
      read("x.stdout"),
    ]);
    expect(await outputOf(plan)).toEqual(["beforesub\nbefore branch"]);
  });

  test("start no more at once than they may", async () => {
    const place = bench();
    await outputOf(
      workflow([parallel("p", [alone("x"), alone("y"), alone("w")], { block: { concurrency: 1 } })]),
      {},
      place,
    );
  });

  test("in a loop have results in each round", async () => {
    const block = parallel("p", [sh("x", "cat", { stdin: whole("item.json") })]);
    const after = sh("s", "cat", { stdin: { text: text("got ", ref("x.json")) } });
    const plan = workflow([sh("a", "echo '[1,2]'"), loop("l", "a.json", [block, after])]);
    expect(await outputOf(plan)).toEqual([
      { item: 1, index: 0, p: { x: 1 }, s: "got 1" },
      { item: 2, index: 1, p: { x: 2 }, s: "got 2" },
    ]);
  });

  test("of a block that is skipped are skipped, too", async () => {
    const block = parallel("p", [sh("x", "echo")], { when: comparison({ value: 1 }, "==", { value: 2 }) });
    expect(await outputOf(workflow([block, read("x.skipped")]))).toEqual([true]);
  });
});

describe("a branch that fails", () => {
  const failing = parallel("p", [sh("ok", "sleep 0.2; printf 1"), sh("bad", "exit 3"), sh("worse", "exit 4")]);

  test("fails the block when all have ended, with the first of the file", async () => {
    expect(await failureOf(workflow([failing]))).toMatch(/^branch `bad` failed: workflow command failed \(3\)/);
  });

  test("leaves the results of the others to a run that goes on", async () => {
    const block = { ...failing, onError: "continue" } as const;
    expect(await outputOf(workflow([block, read("ok.json")]))).toEqual([1]);
    expect(await outputOf(workflow([block, read("bad.error")]))).toEqual([true]);
    expect(await outputOf(workflow([block, read("p.error")]))).toEqual([true]);
  });

  test("may say `continue` and `retry` itself; the block's `retry` repeats them all", async () => {
    const place = bench();
    const twice = 'echo x >> tries; test "$(wc -l < tries)" -ge 2 && printf 1';
    const own = [sh("x", twice, { retry }), sh("bad", "exit 3", { onError: "continue" })];
    expect(await outputOf(workflow([parallel("p", own)]), {}, place)).toEqual([{ x: 1 }]);
    expect((await finishedKeys(place)).toSorted()).toEqual(["p", "p/bad", "p/x", "p/x#2"]);
    const again = bench();
    expect(await outputOf(workflow([parallel("p", [sh("x", twice)], { retry })]), {}, again)).toEqual([{ x: 1 }]);
    expect(await finishedKeys(again)).toEqual(["p/x", "p", "p#2/x", "p#2"]);
  });

  test("by a time limit of its own, of the block or of the step", async () => {
    expect(await slowBlock({}, { timeoutMs: 60 })).toBe("branch `x` failed: step `x` timed out after 60ms");
    expect(await slowBlock({ block: { timeoutMs: 70 } })).toBe("step `p` timed out after 70ms");
    expect(await slowBlock({ timeoutMs: 80 })).toBe("step `p` timed out after 80ms");
  });
});

describe("`wait: any` (D12)", () => {
  const quickFailure = sh("bad", "exit 3");
  const winner = sh("good", "sleep 0.2; printf '{\"n\":1}'");

  test("takes the first that succeeds, not the first that ends", async () => {
    const block = any([quickFailure, winner]);
    expect(await outputOf(workflow([block]))).toEqual([{ good: { n: 1 } }]);
    expect(await outputOf(workflow([block, read("p.stdout")]))).toEqual([{ n: 1 }]);
    expect(await outputOf(workflow([block, read("p.json")]))).toEqual([{ good: { n: 1 } }]);
    expect(await outputOf(workflow([block, read("good.json")]))).toEqual([{ n: 1 }]);
  });

  test("ends the others, who are as if skipped", async () => {
    const place = bench();
    const loser = sh("slow", "sleep 30; touch done", { retry, onError: "continue" });
    const started = Date.now();
    expect(await outputOf(workflow([any([loser, winner]), read("slow.skipped")]), {}, place)).toEqual([true]);
    expect(Date.now() - started).toBeLessThan(15_000);
    expect(existsSync(join(place.cwd, "done"))).toBe(false);
    // Its end is the block's: it has not failed by itself, and is not tried again.
    expect((await finishedKeys(place)).filter((key) => key.startsWith("p/slow"))).toEqual([]);
  });

  test("fails only when all have failed, also those that may", async () => {
    const other = sh("other", "exit 4", { onError: "continue" });
    expect(await failureOf(workflow([any([other, quickFailure])]))).toContain("branch `other` failed");
    const skipped = sh("n", "true", { when: { value: false } });
    expect(await outputOf(workflow([any([skipped, winner])]))).toEqual([{ good: { n: 1 } }]);
    expect(await outputOf(workflow([any([skipped])]))).toEqual([{}]);
  });

  test("has the same winner after a pause, and nothing runs again", async () => {
    const place = bench();
    const plan = workflow([
      any([note("slow", "sleep 30"), note("good", "sleep 0.2; printf 1")]),
      step("ask", { gate: gate("Go?") }),
      read("p.json"),
    ]);
    const { resumeToken } = requestOf((await runPlan(plan, {}, place)).envelope);
    expect((await resumeRun(place, { token: resumeToken })).envelope).toMatchObject({ output: [{ good: 1 }] });
    expect(readFileSync(join(place.cwd, "effects"), "utf8").split("\n").toSorted()).toEqual(["", "good", "slow"]);
  });
});

test("a gate of the block comes after it", async () => {
  const place = bench();
  const plan = workflow([parallel("p", [sh("x", "printf 1")], { gate: gate("Go?") }), read("x.json")]);
  const request = requestOf((await runPlan(plan, {}, place)).envelope);
  expect(request.items).toEqual([{ x: 1 }]);
  expect((await resumeRun(place, { token: request.resumeToken })).envelope).toMatchObject({ output: [1] });
});
