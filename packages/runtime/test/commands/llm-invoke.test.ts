import { execFileSync } from "node:child_process";
import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Json, StageArgument } from "@lobster-lang/plan";
import { describe, expect, test } from "vitest";
import { loopback, type Answer, type Received } from "../loopback.ts";
import type { ModelAdapter, ModelQuestion, RunOptions } from "../../src/index.ts";
import {
  bench,
  exec,
  failureOf,
  freshFolder,
  outputOf,
  pipeline,
  runPlan,
  stage,
  text,
  type Bench,
} from "../plan-builder.ts";

const none = {
  OPENCLAW_URL: "",
  CLAWD_URL: "",
  LOBSTER_LLM_PROVIDER: "",
  LOBSTER_LLM_ADAPTER_URL: "",
  LOBSTER_PI_LLM_ADAPTER_URL: "",
};
const llm = (given: Record<string, StageArgument> = {}, command = "llm.invoke") =>
  stage(command, {
    prompt: { text: text("Sort these") },
    refresh: { boolean: false },
    "disable-cache": { boolean: false },
    ...given,
  });
const json = (value: unknown): StageArgument => ({ jsonText: text(JSON.stringify(value)) });
const items = (list: readonly Json[]) => exec(`printf '%s' '${JSON.stringify(list)}'`, { json: true });
const schema = json({ type: "object", required: ["label"], properties: { label: { type: "string" } } });

type Body = { readonly [key: string]: Json };

async function adapter(answer: (body: Body, request: Received) => Answer, kind: "http" | "pi" | "openclaw" = "http") {
  const server = await loopback((request) => answer(request.body as Body, request));
  const variable = { http: "LOBSTER_LLM_ADAPTER_URL", pi: "LOBSTER_PI_LLM_ADAPTER_URL", openclaw: "OPENCLAW_URL" }[
    kind
  ];
  const token = { http: "LOBSTER_LLM_ADAPTER_TOKEN", pi: "LOBSTER_PI_LLM_ADAPTER_TOKEN", openclaw: "OPENCLAW_TOKEN" }[
    kind
  ];
  return { server, env: { ...process.env, ...none, [variable]: server.url, [token]: "tok-1234" } };
}

const labelled = (label: unknown): Answer => ({
  json: { ok: true, result: { runId: "r1", model: "m1", output: { data: { label } }, usage: { inputTokens: 3 } } },
});

describe("providers", () => {
  test.each(["http", "pi"] as const)("%s gets the payload, and its answer is one item", async (kind) => {
    const { server, env } = await adapter(() => labelled("a"), kind);
    const [item] = await outputOf(
      pipeline(
        items(["x", { text: "t", kind: "text" }, { name: null }, [1]]),
        llm({ "metadata-json": json({ m: 1 }) }),
      ),
      { env },
    );
    expect(server.received[0]).toMatchObject({
      path: "/invoke",
      headers: { authorization: "Bearer tok-1234" },
      body: {
        prompt: "Sort these",
        artifacts: [
          { kind: "text", text: "x" },
          { text: "t", kind: "text" },
          { kind: "json", data: { name: null } },
          { kind: "json", data: [1] },
        ],
        artifactHashes: Array(4).fill(expect.stringMatching(/^[0-9a-f]{64}$/)),
        metadata: { m: 1 },
        schemaVersion: "v1",
      },
    });
    expect(item).toMatchObject({
      kind: "llm.invoke",
      runId: "r1",
      model: "m1",
      status: "completed",
      output: { format: "json", data: { label: "a" } },
      usage: { inputTokens: 3 },
      source: kind,
      cached: false,
      attemptCount: 1,
    });
  });

  test("the gateway's llm-task tool is asked and understood in its own words", async () => {
    const result = { content: [], details: { json: { label: "a" }, provider: "p", model: "m" } };
    const { server, env } = await adapter(() => ({ json: { ok: true, result } }), "openclaw");
    const asked = llm({ "output-schema": schema, "max-output-tokens": { number: 9 } }, "llm_task.invoke");
    const [item] = await outputOf(pipeline(items(["x"]), asked), { env });
    expect(server.received[0]).toMatchObject({
      path: "/tools/invoke",
      body: {
        tool: "llm-task",
        args: { prompt: "Sort these", input: [{ kind: "text", text: "x" }], schema: { type: "object" }, maxTokens: 9 },
      },
    });
    expect(item).toMatchObject({
      kind: "llm_task.invoke",
      source: "clawd",
      model: "m",
      output: { data: { label: "a" } },
    });
  });

  test("a wrapped answer of another llm-task tool is unwrapped", async () => {
    const inner = { ok: true, result: { output: { text: "hi" } } };
    const { env } = await adapter(() => ({ json: { ok: true, result: inner } }), "openclaw");
    expect(await outputOf(pipeline(llm()), { env })).toMatchObject([
      { output: { format: "text", text: "hi", data: null } },
    ]);
  });

  test("nobody there, nobody of that name, a failure, and an answer of another shape are said in words", async () => {
    expect(await failureOf(pipeline(llm()), { env: { ...process.env, ...none } })).toContain("has no provider");
    const named = { ...process.env, ...none, LOBSTER_LLM_PROVIDER: "nope" };
    expect(await failureOf(pipeline(llm()), { env: named })).toContain("there is no provider `nope`");
    const { env } = await adapter(() => ({ json: { ok: false, error: { message: "quota" } } }));
    expect(await failureOf(pipeline(llm()), { env })).toContain("the provider failed: quota");
    const { env: odd } = await adapter(() => ({ json: { ok: true, result: {} } }));
    expect(await failureOf(pipeline(llm()), { env: odd })).toContain("`result.output` is no map");
    const { env: bad } = await adapter(() => ({ status: 500, text: "tok-1234 refused" }));
    expect(await failureOf(pipeline(llm()), { env: bad })).toContain("failed (500): *** refused");
  });
});

describe("a schema", () => {
  test("is asked for again with what was wrong", async () => {
    const { server, env } = await adapter(({ retryContext }) => labelled(retryContext === undefined ? 1 : "ok"));
    const [item] = await outputOf(pipeline(llm({ "output-schema": schema })), { env });
    expect(item).toMatchObject({ attemptCount: 2, output: { data: { label: "ok" } } });
    expect(server.received[1]!.body).toMatchObject({
      retryContext: { attempt: 2, validationErrors: ["/label must be string"] },
    });
  });

  test("that no answer fits is a failure that lists the faults", async () => {
    const { server, env } = await adapter(() => labelled(1));
    const asked = llm({ "output-schema": schema, "max-validation-retries": { number: 2 } });
    expect(await failureOf(pipeline(asked), { env })).toContain("(asked 3 times): /label must be string");
    expect(server.received).toHaveLength(3);
  });

  test("that is none is said in words", async () => {
    const { env } = await adapter(() => labelled(1));
    expect(await failureOf(pipeline(llm({ "output-schema": json({ type: "nope" }) })), { env })).toContain(
      "is no JSON Schema",
    );
  });
});

const once = async (place: Bench, env: NodeJS.ProcessEnv, given: Record<string, StageArgument> = {}) =>
  (await outputOf(pipeline(items(["x"]), llm(given)), { env }, place))[0] as { source: string };

describe("known answers", () => {
  test("the same question is asked once; metadata, refresh and a switched-off cache ask again", async () => {
    const { server, env } = await adapter(() => labelled("a"));
    const place = bench();
    expect(await once(place, env)).toMatchObject({ cached: false });
    expect(await once(place, env)).toMatchObject({ cached: true, replayed: true, source: "cache" });
    expect(server.received).toHaveLength(1);
    await once(place, env, { "metadata-json": json({ a: 1 }) });
    await once(place, env, { refresh: { boolean: true } });
    await once(place, env, { "disable-cache": { boolean: true } });
    expect(server.received).toHaveLength(4);
  });

  test("answers stand in a private folder, or where LOBSTER_CACHE_DIR says; a damaged one is asked for again", async () => {
    const { server, env } = await adapter(() => labelled("a"));
    const place = bench();
    await once(place, env);
    const folder = join(place.stateDir, "cache", "llm.invoke");
    const [name] = readdirSync(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, name!)).mode & 0o777).toBe(0o600);
    writeFileSync(join(folder, name!), "{");
    await once(place, env);
    const elsewhere = freshFolder();
    await once(place, { ...env, LOBSTER_CACHE_DIR: elsewhere });
    expect(readdirSync(join(elsewhere, "llm.invoke"))).toEqual([name]);
    expect(server.received).toHaveLength(3);
    const found = execFileSync("sh", ["-c", 'grep -rl tok-1234 "$1" || true', "sh", place.stateDir], {
      encoding: "utf8",
    });
    expect(found).toBe("");
  });

  test("the state of a run is looked at first, also without a cache", async () => {
    const { server, env } = await adapter(() => labelled("a"));
    const place = bench();
    const given = { "state-key": { text: text("run-1") }, "disable-cache": { boolean: true } };
    await once(place, env, given);
    expect(await once(place, env, given)).toMatchObject({ source: "run_state", replayed: true });
    expect(server.received).toHaveLength(1);
  });
});

const never: ModelAdapter = () => new Promise(() => undefined);
const judge: ModelAdapter = async () => ({ output: { data: { decisions: [{ id: "1", category: "fyi" }] } } });
const alone = { env: { ...process.env, ...none } };
const said = (model: ModelAdapter, more: Partial<RunOptions> = {}) =>
  failureOf(pipeline(llm()), { ...alone, models: { m: model }, ...more });

describe("a model of the program", () => {
  const asked: ModelQuestion[] = [];
  const mine: ModelAdapter = async (question) => {
    asked.push(question);
    return { model: "gpt-4o", output: { data: { label: "mine" } }, usage: { inputTokens: 1_000_000 } };
  };

  test("answers where it is the only one, gets what every provider gets, and costs what it says", async () => {
    const { envelope } = await runPlan(pipeline(items(["x"]), llm({ "output-schema": schema })), {
      ...alone,
      models: { mine },
    });
    expect(asked.at(-1)).toMatchObject({
      prompt: "Sort these",
      artifacts: [{ kind: "text", text: "x" }],
      outputSchema: { required: ["label"] },
      schemaVersion: "v1",
    });
    expect(envelope).toMatchObject({
      output: [{ source: "mine", output: { data: { label: "mine" }, format: "json" }, cached: false }],
      _meta: { cost: { estimatedCostUsd: 2.5 } },
    });
  });

  test("stands before the service of its name, and is chosen by name among several", async () => {
    const { env, server } = await adapter(() => labelled("service"));
    const [own] = await outputOf(pipeline(llm({ provider: { text: text("http") } })), {
      env,
      models: { http: mine, other: mine },
    });
    expect(own).toMatchObject({ source: "http", output: { data: { label: "mine" } } });
    expect(server.received).toEqual([]);
    const [service] = await outputOf(pipeline(llm()), { env, models: { a: mine, b: mine } });
    expect(service).toMatchObject({ source: "http", output: { data: { label: "service" } } });
    const both = { ...alone, models: { a: mine, b: mine } };
    expect(await failureOf(pipeline(llm()), both)).toContain("say which model answers by --provider: a, b");
    expect(await failureOf(pipeline(llm({ provider: { text: text("c") } })), both)).toContain(
      "there is no provider `c`; it is one of a, b, openclaw, pi, http",
    );
    const [task] = await outputOf(pipeline(llm({}, "llm_task.invoke")), { ...alone, models: { openclaw: mine } });
    expect(task).toMatchObject({ kind: "llm_task.invoke", source: "clawd", output: { data: { label: "mine" } } });
  });

  test("is asked again with what was wrong, is cached, and is a cache of its own for each name", async () => {
    const tries: ModelQuestion[] = [];
    const learning: ModelAdapter = async (question) => {
      tries.push(question);
      return { output: { data: tries.length === 1 ? { lable: 1 } : { label: "b" } } };
    };
    const place = bench();
    const plan = pipeline(llm({ "output-schema": schema }));
    const more = { ...alone, models: { learning } };
    expect(await outputOf(plan, more, place)).toMatchObject([{ attemptCount: 2 }]);
    expect(tries[1]?.retryContext).toMatchObject({ attempt: 2, validationErrors: [expect.stringContaining("label")] });
    expect(await outputOf(plan, more, place)).toMatchObject([{ cached: true, source: "cache" }]);
    expect(tries).toHaveLength(2);
    expect(await outputOf(plan, { ...alone, models: { mine } }, place)).toMatchObject([{ source: "mine" }]);
  });

  test("that throws, answers nonsense or never, fails the step in words", async () => {
    expect(await said(async () => Promise.reject(new Error("no credit")))).toContain("provider `m` failed: no credit");
    expect(await said(async () => ({}) as never)).toContain("`result.output` is no map");
    expect(await said(never, { limits: { httpTimeoutMs: 50 } })).toContain("gave no answer within 50ms");
    expect(await said(never, { signal: AbortSignal.timeout(50) })).not.toBe("");
  });

  test("judges mails without any service", async () => {
    const mails = items([{ id: "1", subject: "urgent", from: "a@b.c" }]);
    const triage = stage("email.triage", { llm: { boolean: true } });
    const [report] = await outputOf(pipeline(mails, triage), { ...alone, models: { judge } });
    expect(report).toMatchObject({ mode: "llm", buckets: { fyi: ["1"] } });
  });
});
