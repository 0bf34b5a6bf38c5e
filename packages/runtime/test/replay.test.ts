import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openState } from "@lobster-lang/state";
import type { Plan } from "@lobster-lang/plan";
import { describe, expect, test } from "vitest";
import { replay } from "../src/index.ts";
import {
  bench,
  comparison,
  gate,
  loop,
  parallel,
  ref,
  requestOf,
  resumeRun,
  runPlan,
  sh,
  step,
  whole,
  workflow,
  type Bench,
} from "./plan-builder.ts";

async function replayOf(place: Bench, plan?: Plan) {
  const [summary] = await (await openState(place.stateDir)).listRuns();
  return replay({
    run: summary!.header.run,
    stateDir: place.stateDir,
    env: process.env,
    ...(plan === undefined ? {} : { plan }),
  });
}

const effects = (place: Bench) =>
  existsSync(join(place.cwd, "effects")) ? readFileSync(join(place.cwd, "effects"), "utf8") : "";

/** Sends only what is over a bar; the bar is what the changed plans move. */
const withBar = (bar: number) =>
  workflow([
    sh("count", "echo x >> effects; echo 5"),
    sh("send", "echo x >> effects; echo sent", { when: comparison(ref("count.json"), ">", { value: bar }) }),
    sh("tell", "cat", { stdin: whole("count.stdout") }),
  ]);

/** Notes the items over a bar. */
const rounds = (bar: number) =>
  workflow([
    sh("list", "echo '[1,2,3]'"),
    loop("each", "list.json", [sh("note", "echo noted", { when: comparison(ref("item.json"), ">", { value: bar }) })]),
  ]);

describe("a replay", () => {
  test("of the run's own plan gives the envelope of the run and starts nothing", async () => {
    const place = bench();
    const plan = workflow([
      sh("list", "echo x >> effects; echo '[1,2]'"),
      loop("each", "list.json", [sh("double", "echo x >> effects; seq 20000"), step("ask", { gate: gate("Go on?") })]),
      parallel("both", [sh("left", "echo 1"), sh("right", "seq 20000")], { block: { wait: "any" } }),
      sh("last", "wc -l", { stdin: whole("each.stdout") }),
    ]);
    let { envelope } = await runPlan(plan, {}, place);
    for (let gates = 0; gates < 2; gates++) {
      ({ envelope } = await resumeRun(place, { token: requestOf(envelope).resumeToken }));
    }
    expect(envelope.ok).toBe(true);
    const before = effects(place);
    expect(await replayOf(place)).toEqual({ envelope, stoppedAt: null, differences: [] });
    expect(effects(place)).toBe(before);
  });

  test("gives a failure, a refusal and a pause as they were", async () => {
    const failing = bench();
    const failed = await runPlan(workflow([sh("a", "echo no >&2; exit 3")]), {}, failing);
    expect((await replayOf(failing)).envelope).toEqual(failed.envelope);
    const refusing = bench();
    const asked = await runPlan(workflow([step("ask", { gate: gate("Go?") })]), {}, refusing);
    const { approvalId, resumeToken } = requestOf(asked.envelope);
    expect((await replayOf(refusing)).envelope).toMatchObject({
      status: "needs_approval",
      requiresApproval: { prompt: "Go?", approvalId, resumeToken: "" },
    });
    const refused = await resumeRun(refusing, { token: resumeToken, decision: "reject" });
    expect((await replayOf(refusing)).envelope).toEqual(refused.envelope);
  });

  test("against a plan with a changed condition names the step that would not have run", async () => {
    const place = bench();
    await runPlan(withBar(3), {}, place);
    const { envelope, stoppedAt, differences } = await replayOf(place, withBar(9));
    expect(differences).toEqual([{ key: "send", was: "ran", now: "does not run" }]);
    expect([envelope?.ok, stoppedAt]).toEqual([true, null]);
  });

  test("stops, by name, at a step that the run has no record of", async () => {
    const place = bench();
    await runPlan(withBar(9), {}, place);
    expect(await replayOf(place, withBar(3))).toEqual({
      envelope: null,
      stoppedAt: {
        key: "send",
        message: "step `send` has no record: the run did not get there, or it was not finished",
      },
      differences: [{ key: "send", was: "did not run", now: "runs" }],
    });
    expect(effects(place)).toBe("x\n");
  });

  test("says where a recorded output is that of another command", async () => {
    const place = bench();
    await runPlan(workflow([sh("a", "echo 1"), sh("b", "cat", { stdin: whole("a.json") })]), {}, place);
    const other = workflow([sh("a", "echo 2"), sh("b", "cat", { stdin: whole("a.json") })]);
    expect((await replayOf(place, other)).differences).toEqual([{ key: "a", was: "ran", now: "runs another command" }]);
  });

  test("enters a loop in which a condition changed", async () => {
    const place = bench();
    await runPlan(rounds(0), {}, place);
    expect((await replayOf(place, rounds(2))).differences).toEqual([
      { key: "each/0/note", was: "ran", now: "does not run" },
      { key: "each/1/note", was: "ran", now: "does not run" },
    ]);
  });
});
