import type { Json, StageArgument } from "@lobster-lang/plan";
import { describe, expect, test } from "vitest";
import { loopback } from "../loopback.ts";
import {
  bench,
  exec,
  failureOf,
  outputOf,
  pipeline,
  requestOf,
  resumeRun,
  runPlan,
  stage,
  stages,
  text,
  workflow,
} from "../plan-builder.ts";
import { standIn } from "../stand-in.ts";

const off = { boolean: false } as const;
const search = (given: Record<string, StageArgument> = {}) =>
  stage("gog.gmail.search", { query: { text: text("newer_than:1d") }, max: { number: 20 }, ...given });
const send = (dryRun = false) => stage("gog.gmail.send", { "dry-run": { boolean: dryRun } });
const triage = (given: Record<string, StageArgument> = {}) =>
  stage("email.triage", { limit: { number: 20 }, llm: off, emit: { text: text("report") }, ...given });
const approve = stage("approve", {
  prompt: { text: text("Send?") },
  emit: off,
  "preview-from-stdin": off,
  limit: { number: 5 },
});
const items = (list: readonly Json[]) => exec(`cat <<'E'\n${JSON.stringify(list)}\nE`, { json: true });

const mails = [
  { id: "1", threadId: "t1", from: "Ann <ann@example.org>", subject: "Lunch?", labels: ["UNREAD"], snippet: "Noon" },
  { messageId: "2", sender: "no-reply@shop.example", subject: "Order", labels: ["UNREAD"] },
  { id: "3", from: "bob@example.org", subject: "URGENT: server", labels: [] },
];

const model = (decisions: readonly unknown[]) =>
  loopback(() => ({ json: { ok: true, result: { output: { data: { decisions } } } } }));
const noModel = {
  OPENCLAW_URL: "",
  CLAWD_URL: "",
  LOBSTER_LLM_ADAPTER_URL: "",
  LOBSTER_PI_LLM_ADAPTER_URL: "",
  LOBSTER_LLM_PROVIDER: "",
};

/** A `gog` that finds the mails, and sends to everyone but `bad@example.org`. */
const gog = () =>
  standIn(
    "gog",
    `if (words[1] === "search") console.log(JSON.stringify({ threads: ${JSON.stringify(mails)} }));
else if (words.includes("bad@example.org")) { console.error("550 no such user"); process.exit(2); }
else console.log(JSON.stringify({ sent: words[words.indexOf("--to") + 1] }));`,
  );

describe("gog.gmail.search", () => {
  test("asks the program and gives its mails", async () => {
    const { env, calls } = gog();
    expect(await outputOf(pipeline(search({ max: { number: 5 } })), { env })).toEqual(mails);
    expect(calls()).toEqual([["gmail", "search", "newer_than:1d", "--json", "--max", "5"]]);
  });

  test.each([
    ["[1,2]", [1, 2]],
    ['[{"threads":[1]},{"threads":[2]}]', [1, 2]],
    ['{"id":"a"}', [{ id: "a" }]],
    ["", []],
  ])("%s gives its items", async (said, expected) => {
    const { env } = standIn("gog", `process.stdout.write(${JSON.stringify(said)});`);
    expect(await outputOf(pipeline(search()), { env })).toEqual(expected);
  });

  test("what goes wrong is said in words", async () => {
    expect(await failureOf(pipeline(search()), { env: { ...process.env, GOG_BIN: "no-such-gog" } })).toBe(
      "gog.gmail.search: `no-such-gog` is no program on PATH",
    );
    const { env } = standIn("gog", 'console.error("not signed in"); process.exit(4);');
    expect(await failureOf(pipeline(search()), { env })).toBe("gog.gmail.search failed (4): not signed in");
    expect(await failureOf(pipeline(search()), standIn("gog", 'console.log("hello")'))).toContain("must give JSON");
  });
});

describe("gog.gmail.send", () => {
  test("sends each item in order; --dry-run sends none", async () => {
    const { env, calls } = gog();
    const drafts = items([{ to: "a@example.org", subject: "-x", body: "Hi\nthere" }, { to: "b@example.org" }]);
    expect(await outputOf(pipeline(drafts, send(true)), { env })).toEqual([
      { ok: true, dryRun: true, to: "a@example.org", subject: "-x", body: "Hi\nthere" },
      { ok: true, dryRun: true, to: "b@example.org", subject: "", body: "" },
    ]);
    expect(calls()).toEqual([]);
    expect(await outputOf(pipeline(drafts, send()), { env })).toEqual([
      { sent: "a@example.org" },
      { sent: "b@example.org" },
    ]);
    expect(calls()).toEqual([
      ["gmail", "send", "--to", "a@example.org", "--subject=-x", "--body", "Hi\nthere", "--json"],
      ["gmail", "send", "--to", "b@example.org", "--json"],
    ]);
  });

  test.each([
    ["", { ok: true }],
    ["sent!", { ok: true, raw: "sent!" }],
  ])("a program that says %j gives a result as well", async (said, expected) => {
    const { env } = standIn("gog", `process.stdout.write(${JSON.stringify(said)});`);
    expect(await outputOf(pipeline(items([{ to: "a@example.org", subject: 5 }]), send()), { env })).toEqual([expected]);
  });

  test("looks at all before it sends any, and says how many were sent when one fails", async () => {
    const { env, calls } = gog();
    const half = items([{ to: "a@example.org" }, { subject: "x" }]);
    expect(await failureOf(pipeline(half, send()), { env })).toContain("item 2 has no `to`");
    expect(calls()).toEqual([]);
    const bad = items([{ to: "a@example.org" }, { to: "bad@example.org" }, { to: "c@example.org" }]);
    expect(await failureOf(pipeline(bad, send()), { env })).toBe(
      "gog.gmail.send failed (2): 550 no such user (mail 2 of 3; 1 before it was sent)",
    );
    expect(calls()).toHaveLength(2);
  });
});

describe("email.triage", () => {
  const report = {
    summary: "1 need replies, 1 need action, 1 FYI",
    buckets: { needsReply: ["1"], needsAction: ["3"], fyi: ["2"] },
    mode: "deterministic",
  };

  test("sorts by rules what is piped in; also with --llm where no model is", async () => {
    const env = { ...process.env, ...noModel };
    expect(await outputOf(pipeline(items(mails), triage()), { env })).toMatchObject([report]);
    expect(await outputOf(pipeline(items(mails), triage({ llm: { boolean: true } })), { env })).toMatchObject([report]);
    expect(await outputOf(pipeline(items(mails), triage({ emit: { text: text("drafts") } })), { env })).toEqual([]);
  });

  test("every mail of the report has all fields, as text", async () => {
    const bare = { id: 7, subject: " Hi ", labels: ["a", 1] };
    expect(await outputOf(pipeline(items([bare]), triage()))).toMatchObject([
      { emails: [{ id: "7", threadId: "7", from: "", subject: "Hi", date: "", snippet: "", labels: ["a", "1"] }] },
    ]);
  });

  test("as the first stage it fetches by itself, and only then", async () => {
    const { env, calls } = gog();
    expect(await outputOf(pipeline(triage({ limit: { number: 2 } })), { env })).toMatchObject([
      { buckets: { needsReply: ["1"], needsAction: [], fyi: ["2"] } },
    ]);
    expect(calls()).toEqual([["gmail", "search", "newer_than:1d", "--json", "--max", "2"]]);
    await outputOf(pipeline(items([]), triage()), { env });
    await outputOf(workflow([stages("a", [triage()], { stdin: { json: [] } })]), { env });
    expect(calls()).toHaveLength(1);
  });

  test("a model judges; mails that it does not name stay, and unknown ones are left out (W40)", async () => {
    const server = await model([
      { id: "1", category: "needs_reply", rationale: "asks", reply: { body: "Yes!" } },
      { id: "99", category: "fyi" },
    ]);
    const env = { ...process.env, ...noModel, LOBSTER_LLM_ADAPTER_URL: server.url };
    const [result] = await outputOf(pipeline(items(mails), triage({ llm: { boolean: true } })), { env });
    expect(result).toMatchObject({ ...report, mode: "llm" });
    expect(result).toMatchObject({
      decisions: [{ id: "1", category: "needs_reply", rationale: "asks", reply: { body: "Yes!" } }],
      drafts: [{ emailId: "1", to: "ann@example.org", subject: "Re: Lunch?", body: "Yes!" }],
    });
    expect(server.received[0]!.body).toMatchObject({ artifacts: [{ kind: "json", data: { id: "1" } }, {}, {}] });
  });

  test("search, triage, approve, send: nothing is sent before the yes, and all once after it", async () => {
    const server = await model([{ id: "1", category: "needs_reply", reply: { body: "Yes!" } }]);
    const { env, calls } = gog();
    const all = { ...env, ...noModel, LOBSTER_LLM_ADAPTER_URL: server.url };
    const place = bench();
    const drafts = triage({ llm: { boolean: true }, emit: { text: text("drafts") } });
    const paused = await runPlan(pipeline(search(), drafts, approve, send()), { env: all }, place);
    const request = requestOf(paused.envelope);
    expect(request.items).toMatchObject([{ to: "ann@example.org", body: "Yes!" }]);
    expect(calls()).toHaveLength(1);
    const done = await resumeRun(place, { token: request.resumeToken, env: all });
    expect(done.envelope).toMatchObject({ ok: true, output: [{ sent: "ann@example.org" }] });
    expect(calls()).toHaveLength(2);
    expect(server.received).toHaveLength(1);
  });
});
