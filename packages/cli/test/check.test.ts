import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { loadProgram, lobster as program } from "./memory-io.ts";
import type { Surroundings } from "./memory-io.ts";

let cwd: string;
beforeAll(loadProgram, 120_000);
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "lobster-check-"));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const write = (name: string, text: string | Uint8Array) => {
  mkdirSync(dirname(join(cwd, name)), { recursive: true });
  writeFileSync(join(cwd, name), text);
};
const lobster = (words: readonly string[], around: Surroundings = {}) => program(words, { cwd, ...around });

const good = "steps:\n  - id: a\n    run: echo hi\n";
const bad = "steps:\n  - id: a\n    run: echo hi\n    timeout: 5\n";

describe("check", () => {
  test("says nothing about a good file", async () => {
    write("a.lobster", good);
    expect(await lobster(["check", "a.lobster"])).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  test("exits 1 for an error and says that --fix mends it", async () => {
    write("a.lobster", bad);
    const { code, stdout } = await lobster(["check", "a.lobster"]);
    expect(code).toBe(1);
    expect(stdout).toContain("error[unknown-key]");
    expect(stdout).toContain("1 error in 1 file; `lobster check --fix` mends 1\n");
  });

  test("walks folders, leaves hidden ones and other files alone, and shows paths as they can be opened", async () => {
    for (const name of ["w/b.lobster", "w/deep/c.lobster.yaml", "w/d.lobster.json", "w/other.yaml", "w/.git/x.lobster"])
      write(name, bad);
    write("w/d.lobster.json", '{"steps": [{"id": "a", "run": "echo"}]}');
    const { stdout } = await lobster(["check", "--format", "json", "w"]);
    expect(JSON.parse(stdout).files.map((file: { path: string }) => file.path)).toEqual([
      "w/b.lobster",
      "w/d.lobster.json",
      "w/deep/c.lobster.yaml",
    ]);
  });

  test("reads standard input, and names it", async () => {
    const unnamed = await lobster(["check", "-"], { typed: bad });
    expect(unnamed.stdout).toContain("--> <stdin>:4:5");
    const named = await lobster(["check", "-", "--stdin-filename", "x/y.lobster"], { typed: bad });
    expect(named.stdout).toContain("--> x/y.lobster:4:5");
  });

  test("counts warnings only where a limit is given", async () => {
    write("a.lobster", 'steps:\n  - id: "1"\n    run: echo hi\n');
    const warned = await lobster(["check", "a.lobster"]);
    expect([warned.code, warned.stdout.startsWith("warning[")]).toEqual([0, true]);
    expect((await lobster(["check", "--max-warnings", "0", "a.lobster"])).code).toBe(1);
    expect((await lobster(["check", "--max-warnings", "1", "a.lobster"])).code).toBe(0);
    expect((await lobster(["check", "--quiet", "a.lobster"])).stdout).toBe("");
  });

  test.each([
    [[], "`lobster check` needs a file, a folder or `-`"],
    [["none.lobster"], "there is no file `none.lobster`: did you mean `one.lobster`?"],
    [["empty"], "there is no workflow file in `empty`"],
    [["--fix", "-"], "`--fix` needs a file"],
    [["one.lobster", "--stdin-filename", "x"], "`--stdin-filename` goes with `-`"],
    [["one.lobster", "--max-warnings", "few"], "`--max-warnings` is a whole number from 0 to 2147483647, not `few`"],
    [["one.lobster", "--format", "xml"], "`--format` is one of `text`, `json`, not `xml`"],
    [["one.lobster", "--json"], "write `--format json`"],
  ])("%j is wrong use, exit 2", async (words, message) => {
    write("one.lobster", good);
    mkdirSync(join(cwd, "empty"));
    const { code, stdout, stderr } = await lobster(["check", ...words]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
  });

  test("points at the byte that is no UTF-8, and at UTF-16", async () => {
    write("a.lobster", Buffer.from("steps:\n  - id: a\n    run: echo \u00e9 ", "utf8"));
    writeFileSync(join(cwd, "a.lobster"), Buffer.from([0xe4, 0x0a]), { flag: "a" });
    const { code, stdout } = await lobster(["check", "a.lobster"]);
    expect(code).toBe(1);
    expect(stdout).toContain(
      "error[yaml-syntax]: the byte 0xE4 here is no UTF-8: save the file as UTF-8\n --> a.lobster:3:17",
    );
    write("b.lobster", Buffer.from(`\ufeff${good}`, "utf16le"));
    expect((await lobster(["check", "b.lobster"])).stdout).toContain(
      "the file is UTF-16, and workflows are UTF-8: save it as UTF-8\n --> b.lobster:1:1",
    );
  });

  test.each([
    ["LOBSTER_MAX_FILE_BYTES", "20", "the file is longer than 20 bytes"],
    ["LOBSTER_MAX_NESTING", "1", "lists and maps are nested deeper than 1 here"],
    ["LOBSTER_MAX_STEPS", "1", "the file has more than 1 steps"],
    ["LOBSTER_MAX_ALIAS_EXPANSION", "1", "the aliases of this file write out to more than 1 times its size"],
  ])("%s bounds what is read, and its error names it", async (name, value, message) => {
    const steps = `steps:\n  - id: a\n    run: echo 1\n    env: &e {LONG: ${"long ".repeat(100)}}\n`;
    const more = "b c d e f".split(" ").map((id) => `  - id: ${id}\n    run: echo 1\n    env: *e\n`);
    write("a.lobster", steps + more.join(""));
    expect((await lobster(["check", "a.lobster"])).code).toBe(0);
    const { code, stdout } = await lobster(["check", "a.lobster"], { env: { [name]: value } });
    expect(code).toBe(1);
    expect(stdout).toContain(message);
    expect(stdout).toContain(`raise ${name}`);
    const wrong = await lobster(["check", "a.lobster"], { env: { [name]: "many" } });
    expect([wrong.code, wrong.stderr]).toEqual([2, `lobster: ${name} must be a positive whole number, got \`many\`\n`]);
  });

  test("takes a byte order mark and CRLF as they are", async () => {
    write("a.lobster", `\ufeff${good.replaceAll("\n", "\r\n")}`);
    expect(await lobster(["check", "a.lobster"])).toEqual({ code: 0, stdout: "", stderr: "" });
  });
});

describe("check --fix", () => {
  test("mends what is certain and nothing else changes: not the mode, not a link", async () => {
    write("real.lobster", bad);
    chmodSync(join(cwd, "real.lobster"), 0o640);
    symlinkSync("real.lobster", join(cwd, "a.lobster"));
    expect(await lobster(["check", "--fix", "a.lobster"])).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(readFileSync(join(cwd, "real.lobster"), "utf8")).toBe(bad.replace("timeout: 5", "timeout_ms: 5000"));
    expect(statSync(join(cwd, "real.lobster")).mode & 0o777).toBe(0o640);
    expect(lstatSync(join(cwd, "a.lobster")).isSymbolicLink()).toBe(true);
  });

  test("leaves a file untouched that needs nothing", async () => {
    write("a.lobster", good);
    const before = statSync(join(cwd, "a.lobster"));
    await lobster(["check", "--fix", "a.lobster"]);
    const after = statSync(join(cwd, "a.lobster"));
    expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs]);
  });
});

describe("parse", () => {
  test("prints the tree of a file as short lines", async () => {
    write("a.lobster", good);
    const { code, stdout } = await lobster(["parse", "a.lobster"]);
    expect(code).toBe(0);
    expect(stdout).toContain("workflow 1:1-4:1");
    expect(stdout).toContain('step 2:5-3:17 role="step" id="a"');
  });

  test("prints the whole tree as JSON, with the findings; a broken file has one, too", async () => {
    write("a.lobster", bad);
    const { code, stdout } = await lobster(["parse", "--json", "a.lobster"]);
    expect(code).toBe(0);
    const { workflow, diagnostics } = JSON.parse(stdout);
    expect(workflow.kind).toBe("workflow");
    expect(workflow.steps[0].id).toBe("a");
    expect(diagnostics.map((one: { rule: string }) => one.rule)).toContain("unknown-key");
  });

  test("prints a pipeline's", async () => {
    const { stdout } = await lobster(["parse", "--pipeline", "exec echo 'a b' | head --n 3", "--json"]);
    const { pipeline, diagnostics } = JSON.parse(stdout);
    expect(pipeline.stages.map((stage: { name: { text: string } }) => stage.name.text)).toEqual(["exec", "head"]);
    expect(pipeline.stages[0].words.map((word: { text: string }) => word.text)).toEqual(["echo", "a b"]);
    expect(diagnostics).toEqual([]);
  });

  test("is not drowned by aliases", async () => {
    const bomb = ["a: &a [x, x, x, x, x, x, x, x, x]"];
    for (let i = 1; i < 9; i++)
      bomb.push(`${"abcdefghi"[i]}: &${"abcdefghi"[i]} [${`*${"abcdefghi"[i - 1]}, `.repeat(9)}]`);
    write("a.lobster", `${bomb.join("\n")}\n${good}`);
    const { stdout } = await lobster(["parse", "--json", "a.lobster"]);
    expect(stdout.length).toBeLessThan(500_000);
  });
});

describe("compile", () => {
  test("writes the plan to standard output or to a file, with or without places", async () => {
    write("a.lobster", good);
    const { code, stdout } = await lobster(["compile", "a.lobster"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ planVersion: 1, source: { file: "a.lobster" } });
    await lobster(["compile", "a.lobster", "-o", "a.plan.json"]);
    expect(readFileSync(join(cwd, "a.plan.json"), "utf8")).toBe(stdout);
    expect(JSON.parse((await lobster(["compile", "--no-source", "a.lobster"])).stdout)).not.toHaveProperty("source");
  });

  test("writes nothing for a faulty file", async () => {
    write("a.lobster", bad);
    const { code, stdout, stderr } = await lobster(["compile", "a.lobster", "-o", "a.plan.json"]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("error[unknown-key]");
    expect(() => statSync(join(cwd, "a.plan.json"))).toThrow("ENOENT");
  });

  test("--check tells a fresh plan, a stale one and a missing one", async () => {
    write("a.lobster", good);
    await lobster(["compile", "a.lobster", "-o", "a.plan.json"]);
    expect(await lobster(["compile", "a.lobster", "--check", "a.plan.json"])).toEqual({
      code: 0,
      stdout: "",
      stderr: "",
    });
    write("a.lobster", good.replace("hi", "ho"));
    const stale = await lobster(["compile", "a.lobster", "--check", "a.plan.json"]);
    expect(stale.code).toBe(1);
    expect(stale.stderr).toContain("error[stale-plan]: `a.plan.json`");
    expect((await lobster(["compile", "a.lobster", "--check", "none.json"])).stderr).toContain(
      "there is no plan `none.json`",
    );
  });

  test.each([
    [["a.lobster", "-o", "x", "--check", "y"], "`-o` and `--check` do not go together"],
    [["a.lobster", "b.lobster"], "takes one workflow file"],
    [["a.lobster", "-o", "none/x.json"], "the plan cannot be written to `none/x.json`"],
  ])("%j is wrong use", async (words, message) => {
    write("a.lobster", good);
    const { code, stderr } = await lobster(["compile", ...words]);
    expect([code, stderr.includes(message)]).toEqual([2, true]);
  });
});

describe("graph", () => {
  test.each([
    ["mermaid", "flowchart"],
    ["dot", "digraph"],
    ["ascii", "a"],
  ])("draws as %s", async (format, part) => {
    write("a.lobster", good);
    const { code, stdout } = await lobster(["graph", "a.lobster", "--format", format]);
    expect([code, stdout.includes(part)]).toEqual([0, true]);
  });

  test("draws nothing for a faulty file, and shows why", async () => {
    write("a.lobster", bad);
    const { code, stdout, stderr } = await lobster(["graph", "--file", "a.lobster"]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("error[unknown-key]");
  });
});
