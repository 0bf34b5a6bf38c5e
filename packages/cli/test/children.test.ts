import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { loadProgram, lobster as program } from "./memory-io.ts";
import type { Surroundings } from "./memory-io.ts";

let base: string;
beforeAll(loadProgram, 120_000);
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "lobster-children-"));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const write = (name: string, text: string) => {
  mkdirSync(dirname(join(base, name)), { recursive: true });
  writeFileSync(join(base, name), text);
};
const lobster = (words: readonly string[], { env = {}, ...around }: Surroundings = {}) =>
  program(words, {
    cwd: base,
    env: { PATH: process.env["PATH"], LOBSTER_STATE_DIR: join(base, "state"), ...env },
    ...around,
  });
const calls = (path: string, more = "") => `steps:\n  - id: c\n    workflow: ${path}\n${more}`;
const child = 'args: {who: {default: anon}}\nsteps:\n  - id: greet\n    run: echo "Hello ${who}"\n';
const asks = `${child}  - id: ask\n    approval: Send it?\n    stdin: $greet.stdout\n`;
const faulty = "steps:\n  - id: x\n    run: echo $gone.stdout\n";

/** The findings of `check --format json`: `path:line:column severity rule`. */
async function checked(words: readonly string[], around: Surroundings = {}): Promise<readonly string[]> {
  const { stdout } = await lobster(["check", "--format", "json", ...words], around);
  const { files } = JSON.parse(stdout) as {
    files: {
      path: string;
      diagnostics: { rule: string; severity: string; range: { start: { line: number; column: number } } }[];
    }[];
  };
  return files.flatMap(({ path, diagnostics }) =>
    diagnostics.map(
      ({ rule, severity, range: { start } }) => `${path}:${start.line}:${start.column} ${severity} ${rule}`,
    ),
  );
}

const message = async (words: readonly string[], around: Surroundings = {}) => {
  const { stdout } = await lobster(["check", "--format", "json", ...words], around);
  return JSON.parse(stdout).files[0].diagnostics[0]?.message ?? null;
};

describe("a workflow in another folder that calls others", () => {
  beforeEach(() => {
    write("flows/main.lobster", calls("./parts/child.lobster", "    workflow_args: {who: Ana}\n"));
    write("flows/parts/child.lobster", child);
  });

  test("runs, and its paths are relative to the file that names them", async () => {
    const { code, stdout, stderr } = await lobster(["run", "flows/main.lobster"]);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '[\n  "Hello Ana\\n"\n]\n', stderr: "" });
  });

  test("is checked with what it calls; the errors there are told once, at their place", async () => {
    expect(await lobster(["check", "flows/main.lobster"])).toEqual({ code: 0, stdout: "", stderr: "" });
    write(
      "flows/main.lobster",
      "steps:\n  - {id: a, workflow: parts/child.lobster}\n  - {id: b, workflow: ./parts/child.lobster}\n",
    );
    write("flows/parts/child.lobster", faulty);
    const findings = ["flows/main.lobster:2:23 error child-workflow", "flows/main.lobster:3:23 error child-workflow"];
    const inside = "flows/parts/child.lobster:3:16 error unknown-step";
    expect(await checked(["flows/main.lobster"])).toEqual([...findings, inside]);
    // Also where the called file is checked itself.
    expect(await checked(["flows"])).toEqual([...findings, inside]);
    const { code, stderr } = await lobster(["run", "flows/main.lobster"]);
    expect(code).toBe(2);
    expect(stderr).toContain("--> flows/parts/child.lobster:3:16");
    expect(stderr).toContain("3 errors in 2 files");
  });

  test("compiles to one plan, which is stale when a called file changes", async () => {
    await lobster(["compile", "flows/main.lobster", "-o", "main.plan.json"]);
    expect(readFileSync(join(base, "main.plan.json"), "utf8")).not.toContain(base);
    const fresh = ["compile", "flows/main.lobster", "--check", "main.plan.json"];
    expect((await lobster(fresh)).code).toBe(0);
    // The same bytes from wherever it is asked for.
    const elsewhere = await lobster(["compile", "main.lobster"], { cwd: join(base, "flows") });
    expect(elsewhere.stdout).toBe(readFileSync(join(base, "main.plan.json"), "utf8"));
    write("flows/parts/child.lobster", child.replace("Hello", "Goodbye"));
    const stale = await lobster(fresh);
    expect(stale.code).toBe(1);
    expect(stale.stderr).toContain("step `c/greet` differs");
    // A plan needs none of the files.
    rmSync(join(base, "flows"), { recursive: true });
    expect((await lobster(["run", "main.plan.json"])).stdout).toContain("Hello Ana");
  });

  test("is drawn with what is inside", async () => {
    const { stdout } = await lobster(["graph", "flows/main.lobster", "--format", "ascii"]);
    expect(stdout.split("\n").map((line) => line.trim())).toEqual([
      '[c]        workflow: parts/child.lobster (who: "Ana")',
      "|   <- c/greet (output)",
      "|",
      '[c/greet]  run: echo "Hello ${who}"',
      "",
    ]);
  });

  test("pauses at a gate inside and goes on there, whatever the files say by then", async () => {
    write("flows/parts/child.lobster", asks);
    const paused = await lobster(["run", "--mode", "tool", "flows/main.lobster"]);
    const { requiresApproval: request } = JSON.parse(paused.stdout);
    expect(request).toMatchObject({ prompt: "Send it?", items: [], preview: "Hello Ana" });
    write("flows/parts/child.lobster", faulty);
    const { stdout, stderr } = await lobster(["resume", "--id", request.approvalId, "--approve", "yes"]);
    expect(JSON.parse(stdout)).toMatchObject({ status: "ok", output: ["Hello Ana\n"] });
    expect(stderr).toContain("has changed since the run paused");
  });
});

describe("the file that a step calls", () => {
  test("may be misspelt: the nearest name is told", async () => {
    write("a.lobster", calls("./parts/chidl.lobster"));
    write("parts/child.lobster", child);
    expect(await message(["a.lobster"])).toBe(
      "there is no file `./parts/chidl.lobster`; did you mean `./parts/child.lobster`",
    );
  });

  test.each([
    ["a folder", "./parts", "`./parts` is a folder: name the workflow file in it"],
    ["an absolute path", "/etc/passwd", "`/etc/passwd` is outside of `flows`: "],
    ["a file above", "../child.lobster", "`../child.lobster` is outside of `flows`: "],
    ["a link that leads out", "./link.lobster", "`./link.lobster` is outside of `flows`: "],
    [
      "a folder that is a link and leads out",
      "./linked/child.lobster",
      "`./linked/child.lobster` is outside of `flows`: ",
    ],
    [
      "nothing above",
      "../gone.lobster",
      "there is no file `../gone.lobster`, and it would be outside the folder of this workflow, where it has to be",
    ],
  ])("cannot be %s", async (_, path, words) => {
    write("child.lobster", child);
    write("other/child.lobster", child);
    write("flows/parts/x", "");
    symlinkSync(join(base, "child.lobster"), join(base, "flows", "link.lobster"));
    symlinkSync(join(base, "other"), join(base, "flows", "linked"));
    write("flows/a.lobster", calls(path));
    expect(await message(["flows/a.lobster"])).toEqual(expect.stringContaining(words));
  });

  test("may be reached by a link inside, and then a cycle over it is seen", async () => {
    write("flows/real.lobster", calls("./link.lobster"));
    symlinkSync("real.lobster", join(base, "flows", "link.lobster"));
    expect(await message(["flows/real.lobster"])).toContain("would call itself for ever");
  });

  test("may lie beside the folder of the file where the folder of both is named", async () => {
    write("flows/a.lobster", calls("../lib/child.lobster"));
    write("lib/child.lobster", child);
    expect(await checked(["flows/a.lobster"])).toEqual(["flows/a.lobster:3:15 error child-workflow"]);
    expect(await checked(["flows/a.lobster"], { env: { LOBSTER_WORKFLOW_ROOT: base } })).toEqual([]);
    // A folder that is checked is one project.
    expect(await checked(["."])).toEqual([]);
  });

  test("is looked for beside the name that standard input is given", async () => {
    write("flows/child.lobster", "args: {env: {default: x}}\nsteps: [{id: a, run: 'echo \"${env}\"'}]\n");
    const typed = calls("./child.lobster", "    workflow_args: {evn: prod}\n");
    expect(await checked(["--stdin-filename", "flows/a.lobster", "-"], { typed })).toEqual([
      "flows/a.lobster:4:21 error child-workflow",
    ]);
  });

  test("that is missing is a warning on request, and only that", async () => {
    write("a.lobster", calls("../other-repo/common.lobster"));
    write("b.lobster", calls("child.lobster", "    workflow_args: {wo: x}\n"));
    write("child.lobster", child);
    expect(await checked(["--ignore-missing", "a.lobster", "b.lobster"])).toEqual([
      "a.lobster:3:15 warning child-workflow",
      "b.lobster:4:21 error child-workflow",
    ]);
    expect((await lobster(["check", "--ignore-missing", "a.lobster"])).code).toBe(0);
    expect((await lobster(["run", "a.lobster"])).code).toBe(2);
  });

  test("may call others, as deep as the setting says", async () => {
    write("a.lobster", calls("b.lobster"));
    write("b.lobster", calls("child.lobster"));
    write("child.lobster", child);
    expect(await checked(["a.lobster"], { env: { LOBSTER_MAX_WORKFLOW_DEPTH: "2" } })).toEqual([]);
    expect(await message(["a.lobster"], { env: { LOBSTER_MAX_WORKFLOW_DEPTH: "1" } })).toContain(
      "more than 1 level deep (the limit LOBSTER_MAX_WORKFLOW_DEPTH)",
    );
  });
});

test("a fix in the caller is written, and what is called stays as it is", async () => {
  write("a.lobster", `${calls("child.lobster")}    timeout: 5\n`);
  write("child.lobster", child.replace("run:", "timeout: 5\n    run:"));
  await lobster(["check", "--fix", "a.lobster"]);
  expect(readFileSync(join(base, "a.lobster"), "utf8")).toContain("timeout_ms: 5000");
  expect(readFileSync(join(base, "child.lobster"), "utf8")).toContain("timeout: 5");
});
