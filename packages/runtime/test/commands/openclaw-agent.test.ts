import type { StageArgument } from "@lobster-lang/plan";
import { expect, test } from "vitest";
import { exec, failureOf, outputOf, pipeline, stage, stages, text, workflow } from "../plan-builder.ts";
import { standIn } from "../stand-in.ts";

const agent = (given: Record<string, StageArgument>) =>
  stage("openclaw.agent", { prompt: { text: text("Which?") }, local: { boolean: false }, ...given });
const main = { agent: { text: text("main") } };

test("runs the program with the items below the prompt, and gives its JSON", async () => {
  const { env, calls } = standIn("openclaw", 'console.log(JSON.stringify({ payloads: [{ text: "b" }] }));');
  const more = { model: { text: text("m") }, timeout: { number: 30 }, local: { boolean: true } };
  const run = pipeline(exec("printf 'a b\\nc\\n'"), agent({ ...main, ...more }));
  expect(await outputOf(run, { env })).toEqual([{ payloads: [{ text: "b" }] }]);
  const message = 'Which?\n\nInput items (JSON Lines):\n"a b"\n"c"';
  expect(calls()).toEqual([
    ["agent", "--json", "--message", message, "--agent", "main", "--model", "m", "--timeout", "30", "--local"],
  ]);
});

test("LOBSTER_OPENCLAW_BIN names another program", async () => {
  const { env, calls } = standIn("other", "console.log('{}');");
  expect(await outputOf(pipeline(agent(main)), { env: { ...env, LOBSTER_OPENCLAW_BIN: "other" } })).toEqual([{}]);
  expect(calls()).toHaveLength(1);
});

test("what goes wrong is said in words", async () => {
  const env = { ...process.env, LOBSTER_OPENCLAW_BIN: "no-such-program" };
  expect(await failureOf(pipeline(agent(main)), { env })).toBe(
    "openclaw.agent: `no-such-program` is no program on PATH",
  );
  expect(await failureOf(pipeline(agent({})), { env })).toContain("needs one of --agent");
  const failing = standIn("openclaw", 'console.error("no model"); process.exit(1);');
  expect(await failureOf(pipeline(agent(main)), failing)).toBe("openclaw.agent failed (1): no model");
  const talking = standIn("openclaw", 'console.log("hello");');
  expect(await failureOf(pipeline(agent(main)), talking)).toContain("must give one JSON map, got `hello`");
  const long = standIn("openclaw", 'process.stdout.write("x".repeat(12 * 1024 * 1024)); setTimeout(() => {}, 20000);');
  expect(await failureOf(pipeline(agent(main)), long)).toContain("more than 10485760 bytes");
  const big = agent({ ...main, prompt: { text: text("x".repeat(200_000)) } });
  expect(await failureOf(pipeline(big), talking)).toContain("128 KiB");
});

test("a time limit of the step ends the program", async () => {
  const { env } = standIn("openclaw", "setTimeout(() => {}, 20000);");
  const plan = workflow([stages("a", [agent(main)], { timeoutMs: 1500 })]);
  expect(await failureOf(plan, { env })).toContain("timed out after 1500ms");
});
