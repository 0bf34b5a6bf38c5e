import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { ensureBuilt, root, sandbox } from "./sandbox.ts";
import type { Finished, Sandbox } from "./sandbox.ts";

const example = join(root, "packages", "docs", "examples", "inbox-triage");
const file = "inbox-triage.lobster";
const boxes: Sandbox[] = [];

beforeAll(ensureBuilt, 120_000);
afterEach(() => {
  for (const box of boxes.splice(0)) box.remove();
});

function inbox(): Sandbox {
  const box = sandbox();
  boxes.push(box);
  cpSync(example, box.folder, { recursive: true });
  return {
    ...box,
    lobster: (words, options) =>
      box.lobster(words, {
        ...options,
        env: { ...options?.env, PATH: `${join(box.folder, "bin")}:${box.env["PATH"]}` },
      }),
  };
}

function open(files: { readonly [name: string]: string }): Sandbox {
  const box = sandbox(files);
  boxes.push(box);
  return box;
}

const envelope = (finished: Finished) => JSON.parse(finished.stdout);
const mail = (box: Sandbox, folder: string) =>
  box.has(`mailbox/${folder}`) ? readdirSync(join(box.folder, "mailbox", folder)).toSorted() : [];

describe("the documented example", () => {
  test("is checked without a word", async () => {
    expect(await inbox().lobster(["check", file])).toEqual({ code: 0, signal: null, stdout: "", stderr: "" });
  });

  test("runs to its gate, is approved and moves the mail; a second answer is refused", async () => {
    const box = inbox();
    const paused = await box.lobster(["run", "--mode", "tool", file]);
    expect(paused.code).toBe(0);
    const { status, requiresApproval } = envelope(paused);
    expect(status).toBe("needs_approval");
    expect(mail(box, "inbox")).toHaveLength(5);
    expect(JSON.stringify(requiresApproval)).toContain("001.txt");

    const done = await box.lobster(["resume", "--id", requiresApproval.approvalId, "--approve", "yes"]);
    expect(done.code).toBe(0);
    expect(envelope(done)).toMatchObject({ ok: true, status: "ok" });
    expect(mail(box, "inbox")).toEqual(["004.txt"]);
    expect(mail(box, "family")).toEqual(["001.txt", "005.txt"]);

    const again = await box.lobster(["resume", "--id", requiresApproval.approvalId, "--approve", "yes"]);
    expect(again.code).toBe(2);
    expect(envelope(again)).toMatchObject({ ok: false, error: { type: "parse_error" } });
    const byToken = await box.lobster(["resume", "--token", requiresApproval.resumeToken, "--approve", "yes"]);
    expect(envelope(byToken).ok).toBe(false);
  });

  test("runs as it was approved, although the file changed and then vanished", async () => {
    const box = inbox();
    const { requiresApproval } = envelope(await box.lobster(["run", "--mode", "tool", file]));
    box.write(file, box.read(file).replace("inbox apply --execute", "touch hacked"));
    const done = await box.lobster(["resume", "--token", requiresApproval.resumeToken, "--approve", "yes"]);
    expect(envelope(done).status).toBe("ok");
    expect(box.has("hacked")).toBe(false);
    expect(mail(box, "bills")).toEqual(["002.txt"]);
  });

  test("does nothing when refused, and says so", async () => {
    const box = inbox();
    const { requiresApproval } = envelope(await box.lobster(["run", "--mode", "tool", file]));
    const refused = await box.lobster(["resume", "--id", requiresApproval.approvalId, "--approve", "no"]);
    expect([refused.code, envelope(refused).status]).toEqual([0, "cancelled"]);
    expect(mail(box, "inbox")).toHaveLength(5);
  });

  test("is resumed from another folder, in the folder where it was started", async () => {
    const box = inbox();
    const { requiresApproval } = envelope(await box.lobster(["run", "--mode", "tool", file]));
    await box.lobster(["resume", "--id", requiresApproval.approvalId, "--approve", "yes"], { cwd: "/" });
    expect(mail(box, "inbox")).toEqual(["004.txt"]);
  });

  test("uses the argument that was given, also after the pause", async () => {
    const box = inbox();
    const words = ["run", "--mode", "tool", file, "--arg", "tag=it's; rm -rf $(x)"];
    const { requiresApproval } = envelope(await box.lobster(words));
    await box.lobster(["resume", "--id", requiresApproval.approvalId, "--approve", "yes"]);
    expect(mail(box, "it's; rm -rf $(x)")).toEqual(["001.txt", "005.txt"]);
  });

  test("exits 10 at its gate and 3 when cancelled, where asked to", async () => {
    const box = inbox();
    const paused = await box.lobster(["run", "--mode", "tool", "--exit-code", file]);
    expect(paused.code).toBe(10);
    const id = envelope(paused).requiresApproval.approvalId;
    expect((await box.lobster(["resume", "--id", id, "--cancel", "--exit-code"])).code).toBe(3);
  });
});

describe("a per-step variable, which the language does not have", () => {
  const text = `name: triage
steps:
  - id: collect
    run: echo '[{"id":1}]'
  - id: show
    run: printf '%s' "$LOBSTER_STEP_COLLECT_STDOUT"
`;

  test("is reported at its exact place, with what to write instead", async () => {
    const box = open({ "w.lobster": text });
    const checked = await box.lobster(["check", "--format", "json", "w.lobster"]);
    expect(checked.code).toBe(1);
    const [found] = JSON.parse(checked.stdout).files[0].diagnostics;
    expect(found.rule).toBe("per-step-env-var");
    expect(text.slice(found.range.start.offset, found.range.end.offset)).toMatch(/^\$?LOBSTER_STEP_COLLECT_STDOUT$/);
    expect(found.fixes[0].safe).toBe(true);
  });

  test("keeps the file from running at all", async () => {
    const box = open({ "w.lobster": text });
    const run = await box.lobster(["run", "--mode", "tool", "w.lobster"]);
    expect(run.code).toBe(2);
    expect(envelope(run).error.type).toBe("parse_error");
    expect(envelope(run).error.message).toContain("error[per-step-env-var]");
  });

  test("is mended by `--fix`, and the mended file runs", async () => {
    const box = open({ "w.lobster": text });
    expect((await box.lobster(["check", "--fix", "w.lobster"])).code).toBe(0);
    expect(box.read("w.lobster")).not.toContain("LOBSTER_STEP");
    const run = await box.lobster(["run", "--mode", "tool", "w.lobster"]);
    expect(envelope(run)).toMatchObject({ ok: true, output: [{ id: 1 }] });
  });
});

const tenFaults = `name: faults
args:
  city: Paris
steps:
  - id: fetch
    run: echo '[]'
    timeout: 30
  - id: fetch
    run: echo again
  - run: echo no id
  - id: use
    run: echo $later.json
  - id: show
    stdin: $nowhere.stdout
    run: cat
  - id: send
    run: cat
    stdin: $fetch.result
  - id: gate
    approval: no
  - id: both
    run: echo a
    pipeline: head --n 1
  - id: later
    run: echo
    when: $fetch.json = 3
  - id: pipe
    pipeline: exec ls | grep x
`;

test("ten faults of one file are reported in one go, and nothing runs", async () => {
  const box = open({ "w.lobster": tenFaults.replace("echo '[]'", "touch ran") });
  const checked = await box.lobster(["check", "--format", "json", "w.lobster"]);
  const rules = JSON.parse(checked.stdout)
    .files[0].diagnostics.filter((one: { severity: string }) => one.severity === "error")
    .map((one: { rule: string }) => one.rule);
  for (const rule of [
    "arg-shorthand",
    "unknown-key",
    "duplicate-id",
    "missing-id",
    "step-not-yet-run",
    "unknown-step",
    "unknown-field",
    "gate-that-says-no",
    "several-actions",
    "bad-condition",
    "unknown-command",
  ]) {
    expect(rules).toContain(rule);
  }
  const run = await box.lobster(["run", "--mode", "tool", "w.lobster"]);
  expect(run.code).toBe(2);
  expect(box.has("ran")).toBe(false);
});
