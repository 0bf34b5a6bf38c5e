import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { loadProgram, lobster as program } from "./memory-io.ts";

// `workflows.run --file`: a workflow within a run, with its gates.

let root: string;
beforeAll(loadProgram, 120_000);
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "lobster-nested-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (name: string, text: string) => {
  mkdirSync(dirname(join(root, "work", name)), { recursive: true });
  writeFileSync(join(root, "work", name), text);
};
const read = (name: string) => readFileSync(join(root, "work", name), "utf8");

const tool = async (words: readonly string[]) => {
  const { stdout } = await program(words, {
    cwd: join(root, "work"),
    env: { PATH: process.env["PATH"], HOME: root, LOBSTER_STATE_DIR: join(root, "state") },
  });
  return JSON.parse(stdout);
};
const run = (...words: string[]) => tool(["run", "--mode", "tool", ...words]);
const failure = async (...words: string[]) => (await run(...words)).error.message as string;

const triage = `
args:
  limit: {type: integer, default: 3}
steps:
  - id: count
    run: echo counted >> log; echo \${limit}
  - id: ask
    approval: Send \${limit}?
  - id: send
    run: echo sent >> log; echo '{"sent":'\${limit}'}'
`;

test("a file runs as a part of the run: its gate pauses the whole run, and a resume goes on in there", async () => {
  write("flows/triage.lobster", triage);
  write(
    "outer.lobster",
    `steps:
  - id: before
    run: echo before >> log
  - id: nested
    pipeline: workflows.run --file flows/triage.lobster --args-json '{"limit":5}' | map --wrap got
  - id: after
    run: echo after >> log; cat
    stdin: $nested.json
`,
  );
  const paused = await run("outer.lobster");
  expect(paused).toMatchObject({ status: "needs_approval", requiresApproval: { prompt: "Send 5?" } });
  // What was compiled is what runs, whatever the file says now (D4).
  write("flows/triage.lobster", triage.replace("echo sent", "echo WRONG"));
  const { approvalId } = paused.requiresApproval;
  const done = await tool(["resume", "--id", approvalId, "--approve", "yes"]);
  expect(done).toMatchObject({ ok: true, output: [{ got: { sent: 5 } }] });
  expect(read("log")).toBe("before\ncounted\nsent\nafter\n");
});

test("a refusal in there cancels the whole run", async () => {
  write("triage.lobster", triage);
  const paused = await run("workflows.run triage.lobster");
  const { approvalId } = paused.requiresApproval;
  expect(await tool(["resume", "--id", approvalId, "--approve", "no"])).toMatchObject({ status: "cancelled" });
  expect(read("log")).toBe("counted\n");
});

test("a file with errors, with wrong arguments or without permission fails the step, in words", async () => {
  write("triage.lobster", triage);
  write("bad.lobster", "steps:\n  - id: a\n    run: echo $b.stdout\n");
  write("fails.lobster", "steps:\n  - id: a\n    run: echo no >&2; exit 3\n");
  expect(await failure("workflows.run --file bad.lobster")).toContain("`bad.lobster` cannot run: ");
  expect(await failure(`workflows.run --file triage.lobster --args-json '{"limt":1}'`)).toContain(
    "workflows.run: `triage.lobster`: unknown argument `limt`: did you mean `limit`?",
  );
  expect(await failure("workflows.run --file fails.lobster")).toBe(
    "workflows.run: `fails.lobster`: workflow command failed (3): no",
  );
  expect(await failure("workflows.run --file gone.lobster")).toBe("workflows.run: there is no file `gone.lobster`");
  write(
    "lenient.lobster",
    "steps:\n  - id: a\n    pipeline: workflows.run --file fails.lobster\n    on_error: continue\n  - id: b\n    run: echo on\n",
  );
  expect(await run("lenient.lobster")).toMatchObject({ ok: true, output: ["on\n"] });
});

test("only files below the run's folder are run, by their real path", async () => {
  write("a.lobster", "steps:\n  - id: a\n    run: echo in\n");
  writeFileSync(join(root, "out.lobster"), "steps:\n  - id: a\n    run: echo out\n");
  symlinkSync(join(root, "out.lobster"), join(root, "work", "link.lobster"));
  for (const file of ["../out.lobster", "link.lobster", join(root, "out.lobster")]) {
    expect(await failure(`workflows.run --file ${file}`)).toBe(
      `workflows.run: \`${file}\` is outside of the run's folder; only files below it are run`,
    );
  }
  expect(await run("workflows.run --file a.lobster")).toMatchObject({ output: ["in\n"] });
});

test("a file that runs itself ends at the limit", async () => {
  write("self.lobster", "steps:\n  - id: a\n    pipeline: workflows.run --file self.lobster\n");
  expect(await failure("self.lobster")).toContain(
    "17 runs inside one another; a file that runs itself never ends, or raise LOBSTER_MAX_NESTED_RUNS",
  );
});

test("in a branch nothing can wait", async () => {
  write("triage.lobster", triage);
  write(
    "branches.lobster",
    `steps:
  - id: both
    parallel:
      branches:
        - id: a
          pipeline: workflows.run --file triage.lobster
`,
  );
  expect(await failure("branches.lobster")).toContain("nothing can wait in a branch of `parallel`");
});

test("the file sees its own arguments, and the environment of the step", async () => {
  write(
    "inner.lobster",
    `args: {b: {default: x}}\nsteps:\n  - id: a\n    run: echo $(env | grep ^LOBSTER_ARG_ | sort) "$SEEN"\n`,
  );
  write(
    "outer.lobster",
    `args: {a: {default: secret}}
steps:
  - id: n
    env: {SEEN: "\${a}"}
    pipeline: workflows.run --file inner.lobster --args-json '{"b":"y"}'
`,
  );
  expect(await run("outer.lobster")).toMatchObject({ output: ["LOBSTER_ARG_B=y secret\n"] });
});
