import { execFile } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Json } from "@lobster-lang/plan";
import { describe, expect, test } from "vitest";
import type { GateQuestion, RunResult } from "../src/index.ts";
import { bundleRuntime } from "./bundle-runtime.ts";
import {
  bench,
  exec,
  failureOf,
  freshFolder,
  gate,
  outputOf,
  pipeline,
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
} from "./plan-builder.ts";

const approveStage = (prompt: string, more: Parameters<typeof stage>[1] = {}) =>
  stage("approve", { prompt: { text: text(prompt) }, ...more });

function errorOf({ envelope }: RunResult) {
  return envelope.ok ? null : envelope.error;
}

describe("a gate", () => {
  test.each([
    ["shown", [], "shown"],
    [' {"n": 1}\n', [{ n: 1 }], '{"n": 1}'],
  ])(
    "without an action shows the text of its stdin, and has JSON only where that is JSON",
    async (stdin, items, preview) => {
      const plan = workflow([
        step("g", { gate: gate("Go?"), stdin: { text: text(stdin) } }),
        sh("after", "cat", { stdin: whole("g.stdout") }),
      ]);
      const place = bench();
      const request = requestOf((await runPlan(plan, {}, place)).envelope);
      expect(request).toMatchObject({ items, preview });
      const { envelope } = await resumeRun(place, { token: request.resumeToken });
      expect(envelope).toMatchObject({ output: items.length === 0 ? [stdin] : items });
    },
  );

  test("has nothing to show where its stdin is null", async () => {
    const plan = workflow([sh("nothing", "echo null"), step("g", { gate: gate("Go?"), stdin: whole("nothing.json") })]);
    const request = requestOf((await runPlan(plan)).envelope);
    expect(request.items).toEqual([]);
    expect(request).not.toHaveProperty("preview");
  });

  test("stops the run, and an approval goes on without repeating what was done", async () => {
    const place = bench();
    const plan = workflow([
      sh("collect", "echo x >> done; echo '[1,2]'"),
      step("ask", { gate: gate("Apply?"), stdin: whole("collect.json") }),
      sh("apply", "cat", { stdin: whole("collect.stdout"), when: ref("ask.approved") }),
    ]);
    const { envelope } = await runPlan(plan, {}, place);
    expect(envelope).toMatchObject({
      protocolVersion: 1,
      ok: true,
      status: "needs_approval",
      output: [],
      requiresInput: null,
    });
    const request = requestOf(envelope);
    expect(request).toEqual({
      type: "approval_request",
      prompt: "Apply?",
      items: [1, 2],
      preview: "[1,2]",
      resumeToken: expect.stringMatching(/^[A-Za-z0-9_-]+$/),
      approvalId: expect.stringMatching(/^[0-9a-f]{8}$/),
    });
    const resumed = await resumeRun(place, { approvalId: request.approvalId });
    expect(resumed.envelope).toMatchObject({ status: "ok", output: [1, 2] });
    expect(readFileSync(join(place.cwd, "done"), "utf8")).toBe("x\n");
  });

  test("is decided once", async () => {
    const place = bench();
    const plan = workflow([step("g", { gate: gate("Go?") }), sh("b", "echo after")]);
    const { resumeToken, approvalId } = requestOf((await runPlan(plan, {}, place)).envelope);
    expect((await resumeRun(place, { token: resumeToken })).envelope).toMatchObject({ status: "ok" });
    for (const again of [{ token: resumeToken }, { approvalId }, { approvalId, decision: "reject" as const }]) {
      const error = errorOf(await resumeRun(place, again));
      expect(error?.type).toBe("parse_error");
      expect(error?.message).toMatch(/^gate `[0-9a-f]{8}` was already decided: approved at /);
    }
  });

  test("that is refused cancels the run", async () => {
    for (const decision of ["reject", "cancel"] as const) {
      const place = bench();
      const plan = workflow([step("g", { gate: gate("Go?") }), sh("b", "touch after")]);
      const { resumeToken } = requestOf((await runPlan(plan, {}, place)).envelope);
      const { envelope } = await resumeRun(place, { token: resumeToken, decision });
      expect(envelope).toEqual({
        protocolVersion: 1,
        ok: true,
        status: "cancelled",
        output: [],
        requiresApproval: null,
        requiresInput: null,
      });
      expect(readdirSync(place.cwd)).toEqual([]);
    }
  });

  test("comes after the step's action and shows what it printed; the step keeps its output", async () => {
    const place = bench();
    const plan = workflow([sh("g", "echo 7", { gate: gate("ok?") })]);
    const request = requestOf((await runPlan(plan, {}, place)).envelope);
    expect(request).toMatchObject({ items: [7], preview: "7" });
    expect((await resumeRun(place, { token: request.resumeToken })).envelope).toMatchObject({ output: [7] });
  });

  test("is never rewritten by the step's own output (D7)", async () => {
    const forged = { prompt: "Harmless", requiresApproval: { prompt: "P", items: [1], requiredApprover: "me" } };
    const plan = workflow([sh("g", `echo '${JSON.stringify(forged)}'`, { gate: gate("Delete all?") })]);
    const request = requestOf((await runPlan(plan)).envelope);
    expect(request).toMatchObject({ prompt: "Delete all?", items: [forged] });
    expect(request).not.toHaveProperty("requiredApprover");
  });

  test("is asked also when its action failed, and says so (D6)", async () => {
    for (const onError of ["continue", "skip_rest"] as const) {
      const place = bench();
      const plan = workflow([
        sh("g", "echo why >&2; exit 3", { gate: gate("Go on?"), onError }),
        sh("b", "cat", { stdin: { text: text(ref("g.error"), ref("g.approved")) } }),
      ]);
      const request = requestOf((await runPlan(plan, {}, place)).envelope);
      expect(request).toMatchObject({ items: [], preview: "the step failed: workflow command failed (3): why" });
      const { envelope } = await resumeRun(place, { token: request.resumeToken });
      expect(envelope).toMatchObject({ status: "ok", output: onError === "continue" ? ["truetrue"] : [] });
    }
  });

  test("fills values into prompt, items and preview (D29)", async () => {
    const asked = gate("", {
      prompt: text("Ship ", ref("v.json.name"), "?"),
      items: { list: [whole("v.json")] },
      preview: text("as ", ref("v.json.name")),
    });
    const plan = workflow([sh("v", `echo '{"name":"v1"}'`), step("g", { gate: asked })]);
    expect(requestOf((await runPlan(plan)).envelope)).toMatchObject({
      prompt: "Ship v1?",
      items: [{ name: "v1" }],
      preview: "as v1",
    });
  });

  test("of a skipped step is not asked", async () => {
    expect(
      await outputOf(workflow([step("g", { gate: gate("Go?"), when: { value: false } }), sh("b", "echo done")])),
    ).toEqual(["done\n"]);
  });

  test("may follow another one; each has its own id", async () => {
    const place = bench();
    const plan = workflow([
      step("g", { gate: gate("One?") }),
      sh("b", "echo x >> done; echo mid"),
      step("h", { gate: gate("Two?"), stdin: whole("b.stdout") }),
    ]);
    const first = requestOf((await runPlan(plan, {}, place)).envelope);
    const second = requestOf((await resumeRun(place, { token: first.resumeToken })).envelope);
    expect(second).toMatchObject({ prompt: "Two?", preview: "mid" });
    expect(second.approvalId).not.toBe(first.approvalId);
    expect((await resumeRun(place, { approvalId: second.approvalId })).envelope).toMatchObject({
      status: "ok",
      output: ["mid\n"],
    });
    expect(readFileSync(join(place.cwd, "done"), "utf8")).toBe("x\n");
  });
});

describe("a resumed run", () => {
  test("goes on in its own folder, with its own arguments and the resumer's environment (D32)", async () => {
    const place = bench();
    const plan = workflow([step("g", { gate: gate("Go?") }), sh("b", 'pwd; echo "$LOBSTER_ARG_A $FROM"')], {
      args: [
        {
          name: "a",
          variable: "LOBSTER_ARG_A",
          type: "string",
          required: true,
          default: null,
          hasDefault: false,
          enum: null,
          secret: false,
          description: null,
        },
      ],
    });
    const { resumeToken } = requestOf((await runPlan(plan, { args: { a: "kept" } }, place)).envelope);
    const { envelope } = await resumeRun(place, { token: resumeToken, env: { ...process.env, FROM: "resumer" } });
    expect(envelope).toMatchObject({ output: [expect.stringMatching(/\/lobster-runtime-.*\nkept resumer\n$/)] });
  });

  test("runs the stored plan, and refuses one that was changed in the state folder (invariant 4)", async () => {
    const place = bench();
    const plan = workflow([step("g", { gate: gate("Go?") }), sh("b", "echo original")]);
    const { resumeToken } = requestOf((await runPlan(plan, { sourcePath: "/somewhere/w.lobster" }, place)).envelope);
    const [id = ""] = readdirSync(join(place.stateDir, "runs"));
    const path = join(place.stateDir, "runs", id, "plan.json");
    const stored = readFileSync(path, "utf8");
    writeFileSync(path, stored.replace("original", "changed"));
    expect(errorOf(await resumeRun(place, { token: resumeToken }))?.message).toContain("is not the one that gate");
    writeFileSync(path, stored);
    const result = await resumeRun(place, { token: resumeToken });
    expect(result.envelope).toMatchObject({ output: ["original\n"] });
    expect(result.sourcePath).toBe("/somewhere/w.lobster");
  });

  test("is refused for tokens and ids that are none, or of the original program (D42)", async () => {
    const place = bench();
    await runPlan(workflow([step("g", { gate: gate("Go?") })]), {}, place);
    const cases: readonly [{ token: string } | { approvalId: string }, string][] = [
      [{ token: "nonsense!" }, "this is no whole resume token"],
      [{ token: encode({ v: 1, run: "../../etc", gate: "00000000", key: "x" }) }, "damaged"],
      [{ token: encode({ v: 2, run: "x", gate: "00000000", key: "x" }) }, "newer lobster"],
      [
        { token: encode({ protocolVersion: 1, v: 1, kind: "workflow-file", stateKey: "workflow_resume_1" }) },
        "made by the original Lobster (a workflow, state `workflow_resume_1`)",
      ],
      [
        { token: encode({ protocolVersion: 1, v: 1, kind: "workflow-file", filePath: "/x.lobster", steps: {} }) },
        "the workflow file `/x.lobster`",
      ],
      [{ token: encode({ protocolVersion: 1, v: 1, stageIndex: 1, items: [] }) }, "the original's library"],
      [{ approvalId: "zz" }, "`zz` is no approval id"],
      [{ approvalId: "00000000" }, "there is no approval `00000000`"],
    ];
    writeFileSync(join(place.stateDir, "approval_0123abcd.json"), '{"stateKey":"workflow_resume_9","createdAt":"x"}');
    for (const [address, message] of [
      ...cases,
      [{ approvalId: "0123abcd" }, "made by the original Lobster"] as const,
    ]) {
      const error = errorOf(await resumeRun(place, address));
      expect(error?.type).toBe("parse_error");
      expect(error?.message).toContain(message);
    }
  });

  test("needs the token's own key", async () => {
    const place = bench();
    const { resumeToken } = requestOf(
      (await runPlan(workflow([step("g", { gate: gate("Go?") })]), {}, place)).envelope,
    );
    const token = JSON.parse(Buffer.from(resumeToken, "base64url").toString()) as { [key: string]: Json };
    const forged = Buffer.from(JSON.stringify({ ...token, key: "A".repeat(32) })).toString("base64url");
    expect(errorOf(await resumeRun(place, { token: forged }))?.message).toContain(
      "the key of this resume token is not the gate's",
    );
    expect((await resumeRun(place, { token: resumeToken })).envelope.ok).toBe(true);
  });
});

test("one approval never opens two gates, whatever the steps are called", async () => {
  const place = bench();
  const list = [exec("echo 1"), approveStage("Small?")];
  const plan = workflow([stages("a", list), step("a/2", { gate: gate("Large?") }), sh("c", "touch effect")]);
  const { resumeToken } = requestOf((await runPlan(plan, {}, place)).envelope);
  expect(errorOf(await resumeRun(place, { token: resumeToken }))?.message).toContain("have the same key");
  expect(readdirSync(place.cwd)).toEqual([]);
});

describe("who may approve", () => {
  test("is said by the plan; a wrong approver leaves the gate open", async () => {
    const place = bench();
    const plan = workflow([
      step("g", { gate: gate("Go?", { requiredApprover: text("boss") }) }),
      sh("b", "cat", { stdin: { text: text(ref("g.approved_by")) } }),
    ]);
    const request = requestOf((await runPlan(plan, {}, place)).envelope);
    expect(request.requiredApprover).toBe("boss");
    const token = request.resumeToken;
    expect(errorOf(await resumeRun(place, { token, env: by(undefined) }))).toEqual({
      type: "parse_error",
      message: "the approval of `g` needs to know who approves; set LOBSTER_APPROVAL_APPROVED_BY",
    });
    expect(errorOf(await resumeRun(place, { token, env: by("Boss") }))?.message).toBe(
      "only `boss` may approve `g`, not `Boss`",
    );
    expect((await resumeRun(place, { token, env: by("boss") })).envelope).toMatchObject({
      status: "ok",
      output: ["boss"],
    });
  });

  test("must differ from the initiator where the plan says so", async () => {
    const place = bench();
    const plan = workflow([
      step("g", { gate: gate("Go?", { initiatedBy: text("me"), requireDifferentApprover: true }) }),
    ]);
    const { resumeToken } = requestOf((await runPlan(plan, {}, place)).envelope);
    expect(errorOf(await resumeRun(place, { token: resumeToken, env: by("me") }))?.message).toBe(
      "`g` must be approved by someone other than `me`",
    );
    expect((await resumeRun(place, { token: resumeToken, env: by("you") })).envelope.ok).toBe(true);
  });

  test("comes from the runner's environment at the pause, not from the resumer's (D8)", async () => {
    const place = bench();
    const env = { ...process.env, LOBSTER_APPROVAL_REQUIRED_APPROVER: "boss", LOBSTER_APPROVAL_INITIATED_BY: "me" };
    const plan = workflow([step("g", { gate: gate("Go?") })]);
    const request = requestOf((await runPlan(plan, { env }, place)).envelope);
    expect(request).toMatchObject({ requiredApprover: "boss", initiatedBy: "me" });
    const lax = { ...by("me"), LOBSTER_APPROVAL_REQUIRED_APPROVER: "me" };
    expect(errorOf(await resumeRun(place, { token: request.resumeToken, env: lax }))?.message).toContain("only `boss`");
  });

  test("cannot be `someone else` when nobody is named: refused before anything runs (D8)", async () => {
    const place = bench();
    const plan = workflow([
      sh("a", "touch started"),
      step("g", { gate: gate("Go?", { requireDifferentApprover: true }) }),
    ]);
    expect(errorOf(await runPlan(plan, {}, place))).toMatchObject({
      type: "parse_error",
      message: expect.stringContaining("no initiator is known"),
    });
    expect(readdirSync(place.cwd)).toEqual([]);
  });
});

describe("on a terminal", () => {
  const plan = workflow([sh("g", "echo 7", { gate: gate("ok?") }), sh("b", "echo after")]);

  test("a gate is asked at once", async () => {
    const asked: GateQuestion[] = [];
    const ask = async (question: GateQuestion) => {
      asked.push(question);
      return true;
    };
    expect(await outputOf(plan, { ask })).toEqual(["after\n"]);
    expect(asked).toEqual([{ prompt: "ok?", preview: "7", items: [7] }]);
  });

  test("a no is a failure that on_error does not cover", async () => {
    const lenient = workflow([sh("g", "echo 7", { gate: gate("ok?"), onError: "continue" }), sh("b", "echo after")]);
    expect(await failureOf(lenient, { ask: async () => false })).toBe("not approved");
  });

  test("whoever may not approve is not asked: the gate waits", async () => {
    const restricted = workflow([step("g", { gate: gate("ok?", { requiredApprover: text("boss") }) })]);
    const { envelope } = await runPlan(restricted, { ask: async () => true });
    expect(envelope).toMatchObject({ status: "needs_approval" });
  });
});

describe("approve in a pipeline", () => {
  test("stops with the items so far, and goes on with exactly those", async () => {
    const place = bench();
    const plan = pipeline(
      exec("echo x >> done; seq 3"),
      approveStage("Go?", { "preview-from-stdin": { boolean: true }, limit: { number: 2 } }),
      exec("cat", { stdin: "jsonl" }),
    );
    const request = requestOf((await runPlan(plan, {}, place)).envelope);
    expect(request).toMatchObject({ prompt: "Go?", items: ["1", "2", "3"], preview: "1\n2" });
    const { envelope } = await resumeRun(place, { token: request.resumeToken });
    expect(envelope).toMatchObject({ status: "ok", output: ['"1"', '"2"', '"3"'] });
    expect(readFileSync(join(place.cwd, "done"), "utf8")).toBe("x\n");
  });

  test("previews nothing where there are no items", async () => {
    const plan = pipeline(exec("true"), approveStage("Go?", { "preview-from-stdin": { boolean: true } }));
    expect(requestOf((await runPlan(plan)).envelope)).not.toHaveProperty("preview");
  });

  test("previews other items as JSON, and takes items that are too large for the journal", async () => {
    const place = bench();
    const plan = pipeline(
      exec("seq 30000", { json: false }),
      stage("map", { wrap: { text: text("n") } }),
      approveStage("Go?", { "preview-from-stdin": { boolean: true }, limit: { number: 1 } }),
    );
    const request = requestOf((await runPlan(plan, {}, place)).envelope);
    expect(request.items).toHaveLength(30000);
    expect(request.preview).toBe('[\n  {\n    "n": "1"\n  }\n]');
    const { envelope } = await resumeRun(place, { approvalId: request.approvalId });
    expect(envelope).toMatchObject({ status: "ok" });
    expect(envelope.ok && envelope.output).toHaveLength(30000);
  });

  test("works as a stage of a workflow's step, first, last and twice (D9)", async () => {
    const place = bench();
    const list = [approveStage("One?"), exec("cat; echo x", { stdin: "raw" }), approveStage("Two?")];
    const plan = workflow([
      stages("a", list, { stdin: { json: ["i"] } }),
      sh("b", "cat", { stdin: whole("a.stdout") }),
    ]);
    const one = requestOf((await runPlan(plan, {}, place)).envelope);
    expect(one.items).toEqual(["i"]);
    const two = requestOf((await resumeRun(place, { token: one.resumeToken })).envelope);
    expect(two.items).toEqual(["ix"]);
    expect((await resumeRun(place, { token: two.resumeToken })).envelope).toMatchObject({ output: ["ix"] });
  });

  test("with --emit waits also on a terminal", async () => {
    const plan = pipeline(approveStage("Go?", { emit: { boolean: true } }));
    expect((await runPlan(plan, { ask: async () => true })).envelope).toMatchObject({ status: "needs_approval" });
  });
});

describe("eight processes that decide at once", () => {
  const script = `
    const [bundle, options] = process.argv.slice(2);
    const { resume } = await import(bundle);
    const given = JSON.parse(options);
    await new Promise((resolve) => setTimeout(resolve, given.at - Date.now()));
    const { envelope } = await resume({ ...given, env: process.env });
    console.log(JSON.stringify(envelope));`;

  test("one goes on, the effect happens once, and seven are told", { timeout: 120_000 }, async () => {
    const bundle = await bundleRuntime(freshFolder());
    const rounds = process.env.LOBSTER_LONG === "1" ? 20 : 2;
    for (let round = 0; round < rounds; round++) {
      const place = bench();
      const plan = workflow([step("g", { gate: gate("Go?") }), sh("b", "echo x >> effect")]);
      const { approvalId } = requestOf((await runPlan(plan, {}, place)).envelope);
      const at = Date.now() + 1500;
      const answers = await Promise.all(
        Array.from({ length: 8 }, async (_, index) => {
          const options = { stateDir: place.stateDir, approvalId, decision: "approve", at, index };
          const file = join(place.cwd, "resume.mjs");
          writeFileSync(file, script);
          const { stdout } = await promisify(execFile)(process.execPath, [file, bundle, JSON.stringify(options)]);
          return JSON.parse(stdout) as RunResult["envelope"];
        }),
      );
      expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
      const refusals = answers.flatMap((answer) => (answer.ok ? [] : [answer.error.message]));
      expect(refusals.every((message) => message.includes("was already decided"))).toBe(true);
      expect(readFileSync(join(place.cwd, "effect"), "utf8")).toBe("x\n");
    }
  });
});

function encode(value: Json): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

/** The environment of someone who decides. */
function by(name: string | undefined) {
  return { ...process.env, LOBSTER_APPROVAL_APPROVED_BY: name };
}
