import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bench, exec, failureOf, freshFolder, outputOf, pipeline, stage, text, type Bench } from "../plan-builder.ts";
import { standIn } from "../stand-in.ts";

/** A `gh` that knows one pull request, with a title that can change. */
function gh() {
  const title = join(freshFolder(), "title");
  const put = (value: string) => writeFileSync(title, value);
  put("First");
  const program = standIn(
    "gh",
    `if (words[2] !== "7") { console.error("no pull requests found"); process.exit(1); }
const title = require("node:fs").readFileSync(${JSON.stringify(title)}, "utf8");
console.log(JSON.stringify({ number: 7, title, url: "https://h/o/r/pull/7", state: "OPEN", author: { login: "a" } }));`,
  );
  return { ...program, put };
}

const run = (name: string, args: unknown) =>
  stage("workflows.run", { name: { text: text(name) }, "args-json": { jsonText: text(JSON.stringify(args)) } });

test("github.pr.monitor tells what changed since the last run", async () => {
  const { env, calls, put } = gh();
  const place = bench();
  const look = async (more: object, where: Bench = place) =>
    (await outputOf(pipeline(run("github.pr.monitor", { repo: "o/r", pr: 7, ...more })), { env }, where))[0];
  expect(await look({})).toMatchObject({
    kind: "github.pr.monitor",
    repo: "o/r",
    prNumber: 7,
    key: "github.pr:o/r#7",
    changed: true,
    pr: { title: "First" },
  });
  expect(await look({})).toMatchObject({ changed: false, summary: { changedFields: [], changes: {} } });
  expect(await look({ changesOnly: true })).toEqual({
    kind: "github.pr.monitor",
    repo: "o/r",
    prNumber: 7,
    key: "github.pr:o/r#7",
    changed: false,
    suppressed: true,
  });
  put("Second");
  expect(await look({ summaryOnly: true })).toMatchObject({
    changed: true,
    summary: { changedFields: ["title"], changes: { title: { from: "First", to: "Second" } } },
    prSnapshot: { title: "Second" },
  });
  const fields = calls()[0]!.at(-1)!.split(",");
  expect(calls()[0]!.slice(0, -1)).toEqual(["pr", "view", "7", "--repo", "o/r", "--json"]);
  expect(fields).toHaveLength(11);
});

test("the notify form says it in a line, and says it again when the note was not delivered (W27)", async () => {
  const { env } = gh();
  const place = bench();
  const notify = run("github.pr.monitor.notify", { repo: "o/r", pr: 7 });
  await failureOf(pipeline(notify, exec("exit 1", { stdin: "json" })), { env }, place);
  expect(await outputOf(pipeline(notify), { env }, place)).toMatchObject([
    {
      changed: true,
      message: expect.stringMatching(/^PR updated: o\/r#7: First \(.*title.*\) https:\/\/h\/o\/r\/pull\/7$/),
    },
  ]);
  expect(await outputOf(pipeline(notify), { env }, place)).toEqual([
    { kind: "github.pr.monitor.notify", suppressed: true },
  ]);
});

test("what goes wrong is said in words", async () => {
  const { env } = gh();
  const said = (name: string, args: unknown) => failureOf(pipeline(run(name, args)), { env });
  expect(await said("github.pr.monito", {})).toContain("write `github.pr.monitor`");
  expect(await said("github.pr.monitor", { repo: "o/r", pr: 7, pull: 1 })).toContain("has no argument `pull`");
  expect(await said("github.pr.monitor", { repo: "--x/r", pr: 7 })).toContain("needs `repo`");
  expect(await said("github.pr.monitor", { repo: "o/r", pr: 8 })).toBe(
    "github.pr.monitor failed (1): no pull requests found",
  );
});

test("workflows.list names them", async () => {
  const items = (await outputOf(pipeline(stage("workflows.list")))) as { readonly name: string }[];
  expect(items.map((item) => item.name)).toEqual(["github.pr.monitor", "github.pr.monitor.notify"]);
});
