import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { loadProgram, lobster as program } from "./memory-io.ts";

let cwd: string;
beforeAll(loadProgram, 120_000);
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "lobster-cli-"));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const write = (name: string, text: string) => writeFileSync(join(cwd, name), text);
const lobster = (...words: readonly string[]) =>
  program(words, { cwd, env: { PATH: process.env["PATH"], HOME: cwd, LOBSTER_STATE_DIR: join(cwd, "state") } });
const effects = () => (existsSync(join(cwd, "effects")) ? readFileSync(join(cwd, "effects"), "utf8") : "");

const gated = `steps:
  - id: collect
    run: echo collect >> effects; echo '[1]'
  - id: ask
    approval: Apply it?
  - id: apply
    run: echo apply >> effects; cat config
    when: $ask.approved
`;

interface Listed {
  readonly run: string;
  readonly status: string;
  readonly approvalId: string | null;
  readonly planHash: string;
}

async function listed(): Promise<readonly Listed[]> {
  return JSON.parse((await lobster("runs", "--json")).stdout) as readonly Listed[];
}

describe("what waits can be found and decided without the envelope of the run", () => {
  test("`runs` tells the approval id, `approve` goes on", async () => {
    write("w.lobster", gated);
    write("config", "yes");
    await lobster("run", "w.lobster", "--mode", "tool");
    const { stdout } = await lobster("runs");
    const [run] = await listed();
    expect(run).toMatchObject({ status: "paused", name: null, source: join(cwd, "w.lobster"), interrupted: [] });
    expect(stdout).toMatch(
      /^RUN +STATUS +STARTED +NAME +WAITS FOR\n\S+ +paused +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d +- +approval [0-9a-f]{8}\n$/,
    );
    const approved = await lobster("approve", run!.approvalId!);
    expect(JSON.parse(approved.stdout)).toMatchObject({ ok: true, status: "ok", output: ["yes"] });
    expect((await listed())[0]).toMatchObject({ status: "ok", approvalId: null });
  });

  test("one that asks for data says so, and how to answer", async () => {
    write("w.lobster", "steps:\n  - id: q\n    input: {prompt: N?, responseSchema: {type: integer}}\n");
    await lobster("run", "w.lobster", "--mode", "tool");
    const [{ run, approvalId: id }] = (await listed()) as [Listed];
    expect((await lobster("runs")).stdout).toMatch(new RegExp(` answer ${id}\n$`));
    expect((await lobster("show", run)).stdout).toContain(
      `next: \`lobster resume --id ${id} --response-json JSON\` or \`lobster resume --id ${id} --cancel\``,
    );
    expect((await lobster("approve", id!)).stdout).toContain("asks for data and not for consent");
    await lobster("resume", "--id", id!, "--response-json", "5");
    expect((await lobster("show", run)).stdout).toMatch(/\nq +[0-9a-f]{8} +answered +N\?\n/);
  });

  test.each([
    [
      "was decided by a process that went no further",
      (id: string, run: string) => {
        const { planHash } = JSON.parse(readFileSync(join(run, "journal.jsonl"), "utf8").split("\n")[0]!) as Listed;
        const decision = { approved: true, by: null, planHash, at: "2026-01-01T00:00:00.000Z", from: "x" };
        writeFileSync(join(run, `decision.${id}`), JSON.stringify(decision));
      },
      "yes",
    ],
    ["was never shown", (id: string) => rmSync(join(cwd, "state", `approval_${id}.json`)), null],
  ] as const)("a gate that %s waits for nobody: the run is continued", async (_how, stop, output) => {
    write("w.lobster", gated);
    write("config", "yes");
    await lobster("run", "w.lobster", "--mode", "tool");
    const [{ run, approvalId }] = (await listed()) as [Listed];
    stop(approvalId!, join(cwd, "state", "runs", run));
    expect((await listed())[0]).toMatchObject({ status: "interrupted", approvalId: null });
    const { stdout } = await lobster("show", run);
    expect(stdout).toMatch(new RegExp(`ask +${approvalId} +- +Apply it\\?`));
    expect(stdout).toContain(`lobster resume --run ${run}`);
    const gone = JSON.parse((await lobster("resume", "--run", run)).stdout) as object;
    expect(gone).toMatchObject(output === null ? { status: "needs_approval" } : { status: "ok", output: [output] });
  });

  test("`reject` cancels, and with --exit-code says so", async () => {
    write("w.lobster", gated);
    await lobster("run", "w.lobster", "--mode", "tool");
    const rejected = await lobster("reject", (await listed())[0]!.approvalId!, "--exit-code");
    expect(rejected.code).toBe(3);
    expect(JSON.parse(rejected.stdout)).toMatchObject({ ok: true, status: "cancelled" });
    expect(effects()).toBe("collect\n");
  });

  test("without an id, or with a wrong one, it is said what is wanted", async () => {
    const none = await lobster("reject");
    expect(none.code).toBe(2);
    expect(none.stdout).toContain("`lobster reject` takes one approval id: `lobster runs` lists what waits");
    const wrong = await lobster("approve", "zzz");
    expect(wrong.code).toBe(2);
    expect(wrong.stdout).toContain("`zzz` is no approval id");
  });

  test("`approve` with flags is still a pipeline", async () => {
    const { stdout } = await lobster("approve", "--prompt", "Go?");
    expect(JSON.parse(stdout)).toMatchObject({ status: "needs_approval", requiresApproval: { prompt: "Go?" } });
  });
});

describe("a run that failed after its approval", () => {
  test("is shown with its steps and gates, and goes on when the cause is mended", async () => {
    write("w.lobster", gated);
    await lobster("run", "w.lobster", "--mode", "tool");
    const failed = await lobster("approve", (await listed())[0]!.approvalId!);
    const [{ run } = { run: "" }] = await listed();
    expect(failed.code).toBe(1);
    expect(failed.stderr).toBe(
      `note: what is done is kept: \`lobster resume --run ${run}\` goes on from there, \`lobster show ${run}\` tells more\n`,
    );
    const { stdout } = await lobster("show", run);
    expect(stdout).toMatch(/^run +\S+\nstatus +failed\n/);
    expect(stdout).toMatch(
      /\nSTEP +STATUS +TIME +MESSAGE\ncollect +ok +[\d.]+ m?s\napply +failed +[\d.]+ m?s +workflow command failed \(1\): cat: config/,
    );
    expect(stdout).toMatch(/\nGATE +ID +DECISION +PROMPT\nask +[0-9a-f]{8} +approved +Apply it\?\n/);
    expect(stdout).toContain(`next: mend the cause, then \`lobster resume --run ${run}\``);
    write("config", "yes");
    expect(JSON.parse((await lobster("resume", "--run", run)).stdout)).toMatchObject({ ok: true, output: ["yes"] });
    expect(effects()).toBe("collect\napply\napply\n");
    const shown = JSON.parse((await lobster("show", run, "--json")).stdout) as { status: string; steps: unknown[] };
    expect(shown).toMatchObject({ run, status: "ok", gates: [{ key: "ask", decision: { approved: true } }] });
    expect(shown.steps).toMatchObject([
      { key: "collect", status: "ok" },
      { key: "apply", status: "ok" },
    ]);
  });

  test("words that do not go together are refused before anything is touched", async () => {
    for (const [words, message] of [
      [["resume", "--run", "x", "--approve", "yes"], "`--approve` and `--run` do not go together"],
      [["resume", "--id", "1a2b3c4d", "--rerun", "a"], "`--rerun` and `--id` do not go together: write `--run RUN`"],
      [["resume", "--id", "1a2b3c4d", "--token", "x"], "`--token` and `--id` do not go together"],
      [["resume"], "needs `--token TOKEN`, `--id ID` or `--run RUN`"],
      [["resume", "--run", "x"], "there is no run `x` in this state folder"],
    ] as const) {
      const { code, stdout } = await lobster(...words);
      expect([code, JSON.parse(stdout).error.message]).toEqual([2, expect.stringContaining(message)]);
    }
  });
});

describe("old runs are removed", () => {
  test("those that ended, with their approvals; what could go on stays until it is said", async () => {
    write("w.lobster", gated);
    await lobster("run", "w.lobster", "--mode", "tool");
    await lobster("reject", (await listed())[0]!.approvalId!);
    await lobster("run", "w.lobster", "--mode", "tool");
    expect((await lobster("prune", "--older-than", "1d")).stderr).toBe("0 runs removed\n");
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await lobster("prune", "--older-than", "0m", "--dry-run")).stderr).toBe("1 run would be removed\n");
    expect(await listed()).toHaveLength(2);
    expect((await lobster("prune", "--older-than", "0m")).stderr).toBe("1 run removed\n");
    expect((await listed()).map(({ status }) => status)).toEqual(["paused"]);
    expect(readdirSync(join(cwd, "state")).filter((name) => name.startsWith("approval_"))).toHaveLength(1);
    await lobster("prune", "--older-than", "0m", "--unfinished");
    expect(readdirSync(join(cwd, "state", "runs"))).toEqual([]);
    expect(readdirSync(join(cwd, "state")).filter((name) => name.startsWith("approval_"))).toEqual([]);
  });

  test.each([
    [["prune"], "needs `--older-than AGE`, such as `30d`, `12h`, `2w`"],
    [["prune", "--older-than", "soon"], "`--older-than soon` is no age"],
    [["prune", "some-run"], "takes no runs"],
  ])("%j is wrong use", async (words, message) => {
    const { code, stderr } = await lobster(...words);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe("an approval that is signed", () => {
  test("is given with the key that `keygen` made, and with no other", async () => {
    const made = await lobster("keygen", "-o", "boss.pem");
    const publicKey = made.stdout.trim();
    expect(publicKey).toMatch(/^ed25519:[\w-]{43}$/);
    expect(made.stderr).toContain("the private key is in `boss.pem`");
    expect(statSync(join(cwd, "boss.pem")).mode & 0o777).toBe(0o600);
    expect(await lobster("keygen", "-o", "boss.pem")).toMatchObject({ code: 2 });
    const nowhere = await lobster("keygen", "-o", "nowhere/boss.pem");
    expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringMatching(/^lobster: `nowhere\/boss.pem` cannot/)]);
    write(
      "w.lobster",
      `steps:\n  - id: ask\n    approval: {prompt: Pay?, approvers: ["${publicKey}"]}\n  - id: pay\n    run: echo paid\n`,
    );
    await lobster("run", "w.lobster", "--mode", "tool");
    const [{ approvalId } = { approvalId: null }] = await listed();
    const unsigned = await lobster("approve", approvalId!);
    expect(unsigned.code).toBe(2);
    expect(unsigned.stdout).toContain(`lobster approve ${approvalId} --key FILE`);
    expect((await lobster("approve", approvalId!, "--key", "nowhere.pem")).stdout).toContain(
      "the key `nowhere.pem` cannot be read",
    );
    const signed = await lobster("approve", approvalId!, "--key", "boss.pem");
    expect(JSON.parse(signed.stdout)).toMatchObject({ ok: true, output: ["paid\n"] });
  });
});

test("until when a gate can be approved is told, and that it was too late", async () => {
  write("w.lobster", "steps:\n  - id: ask\n    approval: {prompt: Go?, expires_ms: 1}\n  - id: b\n    run: echo b\n");
  await lobster("run", "w.lobster", "--mode", "tool");
  await new Promise((resolve) => setTimeout(resolve, 5));
  const [{ run, expiresAt } = { run: "", expiresAt: "" }] = JSON.parse((await lobster("runs", "--json")).stdout) as [
    { run: string; expiresAt: string },
  ];
  expect(expiresAt).toMatch(/^\d{4}-\d\d-\d\dT/);
  expect((await lobster("runs")).stdout).toMatch(/approval [0-9a-f]{8} \(expired \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\)/);
  expect((await lobster("show", run)).stdout).toMatch(/`lobster reject [0-9a-f]{8}` \(expired /);
});

test("an empty state folder is said to be empty", async () => {
  const { code, stdout, stderr } = await lobster("runs");
  expect([code, stdout, stderr]).toEqual([0, "", `no runs in \`${join(cwd, "state")}\`\n`]);
});

describe.each(["show", "replay"])("`%s` says what is wrong with", (verb) => {
  test.each([
    ["../../etc", "`../../etc` is no run id"],
    ["20261130-000000-00000000", "there is no run `20261130-000000-00000000` in this state folder"],
  ])("%s, as wrong use", async (run, message) => {
    expect(await lobster(verb, run)).toEqual({ code: 2, stdout: "", stderr: `lobster: ${message}\n` });
  });

  test("a damaged run", async () => {
    write("w.lobster", gated);
    await lobster("run", "w.lobster", "--mode", "tool");
    const [{ run }] = (await listed()) as [Listed];
    writeFileSync(join(cwd, "state", "runs", run, "journal.jsonl"), "");
    const stderr = `lobster: the journal of run \`${run}\` is damaged: run the workflow again\n`;
    expect(await lobster(verb, run)).toEqual({ code: 1, stdout: "", stderr });
  });
});

test("`replay` does not take a plan that was changed by hand for the run's own", async () => {
  write("w.lobster", gated);
  await lobster("run", "w.lobster", "--mode", "tool");
  const [{ run }] = (await listed()) as [Listed];
  const plan = join(cwd, "state", "runs", run, "plan.json");
  writeFileSync(plan, readFileSync(plan, "utf8").replace("cat config", "cat other"));
  const stderr = `lobster: the stored plan of run \`${run}\` is not the one that it began with\n`;
  expect(await lobster("replay", run)).toEqual({ code: 1, stdout: "", stderr });
});
