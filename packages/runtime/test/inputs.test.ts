import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Json } from "@lobster-lang/plan";
import { describe, expect, test } from "vitest";
import type { InputQuestion, RunResult } from "../src/index.ts";
import {
  bench,
  bound,
  exec,
  failureOf,
  gate,
  input,
  loop,
  outputOf,
  pipeline,
  questionOf,
  ref,
  requestOf,
  resumeRun,
  runPlan,
  sh,
  stage,
  stages,
  step,
  text,
  whole,
  workflow,
  type Bench,
} from "./plan-builder.ts";

const city = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };

function errorOf({ envelope }: RunResult) {
  return envelope.ok ? null : envelope.error;
}

function outputIn({ envelope }: RunResult): readonly Json[] {
  if (!envelope.ok || envelope.status !== "ok") throw new Error(JSON.stringify(envelope));
  return envelope.output;
}

async function subjectOf(...steps: Parameters<typeof workflow>[0]) {
  return questionOf((await runPlan(workflow(steps))).envelope).subject;
}

function onDisk(place: Bench, secret: string): boolean {
  return execFileSync("sh", ["-c", `grep -rl ${secret} . || true`], { cwd: place.stateDir, encoding: "utf8" }) !== "";
}

const signIn = async () => ({ response: { user: "ana", word: "hunter22" } });

const agree = async () => ({ response: { decision: "approve" } });

const asking = (more: Parameters<typeof stage>[1] = {}) =>
  stage("ask", { prompt: { text: text("Ok?") }, "subject-from-stdin": { boolean: true }, ...more });

const badlyAsked = (schema: string) =>
  workflow([
    stages("q", [stage("ask", { schema: { jsonText: text(schema) } })], { onError: "continue" }),
    bound("why", 'echo "${_LOBSTER_1}"', { _LOBSTER_1: ref("q.error_message") }),
  ]);

describe("an input step", () => {
  test("stops the run, and the answer goes on without repeating what was done", async () => {
    const place = bench();
    const plan = workflow([
      sh("collect", "echo x >> done; echo '{\"k\":1}'"),
      input("q", city, {
        prompt: text("Where for ", ref("collect.json.k"), "?"),
        defaults: { json: { city: "Rome" } },
      }),
      bound("go", 'echo "${_LOBSTER_1} ${_LOBSTER_2}"', {
        _LOBSTER_1: ref("q.response.city"),
        _LOBSTER_2: ref("q.subject.k"),
      }),
    ]);
    const { envelope } = await runPlan(plan, {}, place);
    expect(envelope).toMatchObject({ ok: true, status: "needs_input", output: [], requiresApproval: null });
    expect(questionOf(envelope)).toEqual({
      type: "input_request",
      prompt: "Where for 1?",
      responseSchema: city,
      defaults: { city: "Rome" },
      subject: { k: 1 },
      resumeToken: expect.stringMatching(/^[A-Za-z0-9_-]+$/),
      approvalId: expect.stringMatching(/^[0-9a-f]{8}$/),
    });
    const { resumeToken: token } = questionOf(envelope);
    expect(outputIn(await resumeRun(place, { token, decision: { response: { city: "Oslo" } } }))).toEqual(["Oslo 1\n"]);
    expect(readFileSync(join(place.cwd, "done"), "utf8")).toBe("x\n");
    const again = errorOf(await resumeRun(place, { token, decision: { response: { city: "Bern" } } }));
    expect(again).toMatchObject({
      type: "parse_error",
      message: expect.stringMatching(/already decided: answered at/),
    });
  });

  test("refuses an answer that does not fit, by all its faults, and still waits", async () => {
    const place = bench();
    const schema = { ...city, additionalProperties: false, properties: { city: { enum: ["Oslo", "Bern"] } } };
    const approvalId = questionOf((await runPlan(workflow([input("q", schema)]), {}, place)).envelope).approvalId;
    const wrong = await resumeRun(place, { approvalId, decision: { response: { city: "Rome", day: 1 } } });
    expect(errorOf(wrong)).toEqual({
      type: "parse_error",
      message:
        'the answer to `q` does not fit its schema: / must NOT have additional properties: `day`; /city must be equal to one of the allowed values: ["Oslo","Bern"]',
    });
    const large = await resumeRun(place, {
      approvalId,
      decision: { response: { city: "Oslo" } },
      limits: { maxResponseBytes: 5 },
    });
    expect(errorOf(large)?.message).toContain("LOBSTER_MAX_RESPONSE_BYTES");
    const right = await resumeRun(place, { approvalId, decision: { response: { city: "Bern" } } });
    expect(outputIn(right)).toEqual([{ city: "Bern" }]);
  });

  test("is neither approved nor rejected, and an approval is not answered", async () => {
    const place = bench();
    const plan = workflow([input("q", {}), step("g", { gate: gate("Go?") })]);
    const { approvalId } = questionOf((await runPlan(plan, {}, place)).envelope);
    for (const decision of ["approve", "reject"] as const) {
      const refused = errorOf(await resumeRun(place, { approvalId, decision }));
      expect(refused).toMatchObject({ type: "parse_error", message: expect.stringContaining("--response-json") });
    }
    const { envelope } = await resumeRun(place, { approvalId, decision: { response: null } });
    const next = requestOf(envelope).approvalId;
    const answered = errorOf(await resumeRun(place, { approvalId: next, decision: { response: "yes" } }));
    expect(answered).toMatchObject({ type: "parse_error", message: expect.stringContaining("--approve yes") });
    expect((await resumeRun(place, { approvalId: next })).envelope).toMatchObject({ status: "ok" });
  });

  test("can be cancelled", async () => {
    const place = bench();
    const { approvalId } = questionOf((await runPlan(workflow([input("q", {})]), {}, place)).envelope);
    const { envelope } = await resumeRun(place, { approvalId, decision: "cancel" });
    expect(envelope).toMatchObject({ ok: true, status: "cancelled", output: [], requiresInput: null });
  });

  test("is about its subject, else what the step before gave, in a loop about the item", async () => {
    expect(await subjectOf(input("q", {}))).toBeNull();
    expect(await subjectOf(sh("a", "printf text"), input("q", {}))).toBe("text");
    expect(await subjectOf(sh("a", "echo null"), input("q", {}))).toBeNull();
    expect(await subjectOf(sh("a", "echo 1"), sh("b", "x", { when: { value: false } }), input("q", {}))).toBe(1);
    expect(await subjectOf(sh("a", "echo 1"), input("q", {}, { subject: { json: null } }))).toBeNull();
    const map = { map: [{ key: "x", value: whole("a.json") }] };
    expect(await subjectOf(sh("a", "echo '[1]'"), input("q", {}, { subject: map }))).toEqual({ x: [1] });
    const rounds = loop("each", "a.json", [input("q", {})]);
    expect(await subjectOf(sh("a", "echo '[{\"n\":7}]'"), sh("b", "echo 2"), rounds)).toEqual({ n: 7 });
  });

  test("in a loop asks once for each item; the answers are in the loop's result", async () => {
    const place = bench();
    const plan = workflow([
      sh("list", 'echo \'["a","b"]\''),
      loop("each", "list.json", [input("q", { type: "integer" }), sh("note", "echo . >> rounds; true")]),
    ]);
    let { envelope } = await runPlan(plan, {}, place);
    for (const response of [1, 2]) {
      const { approvalId, subject } = questionOf(envelope);
      expect(subject).toBe(response === 1 ? "a" : "b");
      ({ envelope } = await resumeRun(place, { approvalId, decision: { response } }));
    }
    expect(envelope).toMatchObject({
      output: [
        { item: "a", index: 0, q: 1, note: "" },
        { item: "b", index: 1, q: 2, note: "" },
      ],
    });
    expect(readFileSync(join(place.cwd, "rounds"), "utf8")).toBe(".\n.\n");
  });

  test("spreads a list that was answered last, and gives any other answer as one item", async () => {
    for (const [response, output] of [
      [
        [1, 2],
        [1, 2],
      ],
      [null, [null]],
      ["x", ["x"]],
    ] as const) {
      const plan = workflow([input("q", {})]);
      expect(await outputOf(plan, { askInput: async () => ({ response }) })).toEqual(output);
    }
  });

  test("with a schema that is none is refused before anything runs", async () => {
    const place = bench();
    const plan = workflow([sh("a", "echo x >> done"), input("q", { $ref: "https://example.com/far.json" })]);
    const error = errorOf(await runPlan(plan, {}, place));
    expect(error).toMatchObject({ type: "parse_error", message: expect.stringContaining("`q` is no JSON Schema") });
    expect(execFileSync("ls", [place.cwd], { encoding: "utf8" })).toBe("");
  });

  test("shows the start of a subject that an envelope has no room for; later steps read all of it", async () => {
    const place = bench();
    const plan = workflow([sh("a", "seq 1 60000"), input("q", {}), sh("n", "wc -l", { stdin: whole("q.subject") })]);
    const { approvalId, subject } = questionOf((await runPlan(plan, {}, place)).envelope);
    expect(subject).toEqual({ truncated: true, bytes: 408896, preview: expect.stringMatching(/^1\n2\n3\n/) });
    const resumed = await resumeRun(place, { approvalId, decision: { response: 1 } });
    expect(outputIn(resumed).map(Number)).toEqual([60000]);
    const limits = { maxEnvelopeBytes: 1024 };
    const wide = workflow([input("q", { description: "x".repeat(2000) })]);
    expect(await failureOf(wide, { limits })).toContain("LOBSTER_MAX_TOOL_ENVELOPE_BYTES");
    const narrow = questionOf((await runPlan(plan, { limits })).envelope);
    expect(narrow.subject).toEqual({ truncated: true, bytes: 408896, preview: "omitted" });
  });

  test("asks a person at a terminal, who may leave without an answer", async () => {
    const plan = workflow([input("q", city, { defaults: { json: { city: "Rome" } } })]);
    const asked: InputQuestion[] = [];
    const askInput = async (question: InputQuestion) => {
      asked.push(question);
      expect(question.faultsOf({})).toEqual(["/ must have required property 'city'"]);
      return { response: { city: "Oslo" } };
    };
    expect(await outputOf(plan, { askInput })).toEqual([{ city: "Oslo" }]);
    expect(asked).toMatchObject([{ prompt: "Q", responseSchema: city, defaults: { city: "Rome" }, subject: null }]);
    expect(await failureOf(plan, { askInput: async () => null })).toBe("nobody answered `q`");
    expect(await failureOf(plan, { askInput: async () => ({ response: 5 }) })).toContain("/ must be object");
  });
});

describe("an answer with secrets", () => {
  const login = {
    type: "object",
    properties: { user: { type: "string" }, word: { type: "string", format: "password" } },
    required: ["user", "word"],
  };
  const plan = workflow([
    input("login", login),
    step("g", { gate: gate("Go?") }),
    bound("use", 'printf %s "${_LOBSTER_1}" | wc -c', { _LOBSTER_1: ref("login.response.word") }),
  ]);

  test("never lie on the disk: a later resume asks for them again", async () => {
    const place = bench();
    const first = questionOf((await runPlan(plan, {}, place)).envelope).approvalId;
    const response = { user: "ana", word: "hunter22" };
    const { envelope } = await resumeRun(place, { approvalId: first, decision: { response } });
    expect(onDisk(place, "hunter22")).toBe(false);
    expect(onDisk(place, "ana")).toBe(true);
    const warnings: string[] = [];
    const approved = await resumeRun(place, {
      approvalId: requestOf(envelope).approvalId,
      onWarning: (message) => warnings.push(message),
    });
    expect(warnings).toEqual(["the answer to `login` holds secrets, which are not stored: they are asked for again"]);
    const again = questionOf(approved.envelope);
    expect(again.defaults).toEqual({ user: "ana", word: null });
    const other = { response: { user: "bob", word: "hunter22" } };
    const changed = await resumeRun(place, { approvalId: again.approvalId, decision: other });
    expect(errorOf(changed)?.message).toContain('the rest must be what it was: {"user":"ana","word":null}');
    const done = await resumeRun(place, { approvalId: again.approvalId, decision: { response } });
    expect(outputIn(done).map(Number)).toEqual([8]);
    expect(onDisk(place, "hunter22")).toBe(false);
  });

  test("are masked in what is shown, and stand in no result of a loop", async () => {
    const place = bench();
    const shown = workflow([
      input("login", login),
      bound("show", 'echo "${_LOBSTER_1}"', { _LOBSTER_1: ref("login.response.word") }),
    ]);
    expect(await outputOf(shown, { askInput: signIn })).toEqual(["***\n"]);
    expect(await outputOf(workflow([input("login", login)]), { askInput: signIn }, place)).toEqual([
      { user: "ana", word: null },
    ]);
    const rounds = workflow([sh("list", "echo '[1]'"), loop("each", "list.json", [input("login", login)])]);
    expect(await outputOf(rounds, { askInput: signIn }, place)).toEqual([
      { item: 1, index: 0, login: { user: "ana", word: null } },
    ]);
    expect(onDisk(place, "hunter22")).toBe(false);
  });
});

describe("the stage ask", () => {
  test("stops a pipeline, and the answer is the one item that goes on", async () => {
    const place = bench();
    const plan = pipeline(exec("printf 'a\\nb\\n'"), asking(), stage("map", { wrap: { text: text("said") } }));
    const { envelope } = await runPlan(plan, {}, place);
    const { approvalId, ...request } = questionOf(envelope);
    expect(request).toMatchObject({
      prompt: "Ok?",
      subject: { text: "a\nb" },
      responseSchema: { required: ["decision"], properties: { decision: { enum: ["approve", "reject", "redraft"] } } },
    });
    const answer = { decision: "redraft", feedback: "shorter" };
    const resumed = await resumeRun(place, { approvalId, decision: { response: answer } });
    expect(outputIn(resumed)).toEqual([{ said: answer }]);
  });

  test("works in a workflow: the answer is the step's json", async () => {
    const place = bench();
    const schema = { jsonText: text('{"type": "integer"}') };
    const plan = workflow([
      sh("list", "echo '[1,2]'"),
      stages("q", [stage("head", { n: { number: 1 } }), stage("ask", { prompt: { text: text("N?") }, schema })], {
        stdin: whole("list.json"),
      }),
      bound("show", 'echo "${_LOBSTER_1}"', { _LOBSTER_1: ref("q.json") }),
    ]);
    const { approvalId, ...request } = questionOf((await runPlan(plan, {}, place)).envelope);
    expect(request).not.toHaveProperty("subject");
    expect(errorOf(await resumeRun(place, { approvalId, decision: { response: "x" } }))?.message).toBe(
      "the answer to `q/2` does not fit its schema: / must be integer",
    );
    expect(outputIn(await resumeRun(place, { approvalId, decision: { response: 4 } }))).toEqual([4]);
  });

  test("with a schema that is none fails its step, which on_error may let pass", async () => {
    expect(await outputOf(badlyAsked("[]"))).toEqual([expect.stringContaining("ask --schema must be a JSON Schema")]);
    expect(await outputOf(badlyAsked('{"type":"strin"}'))).toEqual([expect.stringContaining("is no JSON Schema")]);
  });

  test("with --emit pauses also where somebody could be asked", async () => {
    expect(await outputOf(pipeline(asking()), { askInput: agree })).toEqual([{ decision: "approve" }]);
    const { envelope } = await runPlan(pipeline(asking({ emit: { boolean: true } })), { askInput: agree });
    expect(envelope).toMatchObject({ status: "needs_input" });
  });
});
