import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plan } from "@lobster-lang/plan";
import { describe, expect, test } from "vitest";
import {
  dryRun,
  isRunError,
  outputOf,
  resume,
  run,
  start,
  startResume,
  nodeHost,
  type Host,
  type LobsterEvent,
  type RunOptions,
  type RunResult,
} from "../src/index.ts";
import { lives } from "../../../test/e2e/sandbox.ts";
import { arg, bench, bound, gate, parallel, requestOf, sh, step, workflow, type Bench } from "./plan-builder.ts";

async function all(events: AsyncIterable<LobsterEvent>): Promise<LobsterEvent[]> {
  const seen: LobsterEvent[] = [];
  for await (const event of events) seen.push(event);
  return seen;
}

/** An event in a few words. */
function said(event: LobsterEvent): string {
  switch (event.kind) {
    case "run":
      return `run ${event.phase}`;
    case "step":
      return `${event.id} ${event.phase}`;
    case "gate":
      return `gate ${event.key} ${event.phase}`;
    case "process":
      return `process ${event.phase}`;
    case "warning":
      return "warning";
    case "lost":
      return `lost ${event.count}`;
  }
}

function codeOf({ failure }: RunResult): string | undefined {
  return failure?.code;
}

const hour = "sleep 3600";
const once = { max: 1, delayMs: 1, backoff: "fixed", maxDelayMs: 1, jitter: false } as const;

describe("a started run", () => {
  test("tells what happens in it, in order, to its end", async () => {
    const { events, result } = start(
      workflow([sh("a", "echo 1"), sh("b", "echo 2", { when: { value: false } })]),
      bench(),
    );
    const seen = await all(events);
    expect(seen.map(said)).toEqual([
      "run started",
      "a started",
      "process started",
      "process ended",
      "a finished",
      "b skipped",
      "run finished",
    ]);
    const { runId } = await result;
    expect(new Set(seen.map((event) => "run" in event && event.run))).toEqual(new Set([runId]));
  });

  test("does not see another run beside it", async () => {
    const places = [bench(), bench(), bench()];
    const runs = places.map((place, n) => start(workflow([sh(`s${n}`, `echo ${n}; pwd`)]), place));
    const seen = await Promise.all(runs.map(({ events }) => all(events)));
    for (const [n, { result }] of runs.entries()) {
      const { envelope, runId } = await result;
      expect(envelope).toMatchObject({ ok: true, output: [`${n}\n${places[n]!.cwd}\n`] });
      expect(seen[n]!.map(said)).toEqual([
        "run started",
        `s${n} started`,
        "process started",
        "process ended",
        `s${n} finished`,
        "run finished",
      ]);
      expect(seen[n]!.every((event) => "run" in event && event.run === runId)).toBe(true);
    }
  });

  test("goes on when its reader stops, and when nobody reads at all", async () => {
    const plan = workflow([sh("a", "echo 1"), sh("b", "echo 2")]);
    const left = start(plan, bench());
    for await (const event of left.events) if (event.kind === "step") break;
    expect(await all(left.events)).toEqual([]);
    expect(outputOf(await left.result)).toEqual([2]);
    expect(outputOf(await start(plan, bench()).result)).toEqual([2]);
  });

  test("lets the oldest events go when nobody takes them, and says how many", async () => {
    const { events, result } = start(workflow([sh("a", "true"), sh("b", "true")]), { ...bench(), eventBuffer: 3 });
    await result;
    expect((await all(events)).map(said)).toEqual(["lost 7", "process ended", "b finished", "run finished"]);
  });

  test("masks secret arguments in its events", async () => {
    const plan = workflow([bound("a", 'echo "${LOBSTER_ARG_KEY}" >&2; exit 1', { LOBSTER_ARG_KEY: { arg: "key" } })], {
      args: [arg("key", { secret: true })],
    });
    const { events, result } = start(plan, { ...bench(), args: { key: "hunter2" } });
    const seen = JSON.stringify(await all(events));
    expect(seen).toContain("***");
    expect(seen + JSON.stringify(await result)).not.toContain("hunter2");
  });

  test("is aborted with a reason, and its children with it", async () => {
    const place = bench();
    const started = start(workflow([sh("a", `echo $$ > pid; ${hour} & ${hour}`)]), place);
    for await (const event of started.events) if (event.kind === "process") break;
    while (!existsSync(join(place.cwd, "pid"))) await new Promise((resolve) => setTimeout(resolve, 5));
    const pid = Number(readFileSync(join(place.cwd, "pid"), "utf8"));
    started.abort("the window was closed");
    const result = await started.result;
    expect(result).toMatchObject({
      envelope: { ok: false, error: { type: "runtime_error", message: "the window was closed" } },
      failure: { code: "aborted", message: "the window was closed", step: null },
    });
    expect(lives(pid)).toBe(false);
  });

  test("ends with the caller's signal, which is left without listeners", async () => {
    const place = bench();
    const result = await start(workflow([sh("a", hour)]), { ...place, signal: AbortSignal.timeout(50) }).result;
    expect(codeOf(result)).toBe("aborted");
    expect(codeOf(await run(workflow([sh("a", "true")]), { ...place, signal: AbortSignal.abort("no") }))).toBe(
      "aborted",
    );
  });

  test("kills its own children at once, not those of another run", async () => {
    const killing = new AbortController();
    const stubborn = workflow([sh("a", `trap '' TERM; echo ready > ready; while :; do sleep 0.05; done`)]);
    const [hurt, other] = [bench(), bench()];
    const killed = run(stubborn, { ...hurt, killSignal: killing.signal });
    const unhurt = start(workflow([sh("b", "echo ready > ready; sleep 0.6; echo done")]), other);
    for (const place of [hurt, other])
      while (!existsSync(join(place.cwd, "ready"))) await new Promise((resolve) => setTimeout(resolve, 5));
    killing.abort();
    expect((await killed).failure).toMatchObject({ code: "step_failed", step: "a" });
    expect(outputOf(await unhurt.result)).toEqual(["done\n"]);
  });

  test("resumes with events of its own", async () => {
    const place = bench();
    const plan = workflow([sh("a", "echo hi", { gate: gate("Go?") }), sh("b", "echo done")]);
    const paused = start(plan, place);
    expect((await all(paused.events)).map(said).slice(-2)).toEqual(["gate a opened", "run paused"]);
    const { approvalId } = requestOf((await paused.result).envelope);
    const resumed = startResume({ stateDir: place.stateDir, approvalId, decision: "approve" });
    expect((await all(resumed.events)).map(said)).toEqual([
      "gate a decided",
      "run resumed",
      "b started",
      "process started",
      "process ended",
      "b finished",
      "run finished",
    ]);
    expect(outputOf(await resumed.result)).toEqual(["done\n"]);
  });

  test("ends its events also when nothing could be started", async () => {
    const { events, result } = start(workflow([]), { ...bench(), args: { x: 1 } });
    expect(await all(events)).toEqual([]);
    expect((await result).failure).toMatchObject({ code: "invalid_arguments", step: null });
  });
});

describe("two runs in one process", () => {
  test("have environments, folders and limits of their own", async () => {
    const env = { ...process.env, WHO: "first" };
    const first = run(workflow([sh("a", 'sleep 0.2; echo "$WHO"')]), { ...bench(), env });
    env.WHO = "changed later";
    const second = run(workflow([sh("a", 'echo "$WHO"; seq 100000')]), {
      ...bench(),
      env: { ...process.env, WHO: "second" },
      limits: { maxOutputBytes: 1000 },
    });
    expect(outputOf(await first)).toEqual(["first\n"]);
    expect((await second).failure?.message).toContain("more than 1000 bytes");
  });

  test("that answer one gate: one goes on, the other is told", async () => {
    const place = bench();
    const plan = workflow([sh("a", "true", { gate: gate("Go?") }), sh("b", "echo x >> effects")]);
    const { approvalId } = requestOf((await run(plan, place)).envelope);
    const answers = await Promise.all(
      [1, 2, 3].map(() => resume({ stateDir: place.stateDir, approvalId, decision: "approve" })),
    );
    expect(answers.map(codeOf).toSorted()).toEqual(["already_decided", "already_decided", undefined]);
    expect(readFileSync(join(place.cwd, "effects"), "utf8")).toBe("x\n");
  });

  test("at the same time leave no listener behind", async () => {
    const { signal } = new AbortController();
    const before = process.listenerCount("exit");
    const plan = workflow([parallel("p", [sh("x", "true"), sh("y", "true")])]);
    await Promise.all([1, 2, 3].map(() => run(plan, { ...bench(), signal })));
    expect(process.listenerCount("exit")).toBeLessThanOrEqual(before + 1);
    expect(process.listenerCount("SIGINT")).toBe(0);
  });
});

function fail(): never {
  throw new Error("no such window");
}

describe("what a caller hands over may throw", () => {
  const asking = workflow([sh("a", "echo hi >&2", { gate: gate("Go?") })]);
  const breaking: Host = {
    ...nodeHost,
    start: async (spec) => ({ ...(await nodeHost.start(spec)), exited: Promise.reject(new Error("no such window")) }),
  };
  const retried = workflow([sh("a", "exit 1", { retry: { ...once, max: 2 } })]);

  // An unhandled rejection anywhere fails the whole test file.
  test.each<[string, Plan, RunOptions]>([
    ["ask", asking, { ask: async () => fail() }],
    ["ask, at once", asking, { ask: fail }],
    ["onStderr", asking, { onStderr: fail }],
    ["onWarning", retried, { onWarning: fail }],
    ["a host", asking, { host: breaking }],
  ])("%s: the run fails in words", async (_what, plan, options) => {
    const { events, result } = start(plan, { ...bench(), ...options });
    const seen = await all(events);
    expect(seen.at(-1)).toMatchObject({ kind: "run", phase: "finished", status: "failed" });
    expect((await result).failure?.message).toContain("no such window");
  });

  test("fifty runs on one signal at once warn of nothing", async () => {
    const warnings: string[] = [];
    const listen = (warning: Error) => void warnings.push(warning.message);
    process.on("warning", listen);
    const { signal } = new AbortController();
    const plan = workflow([step("a", { gate: null, stdin: { json: 1 } })]);
    const results = await Promise.all(Array.from({ length: 50 }, () => start(plan, { ...bench(), signal }).result));
    expect(results.map(codeOf)).toEqual(Array.from({ length: 50 }, () => undefined));
    process.off("warning", listen);
    expect(warnings).toEqual([]);
  });
});

describe("what a run comes to, for programs", () => {
  const cases: readonly [code: string, work: (place: Bench) => Promise<RunResult>][] = [
    ["step_failed", (place) => run(workflow([sh("a", "exit 3")]), place)],
    ["invalid_plan", (place) => run({ ...workflow([]), planVersion: 9 as 1 }, place)],
    ["invalid_settings", (place) => run(workflow([]), { ...place, env: { LOBSTER_MAX_ITEMS: "many" } })],
    ["invalid_request", (place) => resume({ stateDir: place.stateDir, approvalId: "00000000", decision: "approve" })],
    ["invalid_request", (place) => resume({ stateDir: place.stateDir, token: "x", decision: "approve" })],
    ["state", (place) => run(workflow([]), { ...place, stateDir: "/dev/null/state" })],
    [
      "refused",
      (place) => run(workflow([sh("a", "true", { gate: gate("Go?") })]), { ...place, ask: async () => false }),
    ],
  ];

  test.each(cases)("%s", async (code, work) => {
    const result = await work(bench());
    expect(codeOf(result), JSON.stringify(result)).toBe(code);
    expect(() => outputOf(result)).toThrow(expect.objectContaining({ name: "RunError", code }));
  });

  test("a paused run has no failure, and no output: the error tells what it asks", async () => {
    const place = bench();
    const result = await run(workflow([sh("a", "true", { gate: gate("Go?") })]), place);
    expect(result.failure).toBeUndefined();
    const error = caught(() => outputOf(result));
    expect(isRunError(error) && error.approval?.prompt).toBe("Go?");
    expect(error).toMatchObject({ code: "paused", message: "the run waits for an answer: Go?" });
    const { approvalId } = requestOf(result.envelope);
    const rejected = await resume({ stateDir: place.stateDir, approvalId, decision: "reject" });
    expect(rejected.failure).toEqual({ code: "cancelled", message: "not approved", step: null });
  });

  test("a dry run refuses what a run would refuse, and masks secrets", () => {
    const plan = workflow([bound("a", 'x "${LOBSTER_ARG_KEY}"', { LOBSTER_ARG_KEY: { arg: "key" } })], {
      args: [arg("key", { secret: true })],
    });
    expect(dryRun(plan, { key: "hunter2" })).toContain("***");
    expect(caught(() => dryRun(plan))).toMatchObject({ code: "invalid_arguments" });
  });
});

function caught(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}
