import { mkdirSync, writeFileSync, chmodSync, existsSync } from "node:fs";
import { join } from "node:path";
import type { ProgramFlag, Stage, StageArgument, StageProgram } from "@lobster-lang/plan";
import { describe, expect, test } from "vitest";
import {
  bench,
  exec,
  failureOf,
  freshFolder,
  outputOf,
  pipeline,
  stage,
  stages,
  text,
  workflow,
} from "../plan-builder.ts";

/** A program of a project, in a folder of its own: `words` are its arguments. */
function project(script: string): { readonly folder: string } {
  const folder = freshFolder();
  mkdirSync(join(folder, "tools"));
  const file = join(folder, "tools", "own");
  writeFileSync(file, `#!${process.execPath}\nconst words = process.argv.slice(2);\n${script}\n`);
  chmodSync(file, 0o755);
  return { folder };
}

const echo = "for (const word of words) console.log(JSON.stringify(word));";
/** Passes its items on, with a mark. */
const marking = `
const lines = require("node:readline").createInterface({ input: process.stdin });
lines.on("line", (line) => console.log(JSON.stringify({ seen: JSON.parse(line) })));`;

const flag = (name: string, more: Partial<ProgramFlag> = {}): ProgramFlag => ({
  name,
  type: "text",
  onByDefault: false,
  values: null,
  minimum: null,
  ...more,
});

function own(args: Record<string, StageArgument> = {}, more: Partial<StageProgram> = {}): Stage {
  const program: StageProgram = {
    words: [{ file: "./tools/own" }],
    flags: [],
    input: "whole",
    output: "items",
    network: false,
    retrySafe: false,
    from: ".lobsterrc.yaml",
    ...more,
  };
  return { command: "mail.own", arguments: args, program };
}

describe("a command of the project", () => {
  test("gets its flags as words of their own, in the order of the configuration", async () => {
    const { folder } = project(echo);
    const args = {
      limit: { number: 3 },
      folder: { text: text("--all; rm x") },
      all: { boolean: true },
      quiet: { boolean: false },
      filter: { jsonText: text('{"a": [1, 2]}') },
    };
    const flags = [
      flag("folder"),
      flag("limit", { type: "integer" }),
      flag("all", { type: "boolean" }),
      flag("quiet", { type: "boolean", onByDefault: true }),
      flag("filter", { type: "json" }),
      flag("absent"),
    ];
    const stageOf = own(args, { words: [{ file: "./tools/own" }, { text: "list" }], flags });
    expect(await outputOf(pipeline(stageOf), { programFolder: folder })).toEqual([
      "list",
      "--folder=--all; rm x",
      "--limit=3",
      "--all",
      "--no-quiet",
      '--filter={"a":[1,2]}',
    ]);
  });

  test("reads the items as JSON Lines and writes items", async () => {
    const { folder } = project(marking);
    const items = exec(`printf '[1,{"a":"x\\\\ny"},null]'`, { json: true });
    for (const input of ["whole", "stream"] as const) {
      expect(await outputOf(pipeline(items, own({}, { input })), { programFolder: folder })).toEqual([
        { seen: 1 },
        { seen: { a: "x\ny" } },
        { seen: null },
      ]);
    }
  });

  test("gets items while the stage before it still works, where that is safe", async () => {
    const { folder } = project(marking);
    const where = bench();
    const endless = exec("echo one; sleep 60; echo two");
    const taken = pipeline(endless, own({}, { input: "stream", retrySafe: true }), stage("head", { n: { number: 1 } }));
    // `one` comes as a line of text, and the program is ended as soon as `head` has it.
    const started = Date.now();
    const output = await outputOf(taken, { programFolder: folder }, where).catch((error: Error) => error.message);
    expect(output).toEqual([{ seen: "one" }]);
    expect(Date.now() - started).toBeLessThan(20_000);
  });

  test("is not started when a stage before it fails and it may change something", async () => {
    const { folder } = project(`require("node:fs").writeFileSync(${JSON.stringify("started")}, "")`);
    const where = bench();
    const failing = exec("echo one; exit 3");
    expect(await failureOf(pipeline(failing, own()), { programFolder: folder }, where)).toContain("exec failed (3)");
    expect(existsSync(join(where.cwd, "started"))).toBe(false);
  });

  test("is ended by a failure of a stage that feeds it", async () => {
    const { folder } = project("process.stdin.resume(); setTimeout(() => undefined, 60_000);");
    const failing = exec("echo one; exit 3");
    const message = await failureOf(pipeline(failing, own({}, { input: "stream" })), { programFolder: folder });
    expect(message).toContain("exec failed (3)");
  });

  test("that reads no more ends the stages before it", async () => {
    const { folder } = project(`console.log("1"); process.exit(0);`);
    const endless = exec("while :; do echo x; done");
    const started = Date.now();
    expect(await outputOf(pipeline(endless, own({}, { input: "stream" })), { programFolder: folder })).toEqual([1]);
    expect(Date.now() - started).toBeLessThan(20_000);
  });

  test("fails the step with its code and the end of its standard error", async () => {
    const { folder } = project(`console.error("no such folder: x"); process.exitCode = 4;`);
    expect(await failureOf(pipeline(own()), { programFolder: folder })).toBe("mail.own failed (4): no such folder: x");
  });

  test("must write JSON, or say that it writes lines", async () => {
    const { folder } = project(`console.log('{"a":1}'); console.log("plain");`);
    expect(await failureOf(pipeline(own()), { programFolder: folder })).toBe(
      "mail.own: item 2 of its output is no JSON: `plain`; it must write one JSON value a line, or say `output: lines`",
    );
    expect(await outputOf(pipeline(own({}, { output: "lines" })), { programFolder: folder })).toEqual([
      '{"a":1}',
      "plain",
    ]);
  });

  test("checks values that came with the run", async () => {
    const { folder } = project(echo);
    const failure = (args: Record<string, StageArgument>, one: ProgramFlag) =>
      failureOf(pipeline(own(args, { flags: [one] })), { programFolder: folder });
    expect(await failure({ n: { numberText: text("2.5") } }, flag("n", { type: "integer" }))).toBe(
      "mail.own --n must be a whole number, got `2.5`",
    );
    expect(await failure({ n: { numberText: text("0") } }, flag("n", { type: "integer", minimum: 1 }))).toBe(
      "mail.own --n must be 1 or more, got `0`",
    );
    expect(await failure({ box: { text: text("sent") } }, flag("box", { values: ["inbox", "archive"] }))).toBe(
      "mail.own --box must be one of `inbox`, `archive`, got `sent`",
    );
  });

  test("ends at the time limit of its step", async () => {
    const { folder } = project("setTimeout(() => undefined, 60_000);");
    const plan = workflow([stages("slow", [own({}, { input: "none" })], { timeoutMs: 300 })]);
    expect(await failureOf(plan, { programFolder: folder })).toBe("step `slow` timed out after 300ms");
  });

  test("is repeated by `retry` only where the configuration says that this is safe", async () => {
    const { folder } = project(`
const { existsSync, writeFileSync } = require("node:fs");
if (existsSync("once")) console.log("2");
else { writeFileSync("once", ""); process.exitCode = 1; }`);
    const retry = { max: 2, delayMs: 0, backoff: "fixed", maxDelayMs: 0, jitter: false } as const;
    const plan = (retrySafe: boolean) => workflow([stages("try", [own({}, { input: "none", retrySafe })], { retry })]);
    expect(await outputOf(plan(true), { programFolder: folder })).toEqual([2]);
    expect(await failureOf(plan(false), { programFolder: folder })).toContain("mail.own failed (1)");
  });

  test("needs the folder that its files are in", async () => {
    expect(await failureOf(pipeline(own()))).toBe(
      "`mail.own` runs `./tools/own` from the folder of `.lobsterrc.yaml`, which is not known here: run the plan below that folder, or name the configuration",
    );
  });
});
