import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Json } from "@lobster-lang/plan";
import { describe, expect, test } from "vitest";
import { bench, exec, failureOf, gate, outputOf, runPlan, sh, stage, stages, text, workflow } from "./plan-builder.ts";

const counted: Json = {
  type: "object",
  additionalProperties: false,
  required: ["count"],
  properties: { count: { type: "integer" }, items: { type: "array", items: { type: "object", required: ["n"] } } },
};
const printing = (value: unknown, schema: Json = counted) =>
  sh("a", `printf '%s' '${typeof value === "string" ? value : JSON.stringify(value)}'`, { outputSchema: schema });
const patterned = (pattern: string): Json => ({ type: "object", properties: { a: { type: "string", pattern } } });

describe("output_schema", () => {
  test("lets through what fits", async () => {
    expect(await outputOf(workflow([printing({ count: 3, items: [{ n: 1 }] })]))).toEqual([
      { count: 3, items: [{ n: 1 }] },
    ]);
  });

  test.each([
    [{ count: "3" }, "`$a.json.count` must be integer"],
    [{}, "`$a.json` must have `count`"],
    [{ count: 1, cuont: 2 }, "`$a.json` must not have `cuont`"],
    [{ count: 1, items: [{ n: 1 }, {}] }, "`$a.json.items[1]` must have `n`"],
    [{ count: null, items: 1, x: 1, y: 2 }, "; and 1 more"],
    ["not json", "it is no JSON"],
    ["", "there is none"],
  ])("names the place and the reason: %j", async (value, words) => {
    const message = await failureOf(workflow([printing(value)]));
    expect(message).toContain("the output of step `a` does not fit its `output_schema`: ");
    expect(message).toContain(words);
  });

  test("ends where a pattern would try for ever", { timeout: 20_000 }, async () => {
    const message = await failureOf(workflow([printing({ a: `${"a".repeat(60)}!` }, patterned("^(a+)+$"))]));
    expect(message).toContain("cannot be held against it: the pattern `^(a+)+$` takes too long for a text in it");
    const long = "a".repeat(60);
    expect(await outputOf(workflow([printing({ a: long }, patterned("^(a+)+$"))]))).toEqual([{ a: long }]);
  });

  test.each<[Json]>([[{ $ref: "#" }], [{ allOf: [{ $ref: "#/$defs/a" }], $defs: { a: { $ref: "#/$defs/a" } } }]])(
    "says that a schema leads back to itself: %j",
    async (schema) => {
      const message = await failureOf(workflow([printing({}, schema)]));
      expect(message).toContain("the schema leads back to itself without an end");
    },
  );

  test("is a failure like any other: on_error passes it, retry tries again", async () => {
    const place = bench();
    const passed = workflow([{ ...printing({}), onError: "continue" }, sh("b", "echo went on")]);
    expect(await outputOf(passed)).toEqual(["went on\n"]);
    const script = `echo x >> tries; test "$(wc -l < tries)" -lt 2 && echo '{}' || echo '{"count":1}'`;
    const retry = { max: 3, delayMs: 0, backoff: "fixed", maxDelayMs: 0, jitter: false } as const;
    expect(await outputOf(workflow([sh("a", script, { outputSchema: counted, retry })]), {}, place)).toEqual([
      { count: 1 },
    ]);
  });

  test("is about the items of a pipeline, before anything of it is asked or stored", async () => {
    const list = stages("p", [exec('echo \'[{"n":1},{"n":2}]\'', { json: true })], {
      outputSchema: { type: "array", items: { type: "object" }, maxItems: 2 },
    });
    expect(await outputOf(workflow([list]))).toEqual([{ n: 1 }, { n: 2 }]);
    const place = bench();
    const kept = stages("p", [exec("echo 1", { json: true }), stage("approve", { prompt: { text: text("ok?") } })], {
      outputSchema: { type: "string" },
      gate: gate("really?"),
    });
    const { envelope } = await runPlan(workflow([kept]), {}, place);
    expect(envelope).toMatchObject({ ok: false, error: { message: expect.stringContaining("must be string") } });
    const differing = stages("p", [exec("echo 1", { json: true }), stage("diff.last", { key: { text: text("k") } })], {
      outputSchema: { type: "string" },
    });
    expect(await failureOf(workflow([differing]), {}, place)).toContain("must be string");
    expect(existsSync(join(place.stateDir, "values", "k.json"))).toBe(false);
  });

  test("reads both versions of JSON Schema", async () => {
    const pair = [1, "x"];
    const newer: Json = { type: "array", prefixItems: [{ type: "number" }], items: false };
    expect(await failureOf(workflow([printing(pair, newer)]))).toContain("must NOT have more than 1 items");
    const older: Json = { $schema: "http://json-schema.org/draft-07/schema#", items: [{ type: "string" }] };
    expect(await failureOf(workflow([printing(pair, older)]))).toContain("`$a.json[0]` must be string");
  });
});
