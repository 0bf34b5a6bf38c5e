import { execFileSync } from "node:child_process";
import type { Json, StageArgument, Text } from "@lobster-lang/plan";
import { describe, expect, test } from "vitest";
import { loopback, type Answer } from "../loopback.ts";
import {
  arg,
  bench,
  exec,
  failureOf,
  outputOf,
  pipeline,
  ref,
  runPlan,
  sh,
  stage,
  stages,
  text,
  workflow,
} from "../plan-builder.ts";

const flags = (given: Record<string, StageArgument>) => ({
  tool: { text: text("message") },
  action: { text: text("send") },
  "dry-run": { boolean: false },
  each: { boolean: false },
  "item-key": { text: text("item") },
  ...given,
});
const invoke = (given: Record<string, StageArgument> = {}) => stage("openclaw.invoke", flags(given));
const json = (...parts: Text) => ({ "args-json": { jsonText: parts } });
const items = (list: readonly Json[]) => exec(`printf '%s' '${JSON.stringify(list)}'`, { json: true });

async function gateway(answer: (body: { readonly args: Json }) => Answer) {
  const server = await loopback((request) => answer(request.body as { args: Json }));
  const env = { ...process.env, OPENCLAW_URL: `${server.url}/some/path?x=1`, OPENCLAW_TOKEN: "tok-1234" };
  return { server, env };
}

describe("a call", () => {
  test("posts the tool, shows the token, and gives the result", async () => {
    const { server, env } = await gateway(() => ({ json: { ok: true, result: { sent: 1 } } }));
    const call = invoke({ ...json({ text: '{"to":"me"}' }), "session-key": { text: text("main") } });
    expect(await outputOf(pipeline(call), { env })).toEqual([{ sent: 1 }]);
    expect(server.received).toMatchObject([
      {
        method: "POST",
        path: "/tools/invoke",
        headers: { authorization: "Bearer tok-1234", "content-type": "application/json" },
        body: { tool: "message", action: "send", args: { to: "me" }, sessionKey: "main" },
      },
    ]);
    expect(server.received[0]!.body).not.toHaveProperty("dryRun");
  });

  test.each<[string, Answer, readonly Json[]]>([
    ["a list gives its elements", { json: { ok: true, result: [1, 2] } }, [1, 2]],
    ["another JSON answer is the result", { json: { a: 1 } }, [{ a: 1 }]],
    ["nothing is null", { text: "" }, [null]],
  ])("%s", async (_, answer, expected) => {
    const { env } = await gateway(() => answer);
    expect(await outputOf(pipeline(invoke()), { env })).toEqual(expected);
  });

  test("the answer of llm-task is its JSON", async () => {
    const result = { content: [{ type: "text", text: "{}" }], details: { json: { label: "spam" }, provider: "p" } };
    const { env } = await gateway(() => ({ json: { ok: true, result } }));
    const task = invoke({ tool: { text: text("llm-task") }, action: { text: text("json") } });
    expect(await outputOf(pipeline(task), { env })).toEqual([{ label: "spam" }]);
    expect(await outputOf(pipeline(invoke()), { env })).toEqual([result]);
  });

  test("values stay data inside the JSON", async () => {
    const { server, env } = await gateway(() => ({ json: null }));
    const said = 'he said "hi"\n\\ {}';
    const plan = workflow([
      sh("a", `cat <<'E'\n${JSON.stringify({ said, n: 3 })}\nE`),
      stages("b", [
        invoke(json({ text: '{"text":"> ' }, ref("a.json.said"), { text: '","n":' }, ref("a.json.n"), { text: "}" })),
      ]),
      stages("c", [invoke(json(ref("a.json")))]),
    ]);
    await outputOf(plan, { env });
    expect(server.received.map((one) => (one.body as { args: Json }).args)).toEqual([
      { text: `> ${said}`, n: 3 },
      { said, n: 3 },
    ]);
  });

  test("a value that is no JSON needs quotes around it", async () => {
    const { env } = await gateway(() => ({ json: null }));
    const plan = workflow([stages("b", [invoke(json({ text: '{"x":' }, { arg: "x" }, { text: "}" }))])], {
      args: [arg("x", { default: '1,"y":2' })],
    });
    expect(await failureOf(plan, { env })).toContain("put quotes around its place");
  });
});

describe("--each", () => {
  test("calls once an item, in their order, with the item under its key", async () => {
    const { server, env } = await gateway(({ args }) => ({ json: { ok: true, result: args } }));
    const each = invoke({ ...json({ text: '{"to":"me"}' }), each: { boolean: true }, "item-key": { text: text("m") } });
    const result = await outputOf(pipeline(items([1, { a: 2 }]), each), { env });
    expect(result).toEqual([
      { to: "me", m: 1 },
      { to: "me", m: { a: 2 } },
    ]);
    expect(server.received).toHaveLength(2);
  });

  test("says how many calls were made before one failed", async () => {
    const { env } = await gateway(({ args }) =>
      (args as { item: number }).item < 3
        ? { json: 1 }
        : { status: 500, json: { ok: false, error: { message: "no" } } },
    );
    const each = invoke({ each: { boolean: true } });
    expect(await failureOf(pipeline(items([1, 2, 3, 4]), each), { env })).toBe(
      "openclaw.invoke failed (500): no (item 3 of 4; 2 calls before it were made)",
    );
  });
});

describe("what can go wrong", () => {
  test.each<[string, Answer, string]>([
    [
      "a refusal",
      { status: 401, json: { error: { message: "Unauthorized", type: "unauthorized" } } },
      "(401): Unauthorized",
    ],
    [
      "an error of the tool",
      { json: { ok: false, error: { message: "pipeline required" } } },
      "failed: pipeline required",
    ],
    ["no JSON", { text: "<html>hello</html>" }, "is no JSON: <html>hello</html>"],
    ["a long answer", { text: "x".repeat(2000) }, "LOBSTER_MAX_HTTP_RESPONSE_BYTES"],
    ["silence", () => undefined, "LOBSTER_HTTP_TIMEOUT_MS"],
    ["an answer that never ends", (response) => void response.write("{"), "LOBSTER_HTTP_TIMEOUT_MS"],
    ["a lost connection", (response) => void response.destroy(), "could not be reached"],
  ])("%s is said in words", async (_, answer, message) => {
    const { env } = await gateway(() => answer);
    const more = { LOBSTER_MAX_HTTP_RESPONSE_BYTES: "1000", LOBSTER_HTTP_TIMEOUT_MS: "300" };
    expect(await failureOf(pipeline(invoke()), { env: { ...env, ...more } })).toContain(message);
  });

  test("no address, a wrong one, and nobody there", async () => {
    const { OPENCLAW_URL: _, CLAWD_URL: _c, ...env } = process.env;
    expect(await failureOf(pipeline(invoke()), { env })).toContain("set OPENCLAW_URL");
    const at = (url: string) => failureOf(pipeline(invoke({ url: { text: text(url) } })), { env });
    expect(await at("file:///etc/passwd")).toContain("must be an http or https address");
    expect(await at("http://me:pw@127.0.0.1:1/")).not.toContain("pw");
    expect(await at("http://127.0.0.1:1/")).toContain("could not be reached");
  });

  test("a time limit of the step ends the request", async () => {
    const { env } = await gateway(() => () => undefined);
    const plan = workflow([stages("a", [invoke()], { timeoutMs: 200 })]);
    expect(await failureOf(plan, { env })).toContain("timed out after 200ms");
  });
});

describe("tokens", () => {
  test("one of the environment is shown to this machine only", async () => {
    const env = { ...process.env, OPENCLAW_TOKEN: "tok-1234" };
    const plan = pipeline(invoke({ url: { text: text("http://gateway.example/") } }));
    const message = await failureOf(plan, { env });
    expect(message).toContain("is shown to this machine only");
    expect(message).not.toContain("tok-1234");
  });

  test("a request with a token is never sent on; one without is, if it stays the same request", async () => {
    const there = await loopback(() => ({ json: { ok: true, result: "there" } }));
    const { server, env } = await gateway(() => ({ status: 307, json: {}, headers: { location: `${there.url}/x` } }));
    expect(await failureOf(pipeline(invoke()), { env })).toContain("a token is never sent on");
    const open = { ...env, OPENCLAW_TOKEN: "", CLAWD_TOKEN: "" };
    expect(await outputOf(pipeline(invoke()), { env: open })).toEqual(["there"]);
    expect([server.received.length, there.received.length]).toEqual([2, 1]);
    const { env: other } = await gateway(() => ({ status: 302, json: {}, headers: { location: there.url } }));
    expect(await failureOf(pipeline(invoke()), { env: { ...other, OPENCLAW_TOKEN: "" } })).toContain(
      "as another request",
    );
  });

  test("a token that the other side says back stands nowhere in the run", async () => {
    const place = bench();
    let calls = 0;
    const { env } = await gateway(() =>
      calls++ === 0 ? { json: { ok: true, result: "you are tok-1234" } } : { status: 403, text: "tok-1234 is bad" },
    );
    const plan = workflow([stages("a", [invoke()]), stages("b", [invoke()])]);
    const { envelope } = await runPlan(plan, { env }, place);
    expect(JSON.stringify(envelope)).toContain("*** is bad");
    const found = execFileSync("sh", ["-c", 'grep -rl tok-1234 "$1" || true', "sh", place.stateDir], {
      encoding: "utf8",
    });
    expect(found).toBe("");
  });

  test("one of a secret argument stands nowhere either", async () => {
    const place = bench();
    const { server, env } = await gateway(({ args }) => ({ json: args }));
    const plan = workflow([stages("a", [invoke({ token: { text: [{ arg: "t" }] } })])], {
      args: [arg("t", { secret: true })],
    });
    await outputOf(plan, { env, args: { t: "arg-5678" } }, place);
    expect(server.received[0]!.headers.authorization).toBe("Bearer arg-5678");
    const found = execFileSync("sh", ["-c", 'grep -rl arg-5678 "$1" || true', "sh", place.stateDir], {
      encoding: "utf8",
    });
    expect(found).toBe("");
  });
});
