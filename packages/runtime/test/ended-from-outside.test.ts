import { openState } from "@lobster-lang/state";
import { describe, expect, test } from "vitest";
import {
  bench,
  failureOf,
  loop,
  outputOf,
  parallel,
  ref,
  runPlan,
  sh,
  step,
  gate,
  workflow,
  type Bench,
} from "./plan-builder.ts";

// A step that a limit around it has ended has not failed by itself: neither its `on_error` nor its `retry` is asked.

const retry = { max: 3, delayMs: 1, backoff: "fixed", maxDelayMs: 1, jitter: false } as const;
const endless = sh("s", "sleep 20", { onError: "continue" });

async function runOf(place: Bench) {
  const [summary] = await (await openState(place.stateDir)).listRuns();
  return summary!;
}

describe("a step that the limit around it has ended", () => {
  test("fails the loop, also as the last step of its last round", async () => {
    const plan = workflow([sh("a", "echo '[1]'"), loop("l", "a.json", [endless], { timeoutMs: 100 })]);
    expect(await failureOf(plan)).toBe("step `l` timed out after 100ms");
  });

  test("is not asked about: what comes after it in the round does not run, nor another try", async () => {
    const round = [sh("s", "echo x >> tries; sleep 20", { retry, onError: "continue" }), sh("t", "touch after")];
    const plan = workflow([
      sh("a", "echo '[1,2]'"),
      loop("l", "a.json", round, { timeoutMs: 150, onError: "continue" }),
      sh("end", "wc -l < tries; ls after"),
    ]);
    expect(await failureOf(plan)).toMatch(/after.*No such file/);
  });

  test("does not open its gate (D6 is about its own failures)", async () => {
    const plan = workflow([
      sh("a", "echo '[1]'"),
      loop("l", "a.json", [{ ...endless, gate: gate("Go?") }], { timeoutMs: 100, onError: "continue" }),
      sh("end", "echo ended"),
    ]);
    expect(await outputOf(plan)).toEqual(["ended\n"]);
  });

  test("fails the loop inside of which it stands, however many loops there are", async () => {
    const inner = loop("inner", "a.json", [endless], { onError: "continue" });
    const plan = workflow([
      sh("a", "echo '[1]'"),
      loop("outer", "a.json", [inner], { timeoutMs: 100, loop: { itemVariable: "row" } }),
    ]);
    expect(await failureOf(plan)).toBe("step `outer` timed out after 100ms");
  });

  test("waits for no word once the block around it is over", async () => {
    const place = bench();
    const plan = workflow([
      parallel("race", [sh("good", "echo 1"), sh("lame", "sleep 20")], { block: { wait: "any" } }),
      parallel("both", [sh("slow", "sleep 20")], { block: { timeoutMs: 50 }, onError: "continue" }),
      sh("last", "exit 1"),
    ]);
    await runPlan(plan, {}, place);
    expect(await runOf(place)).toMatchObject({ status: "failed", interrupted: [] });
  });

  test("leaves its block's own words, and reads as failed", async () => {
    const plan = workflow([
      parallel("both", [sh("slow", "sleep 20"), sh("quick", "echo 1")], {
        block: { timeoutMs: 100 },
        onError: "continue",
      }),
      step("show", { stdin: { list: [{ whole: ref("both.error_message") }, { whole: ref("slow.error_message") }] } }),
      sh("end", "cat", { stdin: { whole: ref("show.json") } }),
    ]);
    const message = "step `both` timed out after 100ms";
    expect(await outputOf(plan)).toEqual([message, message]);
  });
});
