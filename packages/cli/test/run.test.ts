import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { loadProgram, lobster as program } from "./memory-io.ts";
import type { Surroundings } from "./memory-io.ts";

let cwd: string;
beforeAll(loadProgram, 120_000);
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "lobster-cli-"));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const write = (name: string, text: string) => writeFileSync(join(cwd, name), text);
const lobster = (words: readonly string[], around: Surroundings = {}) =>
  program(words, {
    cwd,
    ...around,
    env: { PATH: process.env["PATH"], HOME: cwd, LOBSTER_STATE_DIR: join(cwd, "state"), ...around.env },
  });

const greet = 'args: {who: {default: world}}\nsteps:\n  - id: a\n    run: printf %s "${who}"\n';

describe("what is run", () => {
  test.each([
    [["run", "w.lobster"]],
    [["w.lobster"]],
    [["run", "--file", "w.lobster"]],
    [["run", "--file=w.lobster", "--mode", "human"]],
  ])("a file, by %j", async (words) => {
    write("w.lobster", greet);
    expect(await lobster(words)).toEqual({ code: 0, stdout: '[\n  "world"\n]\n', stderr: "" });
  });

  test.each([
    [["run", "exec echo hi"], '[\n  "hi"\n]\n'],
    [["exec echo hi"], '[\n  "hi"\n]\n'],
    [["run", "exec", "echo", "a   b"], '[\n  "a   b"\n]\n'],
    [["exec", "printf", "%s", "don't; $(x) \\ \" |"], '[\n  "don\'t; $(x) \\\\ \\" |"\n]\n'],
    [["exec", "--json", "--shell", "echo [1,2]", "|", "head", "--n", "1"], "[\n  1\n]\n"],
    [["run", "exec --json --shell 'echo [1]' | json"], "[\n  1\n]\n"],
    [["run", "exec --shell 'true'"], "[]\n"],
  ])("a pipeline, by %j", async (words, stdout) => {
    expect(await lobster(words)).toEqual({ code: 0, stdout, stderr: "" });
  });

  test("a word of the pipeline that looks like an option of ours belongs to the program", async () => {
    expect((await lobster(["run", "exec", "echo", "--dry-run", "--help"])).stdout).toContain("--dry-run --help");
  });

  test("a plan", async () => {
    write("w.lobster", greet);
    expect((await lobster(["compile", "w.lobster", "-o", "w.plan.json"])).code).toBe(0);
    expect((await lobster(["run", "w.plan.json", "--arg", "who=you"])).stdout).toBe('[\n  "you"\n]\n');
  });

  test.each([
    [["run"], "`lobster run` needs a workflow file, a plan or a pipeline"],
    [["run", "nope.lobster"], "there is no file `nope.lobster`"],
    [["run", "w.lobstre"], "did you mean `w.lobster`?"],
    [["run", "--file", "w.lobste"], "there is no file `w.lobste`: did you mean `w.lobster`?"],
    [["run", "w"], "write the whole file name: `w.lobster`"],
    [["run", "notes.txt"], "`notes.txt` has no workflow's ending"],
    [["run", "w.lobster", "who=you"], "`who=you` is too much beside `w.lobster`: write `--arg who=you`"],
    [["run", "w.lobster", "extra"], "arguments are given by `--arg name=value`"],
    [["run", "--mode", "toool", "w.lobster"], "write `tool`"],
    [["run", "--timeout", "soon", "w.lobster"], "`--timeout` is a whole number from 1"],
    [["chekc", "w.lobster"], "there is no verb `chekc`: did you mean `lobster check`?"],
    [["resmue"], "there is no verb `resmue`: did you mean `lobster resume`?"],
    [["run", "exec echo hi", "--arg", "a=b"], "a pipeline has no arguments"],
    [["run", "broken.plan.json"], "`broken.plan.json` is no plan that can run"],
  ])("%j is explained, exit 2", async (words, message) => {
    write("w.lobster", greet);
    write("notes.txt", "hello");
    write("broken.plan.json", '{"planVersion": 1, "steps": []}');
    const { code, stdout, stderr } = await lobster(words);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("internal error");
  });
});

describe("arguments", () => {
  const typed = `args:
  n: { type: integer, default: 1 }
  list: { type: array, default: [] }
  text: { default: "" }
steps:
  - id: a
    run: printf %s "$LOBSTER_ARGS_JSON"
`;

  test("come by --arg, read by their type", async () => {
    write("w.lobster", typed);
    const { stdout } = await lobster([
      "run",
      "--mode",
      "tool",
      "w.lobster",
      "--arg",
      "n=7",
      "--arg",
      'list=["a"]',
      "--arg",
      "text=a=b",
    ]);
    expect(JSON.parse(stdout).output).toEqual([{ n: 7, list: ["a"], text: "a=b" }]);
  });

  test("come from a file, then JSON, then --arg; the later wins", async () => {
    write("w.lobster", typed);
    write("args.json", '{"n": 1, "text": "file", "list": [1]}');
    const words = ["--args-file", "args.json", "--args-json", '{"n": 2, "text": "json"}', "--arg", "n=3"];
    const { stdout } = await lobster(["run", "--mode", "tool", "w.lobster", ...words]);
    expect(JSON.parse(stdout).output).toEqual([{ n: 3, text: "json", list: [1] }]);
  });

  test("come from standard input", async () => {
    write("w.lobster", typed);
    const { stdout } = await lobster(["run", "--mode", "tool", "w.lobster", "--args-file", "-"], { typed: '{"n": 9}' });
    expect(JSON.parse(stdout).output).toEqual([{ n: 9, text: "", list: [] }]);
  });

  test.each([
    [["--args-json", "{x"], "run --args-json must be valid JSON"],
    [["--args-json", "[1]"], 'run --args-json must be a JSON object: {"name": value}'],
    [["--args-json", "null"], "run --args-json must be a JSON object"],
    [["--args-json", '{"m": 1}'], "`m`"],
    [["--args-json", '{"__proto__": 1}'], "`__proto__`"],
    [["--arg", "n=many"], "argument `n` must be a whole number, got `many`"],
    [["--arg", "list=a"], "argument `list` must be a list"],
    [["--arg", "tezt=a"], "did you mean `text`?"],
    [["--arg", "n"], "`--arg n` needs a name and a value: `--arg name=value`"],
    [["--args-file", "none.json"], "there is no file `none.json`"],
  ])("%j are refused before anything runs", async (words, message) => {
    write("w.lobster", typed);
    const human = await lobster(["run", "w.lobster", ...words]);
    expect([human.code, human.stdout]).toEqual([2, ""]);
    expect(human.stderr).toContain(message);
    const tool = await lobster(["run", "--mode", "tool", "w.lobster", ...words]);
    expect([tool.code, tool.stderr]).toEqual([2, ""]);
    expect(JSON.parse(tool.stdout).error).toMatchObject({ type: "parse_error" });
    expect(JSON.parse(tool.stdout).error.message).toContain(message);
  });
});

describe("a dry run", () => {
  test("shows the steps on standard error and does nothing", async () => {
    write("w.lobster", "steps:\n  - id: a\n    run: touch ran\n");
    const human = await lobster(["run", "--dry-run", "w.lobster"]);
    expect([human.code, human.stdout]).toEqual([0, ""]);
    expect(human.stderr).toContain("touch ran");
    const tool = await lobster(["run", "--mode", "tool", "--dry-run", "w.lobster"]);
    expect(JSON.parse(tool.stdout)).toMatchObject({ ok: true, status: "ok", output: [] });
    expect(readdirSync(cwd)).toEqual(["w.lobster"]);
  });
});

describe("a faulty file", () => {
  test("is shown as `check` shows it, and nothing runs", async () => {
    write("w.lobster", "steps:\n  - id: a\n    run: touch ran\n  - id: b\n    run: cat\n    stdin: $c.json\n");
    const { code, stdout, stderr } = await lobster(["run", "w.lobster"]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("error[unknown-step]");
    expect(stderr).toContain("--> w.lobster:6:13");
    expect(readdirSync(cwd)).toEqual(["w.lobster"]);
  });

  test("in a pipeline has its place in the text", async () => {
    const { code, stderr } = await lobster(["run", "exec ls | heda --n 1"]);
    expect(code).toBe(2);
    expect(stderr).toContain("--> <pipeline>:1:11");
    expect(stderr).toContain("1 | exec ls | heda --n 1\n");
  });
});

describe("on a terminal", () => {
  const gate = "steps:\n  - id: g\n    approval: Send it?\n  - id: s\n    run: touch sent\n";

  test("a gate asks, and yes goes on", async () => {
    write("w.lobster", gate);
    const { code, stdout } = await lobster(["run", "w.lobster"], { terminal: true, typed: "yes\n" });
    expect(code).toBe(0);
    expect(stdout).toContain("Send it? [y/N] ");
    expect(readdirSync(cwd)).toContain("sent");
  });

  test("no answer is no approval: exit 1, or 3 where asked to tell", async () => {
    write("w.lobster", gate);
    for (const [words, code] of [
      [[], 1],
      [["--exit-code"], 3],
    ] as const) {
      const finished = await lobster(["run", "w.lobster", ...words], { terminal: true, typed: "\n" });
      expect(finished.code).toBe(code);
      expect(finished.stderr).toContain("not approved");
    }
    expect(readdirSync(cwd)).not.toContain("sent");
  });

  test("a question cannot repaint the terminal", async () => {
    write("w.lobster", 'steps:\n  - id: g\n    approval: "Go\\e[2J\\r?"\n');
    const { stdout } = await lobster(["run", "w.lobster"], { terminal: true, typed: "y\n", env: { NO_COLOR: "1" } });
    expect(stdout).not.toContain("\u001b[2J");
  });
});

test("--timeout ends a run", async () => {
  const { code, stderr } = await lobster(["run", "--timeout", "150", "exec sleep 20"]);
  expect(code).toBe(1);
  expect(stderr).toContain("the run took longer than 150 ms (`--timeout`)");
});

test("a changed file is named when its stored plan goes on", async () => {
  write("w.lobster", "steps:\n  - id: g\n    approval: Go?\n  - id: s\n    run: echo old\n");
  const { stdout } = await lobster(["run", "--mode", "tool", "w.lobster"]);
  const id = JSON.parse(stdout).requiresApproval.approvalId;
  write("w.lobster", readFileSync(join(cwd, "w.lobster"), "utf8").replace("old", "new"));
  const resumed = await lobster(["resume", "--id", id, "--approve", "yes"]);
  expect(JSON.parse(resumed.stdout).output).toEqual(["old\n"]);
  expect(resumed.stderr).toContain("has changed since the run paused; the stored plan is what ran");
});
