import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { dryRun } from "../src/index.ts";
import {
  arg,
  bench,
  bound,
  comparison,
  exec,
  gate,
  loop,
  parallel,
  pipeline,
  ref,
  sh,
  stage,
  stages,
  step,
  text,
  whole,
  workflow,
} from "./plan-builder.ts";

test("a dry run shows what each step would do, with arguments filled in and outputs named", () => {
  const plan = workflow(
    [
      bound("a", `printf %s "\${LOBSTER_ARG_X}" 'in '"\${LOBSTER_ARG_X}"''`, { LOBSTER_ARG_X: { arg: "x" } }),
      sh("b", "echo $(date)", {
        when: comparison(ref("a.json"), ">", { value: 3 }),
        timeoutMs: 50,
        retry: { max: 4, delayMs: 100, backoff: "exponential", maxDelayMs: 900, jitter: true },
        onError: "continue",
      }),
      step("g", { gate: gate("Go on?") }),
      stages("c", [exec("cat", { stdin: "json" }), stage("head", { n: { numberText: text(ref("a.json.n")) } })], {
        stdin: whole("a.json"),
        when: ref("g.approved"),
      }),
      sh("never", "rm -rf x", { when: comparison({ arg: "x" }, "==", { value: "other" }) }),
    ],
    { args: [arg("x")] },
  );
  expect(dryRun(plan, { x: "v 1" })).toBe(`[DRY RUN] Would execute 5 steps:

  1. a  [shell]
     run: printf %s "v 1" 'in v 1'
  2. b  [shell]
     when: ($a.json > 3)  (known when it is reached)
     run: echo $(date)
     timeout: 50ms
     retry: 4 attempts, 100ms apart doubling to at most 900ms, ±10 %
     on_error: continue
  3. g  [gate]
     [approval required] Go on?
  4. c  [pipeline]
     pipeline: exec shell=cat, stdin=json | head n=$a.json.n
     stdin: $a.json
  5. never  [skipped — its condition is false]
`);
});

test("a dry run shows the steps of a loop under it, and how often an argument makes it go round", () => {
  const plan = workflow(
    [
      loop("l", "xs", [sh("s", "echo"), loop("inner", "item.json", [step("g", { gate: gate("Go?") })])], {
        loop: { concurrency: 2, pause: { batchSize: 10, ms: 500 } },
        cwd: text("x"),
        onError: "continue",
      }),
    ],
    { args: [arg("xs", { type: "array" })], cwd: text("wide") },
  );
  expect(dryRun(plan, { xs: [1, 2, 3] })).toBe(`[DRY RUN] Would execute 1 step:

  1. l  [for_each]
     for_each: item of \${xs}, 2 at once, 500ms pause after 10 (3 items)
     cwd: x
     on_error: continue
     1.1. s  [shell]
        run: echo
     1.2. inner  [for_each]
        for_each: item of $item.json
        1.2.1. g  [gate]
           [approval required] Go?
`);
});

test("a dry run shows branches under their block", () => {
  const more = { block: { wait: "any", concurrency: 1, timeoutMs: 50 } } as const;
  expect(dryRun(workflow([parallel("p", [sh("x", "one"), sh("y", "two")], more)]), {}))
    .toBe(`[DRY RUN] Would execute 1 step:

  1. p  [parallel]
     parallel: any of 2, 1 at once, at most 50ms
     1.1. x  [shell]
        run: one
     1.2. y  [shell]
        run: two
`);
});

test("a dry run of a pipeline lists its stages", () => {
  const plan = pipeline(
    stage("exec", { program: { texts: [text("echo"), text("--k"), text("v")] }, json: { boolean: false } }),
    stage("where", { expression: { where: { path: ["a", "b"], operator: ">=", value: text("1") } } }),
    stage("head", { n: { number: 1 } }),
    stage("json"),
  );
  expect(dryRun(plan, {})).toBe(`[DRY RUN] Pipeline (4 stages):
  1. exec  args: echo, --k, v
  2. where  args: a.b>=1
  3. head  args: n=1
  4. json
`);
});

test("a dry run touches nothing", () => {
  const place = bench();
  dryRun(workflow([sh("a", "touch x")]), {});
  expect(readdirSync(place.cwd)).toEqual([]);
});
