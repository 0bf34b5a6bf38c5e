import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Json, StageArgument } from "@lobster-lang/plan";
import { describe, expect, test } from "vitest";
import type { CostSummary, Envelope } from "../src/index.ts";
import { loopback } from "./loopback.ts";
import {
  bench,
  exec,
  gate,
  loop,
  parallel,
  pipeline,
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

const million = (id: string, more = "") =>
  `printf '%s' '{"model":"${id}","usage":{"input_tokens":1000000,"output_tokens":0}${more}}'`;
const limited = (maxUsd: number, action: "warn" | "stop") => ({ costLimit: { maxUsd, action } });
const costOf = ({ _meta }: Envelope): CostSummary | undefined => _meta?.cost;

function ask(given: Record<string, StageArgument> = {}) {
  return stage("llm.invoke", {
    prompt: { text: text("hi") },
    refresh: { boolean: false },
    "disable-cache": { boolean: false },
    ...given,
  });
}

/** A model that says what it used; how often it was asked. */
async function model(usage: Json = { inputTokens: 1_000_000, outputTokens: 100_000 }, data: readonly Json[] = ["x"]) {
  let asked = 0;
  const server = await loopback(() => ({
    json: {
      ok: true,
      result: { model: "gpt-4o", usage, output: { data: data[Math.min(asked++, data.length - 1)] } },
    },
  }));
  const env = { ...process.env, LOBSTER_LLM_PROVIDER: "http", LOBSTER_LLM_ADAPTER_URL: server.url };
  return { env, server };
}

function journalOf({ stateDir }: Bench): string {
  const [run = ""] = readdirSync(join(stateDir, "runs"));
  return readFileSync(join(stateDir, "runs", run, "journal.jsonl"), "utf8");
}

describe("what models cost", () => {
  test("stands in the envelope, by step and model; a run without a model has none", async () => {
    const { env } = await model();
    const { envelope } = await runPlan(workflow([stages("ask", [ask()]), sh("b", "echo done")]), { env });
    expect(costOf(envelope)).toEqual({
      totalInputTokens: 1_000_000,
      totalOutputTokens: 100_000,
      estimatedCostUsd: 3.5,
      byStep: [{ stepId: "ask", model: "gpt-4o", inputTokens: 1_000_000, outputTokens: 100_000, costUsd: 3.5 }],
    });
    const plain = await runPlan(workflow([sh("b", "echo done")]));
    expect(plain.envelope).not.toHaveProperty("_meta");
  });

  test("is read from what a program prints, in the spellings of all providers", async () => {
    const said = [
      '{"id":"1","model":"gpt-4o-2024-08-06","usage":{"prompt_tokens":1000000,"completion_tokens":0}}',
      '{"id":"2","model":"openai/gpt-4o","usage":{"input":1000000,"output":0}}',
      '{"id":"3","model":"local","usage":{"inputTokens":5,"cost":{"total":0.25}}}',
    ];
    const { envelope } = await runPlan(workflow([sh("a", `printf '%s' '[${said.join(",")}]'`)]));
    expect(costOf(envelope)).toMatchObject({ estimatedCostUsd: 5.25, totalInputTokens: 2_000_005 });
    expect(costOf(envelope)?.byStep.map((row) => row.costUsd)).toEqual([2.5, 2.5, 0.25]);
  });

  test("counts once, however often the answer is passed on", async () => {
    const { env } = await model();
    const plan = workflow([
      stages("ask", [ask(), exec("cat", { json: true, stdin: "json" })]),
      sh("again", "cat", { stdin: whole("ask.json") }),
      stages("more", [exec("cat", { json: true, stdin: "json" })], { stdin: whole("again.json") }),
    ]);
    expect(costOf((await runPlan(plan, { env })).envelope)?.estimatedCostUsd).toBe(3.5);
  });

  test("of a cached answer is nothing, and the row says so", async () => {
    const { env, server } = await model();
    const place = bench();
    await runPlan(pipeline(ask()), { env }, place);
    const { envelope } = await runPlan(pipeline(ask()), { env }, place);
    expect(server.received).toHaveLength(1);
    expect(costOf(envelope)).toMatchObject({
      estimatedCostUsd: 0,
      byStep: [{ stepId: "pipeline", inputTokens: 0, costUsd: 0 }],
    });
  });

  test("includes answers that did not fit, also when none does", async () => {
    const schema = { "output-schema": { jsonText: text('{"type":"object"}') } };
    const good = await model(undefined, ["no", { a: 1 }]);
    const { envelope } = await runPlan(pipeline(ask(schema)), { env: good.env });
    expect(costOf(envelope)?.estimatedCostUsd).toBe(7);
    const bad = await model(undefined, ["no"]);
    const failed = await runPlan(pipeline(ask(schema)), { env: bad.env });
    expect(failed.envelope).toMatchObject({ ok: false, _meta: { cost: { estimatedCostUsd: 7 } } });
  });

  test("of the gateway's llm-task tool is read beside its answer", async () => {
    const details = { json: { label: "a" }, provider: "p", model: "gpt-4o", usage: { inputTokens: 1_000_000 } };
    const server = await loopback(() => ({ json: { ok: true, result: { content: [], details } } }));
    const call = stage("openclaw.invoke", {
      tool: { text: text("llm-task") },
      action: { text: text("json") },
      each: { boolean: false },
      "dry-run": { boolean: false },
    });
    const { envelope } = await runPlan(pipeline(call), { env: { ...process.env, OPENCLAW_URL: server.url } });
    expect(envelope).toMatchObject({ output: [{ label: "a" }], _meta: { cost: { estimatedCostUsd: 2.5 } } });
  });

  test("comes from LOBSTER_LLM_PRICING_JSON where that says a price; nonsense there is told", async () => {
    const plan = workflow([sh("a", million("mine"))]);
    const env = { ...process.env, LOBSTER_LLM_PRICING_JSON: '{"mine":{"input":4,"output":1}}' };
    expect(costOf((await runPlan(plan, { env })).envelope)?.estimatedCostUsd).toBe(4);
    const warnings: string[] = [];
    const odd = { ...process.env, LOBSTER_LLM_PRICING_JSON: '{"mine":4}' };
    const { envelope } = await runPlan(plan, { env: odd, onWarning: (message) => warnings.push(message) });
    expect(costOf(envelope)).toMatchObject({ estimatedCostUsd: 0, unpricedModels: ["mine"] });
    expect(warnings).toEqual([expect.stringContaining("LOBSTER_LLM_PRICING_JSON is left out")]);
  });
});

describe("a paused run", () => {
  test("keeps its cost: in the envelope of the pause, after the approval, after a refusal", async () => {
    const { env, server } = await model();
    const plan = workflow(
      [
        loop("each", "names", [stages("ask", [ask({ "disable-cache": { boolean: true } })])]),
        step("ok", { gate: gate("Go?") }),
        stages("last", [ask({ "disable-cache": { boolean: true } })]),
      ],
      { args: [{ ...argNames, default: ["a", "b"] }] },
    );
    const place = bench();
    const paused = await runPlan(plan, { env }, place);
    expect(costOf(paused.envelope)).toMatchObject({ estimatedCostUsd: 7 });
    expect(costOf(paused.envelope)?.byStep.map((row) => row.stepId)).toEqual(["each/0/ask", "each/1/ask"]);
    const { approvalId } = requestOf(paused.envelope);
    const done = await resumeRun(place, { approvalId, env });
    expect(costOf(done.envelope)).toMatchObject({ estimatedCostUsd: 10.5 });
    expect(server.received).toHaveLength(3);

    const other = bench();
    const again = await runPlan(plan, { env }, other);
    const refused = await resumeRun(other, { ...requestOf(again.envelope), decision: "reject" });
    expect(refused.envelope).toMatchObject({ status: "cancelled", _meta: { cost: { estimatedCostUsd: 7 } } });
  });

  test("has written the cost down before the step has ended", async () => {
    const { env } = await model();
    const place = bench();
    await runPlan(workflow([stages("ask", [ask(), exec("exit 3", { stdin: "json" })])]), { env }, place);
    const types = journalOf(place)
      .split("\n")
      .map((line) => /"type":"([a-z-]+)"/.exec(line)?.[1]);
    expect(types.indexOf("cost")).toBeGreaterThan(types.indexOf("step-started"));
    expect(types.indexOf("cost")).toBeLessThan(types.indexOf("step-finished"));
  });
});

const argNames = {
  name: "names",
  variable: "LOBSTER_ARG_NAMES",
  type: "array",
  required: false,
  hasDefault: true,
  enum: null,
  secret: false,
  description: null,
} as const;

describe("cost_limit", () => {
  test("that stops ends the run, whatever on_error and retry say", async () => {
    const place = bench();
    const a = sh("a", `echo x >> tries; ${million("gpt-4o")}`, {
      onError: "continue",
      retry: { max: 3, delayMs: 0, backoff: "fixed", maxDelayMs: 0, jitter: false },
    });
    const { envelope } = await runPlan(workflow([a, sh("b", "touch b")], limited(1, "stop")), {}, place);
    expect(envelope).toMatchObject({
      ok: false,
      error: {
        type: "runtime_error",
        message: "the models cost too much: $2.50 is above the limit of $1.00 (`cost_limit`)",
      },
      _meta: { cost: { estimatedCostUsd: 2.5 } },
    });
    expect(readdirSync(place.cwd)).toEqual(["tries"]);
    expect(readFileSync(join(place.cwd, "tries"), "utf8")).toBe("x\n");
  });

  test("that warns says it once and goes on", async () => {
    const warnings: string[] = [];
    const plan = workflow(
      [sh("a", million("gpt-4o")), sh("b", million("gpt-4o")), sh("c", "echo hi")],
      limited(1, "warn"),
    );
    const { envelope } = await runPlan(plan, { onWarning: (message) => warnings.push(message) });
    expect(envelope).toMatchObject({ ok: true, output: ["hi\n"] });
    expect(warnings).toEqual(["the models cost much: $2.50 is above the limit of $1.00 (`cost_limit`)"]);
  });

  test("tells which model it cannot count", async () => {
    const warnings: string[] = [];
    const plan = workflow([sh("a", million("new-one")), sh("b", million("new-one"))], limited(0.01, "stop"));
    const { envelope } = await runPlan(plan, { onWarning: (message) => warnings.push(message) });
    expect(envelope.ok).toBe(true);
    expect(warnings).toEqual([
      "no price is known for model `new-one`: `cost_limit` counts it as nothing; set LOBSTER_LLM_PRICING_JSON",
    ]);
  });

  test("ends a block and a loop, before they do more", async () => {
    const place = bench();
    const inner = sh("a", `echo x >> rounds; ${million("gpt-4o")}`);
    const plan = workflow([loop("each", "names", [inner], { onError: "continue" })], {
      args: [{ ...argNames, default: [1, 2, 3] }],
      ...limited(3, "stop"),
    });
    expect((await runPlan(plan, {}, place)).envelope.ok).toBe(false);
    expect(readFileSync(join(place.cwd, "rounds"), "utf8")).toBe("x\nx\n");
    const block = parallel("both", [sh("x", million("gpt-4o")), sh("y", "true")], { onError: "continue" });
    const over = await runPlan(workflow([block], limited(1, "stop")));
    expect(over.envelope).toMatchObject({ ok: false, error: { message: expect.stringContaining("$2.50") } });
  });

  test("holds for what the run cost before it paused", async () => {
    const place = bench();
    const plan = workflow(
      [sh("a", million("gpt-4o")), step("ok", { gate: gate("Go?") }), sh("b", million("gpt-4o")), sh("c", "touch c")],
      limited(4, "stop"),
    );
    const paused = await runPlan(plan, {}, place);
    const { envelope } = await resumeRun(place, requestOf(paused.envelope));
    expect(envelope).toMatchObject({ ok: false, error: { message: expect.stringContaining("$5.00") } });
    expect(readdirSync(place.cwd)).toEqual([]);
  });

  test("is exact to a millionth of a dollar", async () => {
    const cents = `printf '%s' '{"model":"x","usage":{"cost":0.1}}'`;
    const plan = workflow([sh("a", cents), sh("b", cents), sh("c", cents)], limited(0.3, "stop"));
    expect((await runPlan(plan)).envelope).toMatchObject({ ok: true, _meta: { cost: { estimatedCostUsd: 0.3 } } });
  });
});
