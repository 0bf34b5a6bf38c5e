import { execFileSync } from "node:child_process";
import { openState } from "@lobster-lang/state";
import { describe, expect, test } from "vitest";
import { continueRun, replay, type ContinueOptions, type RunResult } from "../src/index.ts";
import {
  arg,
  bench,
  bound,
  failureOf,
  input,
  outputOf,
  questionOf,
  ref,
  resumeRun,
  runPlan,
  sh,
  stage,
  stages,
  text,
  whole,
  workflow,
  type Bench,
} from "./plan-builder.ts";

async function idOf(place: Bench): Promise<string> {
  const [summary] = await (await openState(place.stateDir)).listRuns();
  return summary!.header.run;
}

async function goOn(place: Bench, more: Partial<ContinueOptions> = {}): Promise<RunResult> {
  return continueRun({ run: await idOf(place), stateDir: place.stateDir, ...more });
}

async function replayOf(place: Bench) {
  return replay({ run: await idOf(place), stateDir: place.stateDir, env: process.env });
}

const onDisk = (place: Bench, secret: string) =>
  execFileSync("sh", ["-c", `grep -rl ${secret} . || true`], { cwd: place.stateDir, encoding: "utf8" }) !== "";

const city = { type: "string" };
const word = { type: "object", properties: { user: { type: "string" }, word: { type: "string", writeOnly: true } } };

/** Uses the answer, and fails until there is a file. */
const failing = (schema: typeof city | typeof word) =>
  workflow([
    input("q", schema),
    bound("use", 'cat ready > /dev/null && echo "to ${_LOBSTER_1}"', { _LOBSTER_1: ref("q.response") }),
  ]);

describe("a run that waits for an answer", () => {
  test("is not continued by its id: who tries is told how to answer", async () => {
    const place = bench();
    const { approvalId } = questionOf((await runPlan(failing(city), {}, place)).envelope);
    const { envelope } = await goOn(place);
    expect(envelope).toMatchObject({ ok: false, error: { type: "parse_error" } });
    expect(JSON.stringify(envelope)).toContain(`lobster resume --id ${approvalId} --response-json JSON`);
  });

  test("is replayed up to the question", async () => {
    const place = bench();
    const { approvalId } = questionOf((await runPlan(failing(city), {}, place)).envelope);
    const { envelope, stoppedAt } = await replayOf(place);
    expect(stoppedAt).toBeNull();
    expect(questionOf(envelope!)).toMatchObject({ prompt: "Q", responseSchema: city, approvalId });
  });
});

describe("a run that failed after an answer", () => {
  test("goes on with it", async () => {
    const place = bench();
    const { approvalId } = questionOf((await runPlan(failing(city), {}, place)).envelope);
    const failed = await resumeRun(place, { approvalId, decision: { response: "Bern" } });
    expect(failed.envelope.ok).toBe(false);
    execFileSync("touch", ["ready"], { cwd: place.cwd });
    expect((await goOn(place)).envelope).toMatchObject({ status: "ok", output: ["to Bern\n"] });
    expect((await replayOf(place)).envelope).toMatchObject({ status: "ok", output: ["to Bern\n"] });
  });

  test("asks again for what was not written down of it", async () => {
    const place = bench();
    const response = { user: "ana", word: "hunter22" };
    const first = questionOf((await runPlan(failing(word), {}, place)).envelope);
    await resumeRun(place, { approvalId: first.approvalId, decision: { response } });
    execFileSync("touch", ["ready"], { cwd: place.cwd });
    const again = questionOf((await goOn(place)).envelope);
    expect(again.defaults).toEqual({ user: "ana", word: null });
    expect(JSON.stringify((await goOn(place)).envelope)).toContain(`question \`${again.approvalId}\``);
    const { envelope } = await resumeRun(place, { approvalId: again.approvalId, decision: { response } });
    expect(envelope).toMatchObject({ status: "ok" });
    expect(JSON.stringify(envelope)).toContain("***");
    expect(JSON.stringify(envelope)).not.toContain("hunter22");
  });
});

test("a secret argument that is asked about and answered is on no disk, and later steps read it", async () => {
  const place = bench();
  const args = { key: "s3cr3t-key" };
  const plan = workflow(
    [
      input(
        "q",
        { type: "string" },
        { prompt: text("Use ", { arg: "key" }, "?"), defaults: { text: text({ arg: "key" }) } },
      ),
      input("sure", { type: "boolean" }, { subject: whole("q.response") }),
      bound("use", 'printf %s "${_LOBSTER_1}" | wc -c', { _LOBSTER_1: ref("q.response") }),
    ],
    { args: [arg("key", { secret: true })] },
  );
  const first = questionOf((await runPlan(plan, { args }, place)).envelope);
  expect(first).toMatchObject({ prompt: "Use ***?", defaults: "***" });
  const answer = { approvalId: first.approvalId, decision: { response: args.key }, args };
  const second = questionOf((await resumeRun(place, answer)).envelope);
  expect(second.subject).toBe("***");
  const done = await resumeRun(place, { approvalId: second.approvalId, decision: { response: true }, args });
  expect(done.envelope).toMatchObject({ status: "ok", output: [10] });
  expect(onDisk(place, args.key)).toBe(false);
});

const topNumber = workflow([
  sh("list", "echo '[1,2]'"),
  stages(
    "q",
    [stage("head", { n: { number: 1 } }), stage("ask", { schema: { jsonText: text('{"type":"number"}') } })],
    { outputSchema: { type: "number", maximum: 5 } },
  ),
]);

test("an output_schema is about the answer where a pipeline ends in its question", async () => {
  expect(await outputOf(topNumber, { askInput: async () => ({ response: 4 }) })).toEqual([4]);
  expect(await failureOf(topNumber, { askInput: async () => ({ response: 6 }) })).toBe(
    "the output of step `q` does not fit its `output_schema`: `$q.json` must be <= 5",
  );
});
