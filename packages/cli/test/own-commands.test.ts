import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { loadProgram, lobster as program } from "./memory-io.ts";
import type { Surroundings } from "./memory-io.ts";

// A project with a command of its own: a program in its folder, known to every verb.

let root: string;
beforeAll(loadProgram, 120_000);
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "lobster-own-"));
  mkdirSync(join(root, ".git"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (name: string, text: string) => {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
};

const lobster = (words: readonly string[], around: Surroundings = {}) =>
  program(words, {
    cwd: root,
    ...around,
    env: { PATH: process.env["PATH"], HOME: "/nowhere", LOBSTER_STATE_DIR: join(root, "state"), ...around.env },
  });

const configuration = `
commands:
  inbox.list:
    description: The mails of a folder
    run: [./tools/inbox, list]
    input: none
    flags:
      limit: {type: integer, default: 20, minimum: 1, description: How many}
      folder: {enum: [inbox, archive], default: inbox}
      unread: {type: boolean}
    positionals: [folder]
`;

/** Writes its own words and the folder it runs in, as items. */
const inbox = `#!${process.execPath}
for (const word of process.argv.slice(2)) console.log(JSON.stringify(word));
`;

function project() {
  write(".lobsterrc.yaml", configuration);
  write("tools/inbox", inbox);
  chmodSync(join(root, "tools/inbox"), 0o755);
}

/** The first finding of a workflow with this pipeline. */
const findings = async (pipeline: string) => {
  write("flows/a.lobster", `steps:\n  - id: a\n    pipeline: ${pipeline}\n`);
  const { stdout } = await lobster(["check", "flows/a.lobster"]);
  return /error\[.*|warning\[.*/.exec(stdout)?.[0] ?? "";
};

describe("a command of the project", () => {
  test("is checked like a stage of the language", async () => {
    project();
    expect(await findings("inbox.list archive --limit 5 --unread | head --n 2")).toBe("");
    expect(await findings("inbox.list --limt 5")).toBe(
      "error[unknown-flag]: `inbox.list` has no flag `--limt`: write `--limit`",
    );
    expect(await findings("inbox.list --limit many")).toBe(
      "error[missing-flag-value]: `--limit` needs a number, and `many` is none",
    );
    expect(await findings("inbox.list --limit 0")).toBe(
      "error[missing-flag-value]: `--limit` needs a number from 1 on",
    );
    expect(await findings("inbox.list sent")).toBe(
      "error[missing-flag-value]: `folder` is one of `inbox`, `archive`; `sent` is none of them",
    );
    expect(await findings("inbox.list archive --folder inbox")).toBe(
      "error[extra-positional]: `--folder` says it already: `archive` is not used",
    );
    expect(await findings("inbox.list archive 5")).toContain(
      "error[extra-positional]: `inbox.list` has no use for `5`",
    );
    expect(await findings("inbox.lst")).toBe(
      "error[unknown-command]: there is no stage `inbox.lst`: write `inbox.list`",
    );
    expect(await findings("exec --json --shell 'echo 1' | inbox.list")).toContain(
      "error[exec-discards-input]: `inbox.list` reads no items (`input: none` in `../.lobsterrc.yaml`)",
    );
  });

  test("runs from any folder below, and its program is found beside the configuration", async () => {
    project();
    write(
      "flows/a.lobster",
      "args: {box: {default: archive}}\nsteps:\n  - id: a\n    pipeline: inbox.list ${box} --unread\n",
    );
    const run = await lobster(["run", "--mode", "tool", "flows/a.lobster"]);
    expect(JSON.parse(run.stdout)).toMatchObject({
      ok: true,
      output: ["list", "--limit=20", "--folder=archive", "--unread"],
    });
    const wrong = await lobster(["run", "--mode", "tool", "flows/a.lobster", "--arg", "box=x"]);
    expect(JSON.parse(wrong.stdout).error.message).toBe(
      "inbox.list --folder must be one of `inbox`, `archive`, got `x`",
    );
    const inline = await lobster(["inbox.list", "--limit", "1"]);
    expect(JSON.parse(inline.stdout)).toEqual(["list", "--limit=1", "--folder=inbox"]);
  });

  test("is in the plan, without a folder of this machine, and runs from there whatever the configuration says later", async () => {
    project();
    write("flows/a.lobster", "steps:\n  - id: a\n    pipeline: inbox.list\n");
    expect((await lobster(["compile", "flows/a.lobster", "-o", "flows/a.plan.json"])).code).toBe(0);
    const plan = readFileSync(join(root, "flows/a.plan.json"), "utf8");
    expect(plan).not.toContain(root);
    expect(JSON.parse(plan).steps[0].action.stages[0].program).toEqual({
      words: [{ file: "./tools/inbox" }, { text: "list" }],
      flags: [
        { name: "limit", type: "integer", onByDefault: false, values: null, minimum: 1 },
        { name: "folder", type: "text", onByDefault: false, values: ["inbox", "archive"], minimum: null },
        { name: "unread", type: "boolean", onByDefault: false, values: null, minimum: null },
      ],
      input: "none",
      output: "items",
      network: false,
      retrySafe: false,
      from: "../.lobsterrc.yaml",
    });
    expect(JSON.parse(plan).requires).toMatchObject({ commands: ["inbox.list"], programs: ["./tools/inbox"] });
    expect((await lobster(["compile", "flows/a.lobster", "--check", "flows/a.plan.json"])).code).toBe(0);
    write(".lobsterrc.yaml", configuration.replace("[./tools/inbox, list]", "[./tools/inbox, drop]"));
    const run = await lobster(["run", "--mode", "tool", "flows/a.plan.json"]);
    expect(JSON.parse(run.stdout).output[0]).toBe("list");
    expect((await lobster(["compile", "flows/a.lobster", "--check", "flows/a.plan.json"])).stderr).toContain(
      "step `a` differs",
    );
  });

  test("is what was approved: a resume runs the stored program, wherever it is resumed", async () => {
    project();
    const paused = await lobster(["run", "--mode", "tool", "inbox.list | approve --prompt 'Go?' | inbox.note"]);
    expect(JSON.parse(paused.stdout).error.message).toContain("there is no stage `inbox.note`");
    const gated = await lobster([
      "run",
      "--mode",
      "tool",
      "exec --shell 'echo x' | approve --prompt 'Go?' | head --n 0 | map --wrap x",
    ]);
    expect(JSON.parse(gated.stdout).status).toBe("needs_approval");
    write("a.lobster", "steps:\n  - id: ask\n    approval: Go?\n  - id: a\n    pipeline: inbox.list\n");
    const waiting = JSON.parse((await lobster(["run", "--mode", "tool", "a.lobster"])).stdout);
    write(".lobsterrc.yaml", "commands: {inbox.list: {run: [./tools/other]}}\n");
    const { approvalId } = waiting.requiresApproval;
    const resumed = await lobster(["resume", "--id", approvalId, "--approve", "yes"], { cwd: "/" });
    expect(JSON.parse(resumed.stdout)).toMatchObject({ ok: true, output: ["list", "--limit=20", "--folder=inbox"] });
    expect(resumed.stderr).toContain("has changed since the run paused");
  });

  test("is shown by the dry run, the help and commands.list, with where it comes from", async () => {
    project();
    const dry = await lobster(["run", "--dry-run", "inbox.list --limit 3"]);
    expect(dry.stderr).toContain("(runs `./tools/inbox list`, says .lobsterrc.yaml)");
    const help = await lobster(["help", "inbox.list"]);
    expect(help.stdout).toContain("inbox.list: The mails of a folder");
    expect(help.stdout).toContain(
      "A command of `.lobsterrc.yaml`: it runs `./tools/inbox list`, reads nothing, and writes JSON Lines.",
    );
    expect((await lobster(["help"])).stdout).toContain(" inbox.list ");
    const list = await lobster(["commands.list | where name=inbox.list"]);
    expect(JSON.parse(list.stdout)[0]).toMatchObject({
      name: "inbox.list",
      description: "The mails of a folder",
      argsSchema: { properties: { limit: { type: "integer", default: 20, minimum: 1 } } },
    });
  });

  test("is not repeated by `retry`, and the checker says so", async () => {
    project();
    write("a.lobster", "steps:\n  - id: a\n    pipeline: inbox.list\n    retry: {max: 2}\n");
    expect((await lobster(["check", "a.lobster"])).stdout).toContain(
      "warning[inert-key]: `retry` does nothing here: `inbox.list` might do its work twice; where it cannot, say `retry-safe: true` in `.lobsterrc.yaml`",
    );
    write(".lobsterrc.yaml", configuration.replace("input: none", "input: none\n    retry-safe: true"));
    expect((await lobster(["check", "a.lobster"])).stdout).toBe("");
  });

  test("is not there without the configuration, and another one can be named", async () => {
    project();
    const without = await lobster(["run", "--no-config", "inbox.list"]);
    expect(without.stderr).toContain("there is no stage `inbox.list`");
    write("other/rc.yaml", "commands:\n  inbox.list: {run: [echo, '1']}\n");
    const other = await lobster(["run", "--config", "other/rc.yaml", "inbox.list"]);
    expect(JSON.parse(other.stdout)).toEqual([1]);
    expect((await lobster(["run", "--config", "other/rc.yaml", "--no-config", "inbox.list"])).code).toBe(2);
  });
});

describe("the configuration", () => {
  test("is reported with the files that it is for, and nothing runs by a wrong one", async () => {
    write(
      ".lobsterrc.yaml",
      "commands:\n  head:\n    run: [./x]\n  y:\n    runs: [x]\nrule: {}\nrules: {unquoted-values: off}\n",
    );
    write("a.lobster", "steps:\n  - id: a\n    run: echo hi\n");
    const { code, stdout } = await lobster(["check", "a.lobster"]);
    expect(code).toBe(1);
    expect(stdout.match(/error\[.*/g)).toEqual([
      "error[bad-config]: `head` is a stage of the language and keeps its meaning: give your command another name",
      "error[bad-config]: `runs` is no key of the command `y`: write `run`",
      "error[bad-config]: `rule` is no key of a configuration: write `rules`",
      "error[bad-config]: there is no rule `unquoted-values`: write `unquoted-value`",
    ]);
    expect(stdout).toContain(".lobsterrc.yaml:2:3");
    const run = await lobster(["run", "a.lobster"]);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain("error[bad-config]");
    expect((await lobster(["check", ".lobsterrc.yaml"])).code).toBe(1);
  });

  test("sets severities, leaves keys and files alone", async () => {
    write("a.lobster", "steps:\n  - id: a\n    owner: me\n    run: echo $(cat x) ${y}\nargs: {y: {default: z}}\n");
    write("old/b.lobster", "steps: 5\n");
    expect((await lobster(["check", "."])).code).toBe(1);
    write(".lobsterrc.yaml", "rules: {unquoted-value: off}\nextraKeys: [owner]\nignore: [old]\n");
    expect(await lobster(["check", "."])).toMatchObject({ code: 0, stdout: "" });
    expect((await lobster(["check", "old/b.lobster"])).code).toBe(1);
  });

  test("says of patterns what they do, from wherever the check is started (R197)", async () => {
    const noisy = "steps:\n  - id: a\n    run: echo ${x}\nargs: {x: {default: 'a b'}}\n";
    write("flows/deep/a.lobster", noisy);
    write("flows/b.lobster", noisy);
    write("c.lobster", noisy);
    write(
      ".lobsterrc.yaml",
      "paths:\n  './flows/**/*.lobster': {rules: {unquoted-value: off}}\nignore: [gone, c.lobster]\n",
    );
    const warned = async (words: string[], cwd = root) =>
      ((await lobster(["check", ...words], { cwd })).stdout.match(/\[unquoted-value\]/g) ?? []).length;
    expect(await warned(["./flows/deep/a.lobster", "flows/b.lobster"])).toBe(0);
    expect(await warned(["a.lobster", "../b.lobster"], join(root, "flows/deep"))).toBe(0);
    expect(await warned(["../../c.lobster"], join(root, "flows/deep"))).toBe(1);
    expect((await lobster(["check", "."])).stdout).toMatch(
      /^\.lobsterrc\.yaml:3:10[^]*warning\[bad-config\]: `gone` fits no workflow file|warning\[bad-config\]: `gone` fits no workflow file[^]*3:10/,
    );
    expect(await warned(["."])).toBe(0);
    // A part of the project says nothing about the rest.
    expect((await lobster(["check", "flows"])).stdout).toBe("");
  });

  test("above the repository does not count", async () => {
    project();
    mkdirSync(join(root, "sub/.git"), { recursive: true });
    write("sub/a.lobster", "steps:\n  - id: a\n    pipeline: inbox.list\n");
    expect((await lobster(["check", "sub/a.lobster"])).stdout).toContain("there is no stage `inbox.list`");
    rmSync(join(root, "sub/.git"), { recursive: true });
    expect((await lobster(["check", "sub/a.lobster"])).code).toBe(0);
    // Outside of any repository and of the home folder only the file's own folder is looked at.
    rmSync(join(root, ".git"), { recursive: true });
    expect((await lobster(["check", "sub/a.lobster"])).code).toBe(1);
    expect((await lobster(["check", "sub/a.lobster"], { env: { HOME: root } })).code).toBe(0);
  });
});
