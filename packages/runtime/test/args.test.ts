import { describe, expect, test } from "vitest";
import { argFromText, resolveArgs, type RunResult } from "../src/index.ts";
import { arg, bench, bound, runPlan, sh, workflow, gate, step, requestOf, resumeRun } from "./plan-builder.ts";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const declared = [
  arg("tag"),
  arg("limit", { type: "integer", default: 5 }),
  arg("mode", { default: "fast", enum: ["fast", "slow"] }),
  arg("note", { required: false }),
  arg("cfg", { type: "object", required: false }),
  arg("xs", { type: "array", required: false }),
  arg("on", { type: "boolean", required: false }),
];

const problems = (given: { readonly [name: string]: unknown }) => {
  const resolved = resolveArgs({ args: declared }, given);
  return "problems" in resolved ? resolved.problems : [];
};

describe("arguments of a run", () => {
  test("get their defaults; what is not required and not given is empty", () => {
    expect(resolveArgs({ args: declared }, { tag: "x" })).toEqual({
      values: { tag: "x", limit: 5, mode: "fast", note: null, cfg: null, xs: null, on: null },
    });
  });

  test("without value and default are asked for by name (D15)", () => {
    expect(problems({})).toEqual(["argument `tag` has no value and no default: give one by --arg tag=…"]);
  });

  test("that nobody declared are refused, with the name that was meant (D16)", () => {
    expect(problems({ tag: "x", limt: 3 })).toEqual(["unknown argument `limt`: did you mean `limit`?"]);
    expect(problems({ tag: "x", zzzzzz: 3 })[0]).toContain("the arguments here are `tag`, `limit`");
    expect(problems({ tag: "x", __proto__x: 1 })).toHaveLength(1);
  });

  test("of the wrong type or outside the list are refused, all at once", () => {
    expect(problems({ tag: ["x"], limit: 1.5, mode: "other", cfg: [1], xs: {}, on: "yes" })).toEqual([
      'argument `tag` must be text, got `["x"]`',
      "argument `limit` must be a whole number, got `1.5`",
      "argument `mode` must be one of `fast`, `slow`",
      "argument `cfg` must be a map, got `[1]`",
      "argument `xs` must be a list, got `{}`",
      'argument `on` must be true or false, got `"yes"`',
    ]);
  });

  test("of text may be written as numbers", () => {
    expect(resolveArgs({ args: [arg("tag")] }, { tag: 5 })).toEqual({ values: { tag: "5" } });
    expect(resolveArgs({ args: [arg("n", { default: 1 })] }, { n: 5 })).toEqual({ values: { n: 5 } });
  });

  test("never lose digits on their way, and are no infinities", () => {
    const exact =
      "which no longer has the digits that were given: hand it over as text in quotes, to an argument of text";
    expect(problems({ tag: JSON.parse("12345678901234567891") as unknown })).toEqual([
      `argument \`tag\` got the number \`12345678901234567000\`, ${exact}`,
    ]);
    expect(problems({ tag: "x", limit: 2 ** 53 })).toEqual([
      `argument \`limit\` got the number \`9007199254740992\`, ${exact}`,
    ]);
    const number = arg("n", { type: "number" });
    for (const text of ["Infinity", "-Infinity", "1e999"]) {
      expect(argFromText(number, text)).toEqual({ problem: `argument \`n\` must be a number, got \`${text}\`` });
      expect(resolveArgs({ args: [number] }, { n: Number(text) })).toHaveProperty("problems");
    }
    expect(argFromText(number, "1e300")).toEqual({ value: 1e300 });
    expect(argFromText(arg("i", { type: "integer" }), "9007199254740993")).toHaveProperty("problem");
    expect(argFromText(arg("i", { type: "integer" }), "9007199254740991")).toEqual({ value: 2 ** 53 - 1 });
  });

  test("of numbers, true and false may be handed over as text that spells them", () => {
    const given = { tag: "5", limit: "7", on: "false" };
    expect(resolveArgs({ args: declared }, given)).toMatchObject({ values: { tag: "5", limit: 7, on: false } });
    expect(problems({ tag: "x", limit: "0x10" })).toEqual(['argument `limit` must be a whole number, got `"0x10"`']);
  });

  test("without a declared type take any text; where the default is a number, text that spells one is one", () => {
    const undeclared = [arg("n", { type: "string", default: 1 })];
    expect(resolveArgs({ args: undeclared }, { n: "10" })).toEqual({ values: { n: 10 } });
    expect(resolveArgs({ args: undeclared }, { n: "many" })).toEqual({ values: { n: "many" } });
    expect(argFromText(undeclared[0]!, "10")).toEqual({ value: 10 });
  });

  test("from the command line are read by their type", () => {
    expect(read("string", "05")).toEqual({ value: "05" });
    expect(read("number", "1.5")).toEqual({ value: 1.5 });
    expect(read("integer", "1.5")).toEqual({ problem: "argument `a` must be a whole number, got `1.5`" });
    expect(read("number", "x")).toEqual({ problem: "argument `a` must be a number, got `x`" });
    expect(read("boolean", "false")).toEqual({ value: false });
    expect(read("boolean", "no")).toEqual({
      problem: "argument `a` must be true or false, got `no`; write true or false",
    });
    expect(read("array", '["x"]')).toEqual({ value: ["x"] });
    expect(read("object", "{x")).toEqual({
      problem: 'argument `a` must be a map, got text that is no JSON; write it as JSON, for example {"key":"value"}',
    });
  });

  test("that are wrong stop the run before anything happens", async () => {
    const place = bench();
    const { envelope, runId } = await runPlan(workflow([sh("a", "touch started")], { args: [arg("tag")] }), {}, place);
    expect(envelope).toMatchObject({ ok: false, error: { type: "parse_error" } });
    expect([runId, readdirSync(place.cwd)]).toEqual([null, []]);
  });
});

describe("secret arguments (D32)", () => {
  const plan = workflow(
    [step("g", { gate: gate("Go?") }), bound("a", 'echo "got ${_LOBSTER_1}"', { _LOBSTER_1: { arg: "key" } })],
    {
      args: [arg("key", { secret: true }), arg("who", { default: "me" })],
    },
  );

  test("are on no disk, and a resume asks for them again", async () => {
    const place = bench();
    const { resumeToken } = requestOf((await runPlan(plan, { args: { key: "s3cret-value" } }, place)).envelope);
    expect(everythingIn(place.stateDir)).not.toContain("s3cret-value");
    const refused = await resumeRun(place, { token: resumeToken });
    expect(messageOf(refused)).toContain("give the same again, by `--arg key=…`");
    const changed = await resumeRun(place, { token: resumeToken, args: { key: "s3cret-value", who: "you" } });
    expect(messageOf(changed)).toContain("argument `who` was given when the run began");
    const { envelope } = await resumeRun(place, { token: resumeToken, args: { key: "s3cret-value" } });
    expect(envelope).toMatchObject({ status: "ok", output: ["got ***\n"] });
  });
});

function messageOf({ envelope }: RunResult): string {
  return envelope.ok ? "" : envelope.error.message;
}

function everythingIn(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .join("\n");
}

function read(type: "string" | "number" | "integer" | "boolean" | "array" | "object", text: string) {
  return argFromText(arg("a", { type }), text);
}
