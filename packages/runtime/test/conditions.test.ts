import type { Expression, Json } from "@lobster-lang/plan";
import { describe, expect, test } from "vitest";
import {
  bench,
  comparison,
  failureOf,
  outputOf,
  ref,
  runPlan,
  sh,
  workflow,
  arg,
  resumeRun,
  gate,
  step,
  requestOf,
} from "./plan-builder.ts";

const data = {
  n: 5,
  s: "hello",
  num: "7",
  t: true,
  z: null,
  arr: [1, 2, 3],
  zero: 0,
  empty: [],
  fl: "false",
  obj: { a: 1 },
};
const source = sh("o", `printf '%s' '${JSON.stringify(data)}'`);

/** Whether a step with this condition ran. */
async function ran(when: Expression, more: Parameters<typeof workflow>[1] = {}): Promise<boolean> {
  const steps = [
    source,
    sh("txt", "echo hi there"),
    sh("five", "echo 5"),
    sh("sk", "echo", { when: value(false) }),
    sh("mark", "printf SKIPPED"),
    sh("check", "printf RAN", { when }),
  ];
  return (await outputOf(workflow(steps, more)))[0] === "RAN";
}

const value = (literal: string | number | boolean | null): Expression => ({ value: literal });
const and = (left: Expression, right: Expression): Expression => ({ op: "and", left, right });
const or = (left: Expression, right: Expression): Expression => ({ op: "or", left, right });
const not = (operand: Expression): Expression => ({ op: "not", operand });

describe("what is true", () => {
  const cases: readonly [string, Expression, boolean][] = [
    ["0", value(0), false],
    ["'x'", value("x"), true],
    ["''", value(""), false],
    ["$o.json.n", ref("o.json.n"), true],
    ["$o.json.empty", ref("o.json.empty"), true],
    ["$o.json.fl", ref("o.json.fl"), true],
    ["$o.json.nope", ref("o.json.nope"), false],
    ["$o.json.constructor", ref("o.json.constructor"), false],
    ["$o.json.arr[2]", ref("o.json.arr", 2), true],
    ["$sk.skipped", ref("sk.skipped"), true],
    ["$sk.json.x", ref("sk.json.x"), false],
    ["true || false && false", or(value(true), and(value(false), value(false))), true],
    ["!$o.json.n == 6", comparison(not(ref("o.json.n")), "==", value(6)), false],
  ];
  test.each(cases)("%s", async (_, expression, expected) => {
    expect(await ran(expression)).toBe(expected);
  });
});

describe("what is equal", () => {
  const cases: readonly [string, Expression, string | number | boolean | null, boolean][] = [
    ["numbers", ref("o.json.n"), 5, true],
    ["a number and its text", ref("o.json.n"), "5", false],
    ["true and its text", ref("o.json.t"), "true", false],
    ["zero and minus zero", ref("o.json.zero"), -0, false],
    ["a missing value and null (D20)", ref("o.json.nope"), null, true],
    ["null and null", ref("o.json.z"), null, true],
    ["output and text without the last newline (D19)", ref("txt.stdout"), "hi there", true],
    ["output and text with the last newline", ref("txt.stdout"), "hi there\n", true],
    ["output and a number", ref("five.stdout"), 5, false],
    ["json of that output and the number", ref("five.json"), 5, true],
    ["the exit code", ref("txt.exit_code"), 0, true],
    ["the length of a list (D46)", ref("o.json.arr.length"), 3, true],
    ["a place by a number in words", ref("o.json.arr.1e0"), 2, true],
    ["what is not set and false", ref("o.skipped"), false, false],
  ];
  test.each(cases)("%s", async (_, left, right, expected) => {
    expect(await ran(comparison(left, "==", value(right)))).toBe(expected);
    expect(await ran(comparison(left, "!=", value(right)))).toBe(!expected);
  });
});

describe("what is more or less", () => {
  const cases: readonly [string, Expression, "<" | ">" | "<=" | ">=", string | number | null, boolean][] = [
    ["numbers", ref("o.json.n"), ">", 3, true],
    ["text that is a number", ref("o.json.num"), ">", 6, true],
    ["output with its newline", ref("five.stdout"), ">=", 5, true],
    ["texts have no order", value("a"), "<", "b", false],
    ["booleans have none", value(true), ">", 0, false],
    ["null has none", value(null), "<", 1, false],
    ["empty text has none", value(""), "<", 1, false],
    ["hexadecimal text", value("0x10"), ">", 15, true],
  ];
  test.each(cases)("%s", async (_, left, op, right, expected) => {
    expect(await ran(comparison(left, op, value(right)))).toBe(expected);
  });
});

test("what decides first is enough (D22)", async () => {
  const never = ref("later.json");
  expect(await ran(or(value(true), never))).toBe(true);
  expect(await ran(and(value(false), never))).toBe(false);
  const plan = workflow([sh("a", "echo", { when: never, onError: "continue" }), sh("later", "echo")]);
  expect(await failureOf(plan)).toBe("the condition of step `a`: `$later.json`: step `later` has not run yet");
});

test("arguments keep their type", async () => {
  const args = { args: [arg("n", { type: "number", default: 5 as Json }), arg("s", { default: "5" })] };
  expect(await ran(comparison({ arg: "n" }, "==", value(5)), args)).toBe(true);
  expect(await ran(comparison({ arg: "s" }, "==", value(5)), args)).toBe(false);
});

test("`.approved` is true after the gate", async () => {
  const place = bench();
  const plan = workflow([step("g", { gate: gate("Go?") }), sh("b", "echo after", { when: ref("g.approved") })]);
  const { resumeToken } = requestOf((await runPlan(plan, {}, place)).envelope);
  expect((await resumeRun(place, { token: resumeToken })).envelope).toMatchObject({
    status: "ok",
    output: ["after\n"],
  });
});
