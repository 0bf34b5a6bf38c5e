import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openState } from "@lobster-lang/state";
import { childKey, type Retry } from "@lobster-lang/plan";
import { describe, expect, test } from "vitest";
import { delayAfter } from "../src/attempts.ts";
import { nodeHost, type Host } from "../src/index.ts";
import { retryOf } from "../src/repeatable.ts";
import {
  bench,
  call,
  childOf,
  exec,
  failureOf,
  gate,
  outputOf,
  requestOf,
  resumeRun,
  runPlan,
  sh,
  stage,
  stages,
  step as stepOf,
  text,
  workflow,
  type Bench,
} from "./plan-builder.ts";

const retry = (more: Partial<Retry> = {}): Retry => ({
  max: 3,
  delayMs: 1,
  backoff: "fixed",
  maxDelayMs: 30_000,
  jitter: false,
  ...more,
});

/** Fails until it was started `times` times. */
const succeedsAt = (times: number) => `echo x >> tries; test "$(wc -l < tries)" -ge ${times} && echo done`;

function tries(place: Bench): number {
  return readFileSync(join(place.cwd, "tries"), "utf8").split("\n").length - 1;
}

/** A host that notes how long it is asked to sleep, and does not. */
function noting(dice = 0.5): { readonly host: Host; readonly slept: number[] } {
  const slept: number[] = [];
  let clock = 1_000_000;
  const sleep = async (ms: number) => {
    slept.push(ms);
    clock += ms;
  };
  return { host: { ...nodeHost, sleep, now: () => clock, random: () => dice }, slept };
}

async function journalKeys(place: Bench, type: "step-started" | "step-finished"): Promise<readonly string[]> {
  const state = await openState(place.stateDir);
  const [summary] = await state.listRuns();
  const { records } = await (await state.openRun(summary!.header.run)).readJournal();
  return records.flatMap((record) => (record.type === type ? [record.key] : []));
}

describe("a step that fails", () => {
  test("is tried again until it succeeds, each attempt in the journal, each failure told", async () => {
    const place = bench();
    const warnings: string[] = [];
    const plan = workflow([sh("a", succeedsAt(3), { retry: retry({ max: 5 }) })]);
    expect(await outputOf(plan, { onWarning: (message) => warnings.push(message) }, place)).toEqual(["done\n"]);
    expect(tries(place)).toBe(3);
    expect(await journalKeys(place, "step-finished")).toEqual(["a", "a#2", "a#3"]);
    expect(warnings).toEqual([
      expect.stringMatching(/^step `a` failed \(attempt 1 of 5\) and is tried again in 1ms: workflow command failed/),
      expect.stringMatching(/^step `a` failed \(attempt 2 of 5\)/),
    ]);
  });

  test("fails for good after `max` attempts, and `on_error` is about the last one", async () => {
    const place = bench();
    const failing = sh("a", "echo x >> tries; exit 4", { retry: retry() });
    expect(await failureOf(workflow([failing]), {}, place)).toContain("workflow command failed (4)");
    expect(tries(place)).toBe(3);
    expect(await outputOf(workflow([{ ...failing, onError: "continue" }, sh("b", "echo on")]))).toEqual(["on\n"]);
  });

  test("has the whole time limit for each attempt", async () => {
    const place = bench();
    const slow = `${succeedsAt(2)} || sleep 5`;
    const plan = workflow([sh("a", slow, { retry: retry(), timeoutMs: 300 })]);
    expect(await outputOf(plan, {}, place)).toEqual(["done\n"]);
  });

  test("is tried again as a pipeline too, between gates and never through one", async () => {
    const place = bench();
    const approve = stage("approve", { prompt: { text: text("Go?") } });
    const second = exec(`cat > /dev/null; ${succeedsAt(2)}`, { stdin: "json" });
    const plan = workflow([stages("a", [exec("echo 1"), approve, second], { retry: retry() })]);
    const { resumeToken } = requestOf((await runPlan(plan, {}, place)).envelope);
    expect((await resumeRun(place, { token: resumeToken })).envelope).toMatchObject({ output: ["done"] });
    expect(tries(place)).toBe(2);
  });

  test("is not tried again when a person refuses at the terminal", async () => {
    let asked = 0;
    const ask = async () => {
      asked++;
      return false;
    };
    const plan = workflow([sh("a", "true", { retry: retry(), gate: gate("Go?") })]);
    expect(await failureOf(plan, { ask })).toBe("not approved");
    expect(asked).toBe(1);
  });
});

describe("the delay between attempts", () => {
  test("stays the same, or doubles up to a limit; a tenth by the dice", () => {
    const delays = (more: Partial<Retry>, dice = 0.5) => [1, 2, 3, 4].map((n) => delayAfter(retry(more), n, dice));
    expect(delays({ delayMs: 9, maxDelayMs: 3 })).toEqual([9, 9, 9, 9]);
    expect(delays({ delayMs: 2, maxDelayMs: 6, backoff: "exponential" })).toEqual([2, 4, 6, 6]);
    expect(delays({ delayMs: 100, jitter: true }, 0)).toEqual([90, 90, 90, 90]);
    expect(delays({ delayMs: 100, jitter: true }, 1)).toEqual([110, 110, 110, 110]);
    expect(delayAfter(retry({ delayMs: 1e300, backoff: "exponential", maxDelayMs: 1e308 }), 9, 0)).toBe(2147483647);
  });

  test("is slept by the host's clock, with the host's dice", async () => {
    const { host, slept } = noting(1);
    const step = sh("a", "exit 1", { retry: retry({ delayMs: 500, jitter: true, backoff: "exponential" }) });
    await failureOf(workflow([step]), { host });
    expect(slept).toEqual([550, 1100]);
  });

  test("ends at once when the run is told to end", async () => {
    const controller = new AbortController();
    const plan = workflow([sh("a", "exit 1", { retry: retry({ delayMs: 60_000 }) })]);
    const onWarning = () => void setTimeout(() => controller.abort("enough"), 20);
    expect(await failureOf(plan, { signal: controller.signal, onWarning })).toBe("enough");
  });
});

test("a run that died in the delay goes on with the next attempt, and waits only for what is left", async () => {
  const place = bench();
  const plan = workflow([
    sh("ask", "true", { gate: gate("Go?") }),
    sh("a", succeedsAt(3), { retry: retry({ delayMs: 1000 }) }),
    sh("later", "true", { gate: gate("And then?") }),
  ]);
  const { host, slept } = noting();
  const { resumeToken } = requestOf((await runPlan(plan, { host }, place)).envelope);
  const again = requestOf((await resumeRun(place, { token: resumeToken, host })).envelope);
  expect(slept).toEqual([1000, 1000]);
  // A replay of all of it: the attempts are in the journal, and the delays are over.
  const warnings: string[] = [];
  const onWarning = (message: string) => void warnings.push(message);
  expect((await resumeRun(place, { token: again.resumeToken, host, onWarning })).envelope).toMatchObject({ ok: true });
  expect(slept).toEqual([1000, 1000]);
  expect(warnings).toEqual([]);
  expect(tries(place)).toBe(3);
});

describe("a step that acts on others", () => {
  const send = stages("a", [exec("echo 1"), stage("gog.gmail.send")], { retry: retry() });

  test("is not tried again: nobody knows what the failed attempt did", () => {
    expect(retryOf(send, {})).toBeNull();
    expect(retryOf(sh("b", "exit 1", { retry: retry() }), {})).toEqual(retry());
  });

  test("keeps a block around it from being tried again", () => {
    const action = { kind: "parallel", branches: [send], wait: "all", concurrency: 16, timeoutMs: null } as const;
    expect(retryOf(stepOf("p", { action, retry: retry() }), {})).toBeNull();
  });

  test("keeps a workflow that it is a step of from being called again", () => {
    const child = childOf([send]);
    expect(retryOf(call("c", child, {}, { retry: retry() }), { children: { [childKey(child)]: child } })).toBeNull();
  });
});
