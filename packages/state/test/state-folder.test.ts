import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import {
  encodeToken,
  inlineBytes,
  newKey,
  nodeFiles,
  openState,
  StateError,
  type GateRecord,
  type NewRun,
  type RunFolder,
} from "../src/index.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "lobster-state-"));
  folders.push(folder);
  return folder;
}

const newRun: NewRun = {
  name: "w",
  plan: "{}\n",
  planHash: "h",
  cwd: "/",
  sourcePath: null,
  args: { a: 1 },
  secretArgs: [],
};
const request: GateRecord = {
  prompt: "Go?",
  items: { text: "[]" },
  preview: null,
  initiatedBy: null,
  requiredApprover: null,
  requireDifferentApprover: false,
};

function modes(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

describe("the state folder", () => {
  test("is private, whatever the umask", async () => {
    const before = process.umask(0o277);
    try {
      const path = join(freshFolder(), "deep", "state");
      mkdirSync(join(path, ".."), { mode: 0o755 });
      chmodSync(join(path, ".."), 0o755);
      const run = await (await openState(path)).createRun(newRun);
      for (const folder of [path, join(path, "runs"), run.path, join(run.path, "out")])
        expect(modes(folder)).toBe("700");
    } finally {
      process.umask(before);
    }
    const run = await (await openState(freshFolder())).createRun(newRun);
    for (const file of ["plan.json", "journal.jsonl"]) expect(modes(join(run.path, file))).toBe("600");
  });

  test("keeps runs with the newest first, and says where each stands", async () => {
    let now = Date.parse("2026-01-02T03:04:05Z");
    const state = await openState(freshFolder(), { files: nodeFiles, now: () => (now += 1000) });
    const finished = await state.createRun(newRun);
    const first = await finished.hold();
    await first.journal.append({ type: "run-finished", status: "ok", message: null });
    await first.release();
    const paused = await state.createRun(newRun);
    const second = await paused.hold();
    await second.journal.append({ type: "step-started", key: "a" });
    await second.journal.append({ type: "step-finished", key: "a", ms: 1, result: {} });
    await second.journal.append({
      type: "gate-opened",
      key: "g",
      gate: "01234567",
      keyHash: "",
      planHash: "h",
      request,
    });
    await second.publishGate("01234567");
    await second.release();
    const cut = await state.createRun(newRun);
    const third = await cut.hold();
    await third.journal.append({ type: "step-started", key: "b" });
    expect((await state.listRuns()).map((run) => [run.header.run, run.status, run.gate, run.interrupted])).toEqual([
      [cut.id, "running", null, []],
      [paused.id, "paused", "01234567", []],
      [finished.id, "ok", null, []],
    ]);
    await third.release();
    expect((await state.listRuns())[0]).toMatchObject({ status: "interrupted", interrupted: ["b"] });
    expect(finished.id).toMatch(/^20260102-0304\d\d-[0-9a-f]{8}$/);
  });

  test("says what is wrong with a run id, and refuses paths", async () => {
    const state = await openState(freshFolder());
    await expect(state.openRun("../../etc")).rejects.toThrow("`../../etc` is no run id");
    await expect(state.openRun("20260101-000000-00000000")).rejects.toThrow("there is no run");
  });
});

describe("a journal", () => {
  test("that was cut in its last line loses that line alone, and is written on", async () => {
    const state = await openState(freshFolder());
    const run = await state.createRun(newRun);
    const held = await run.hold();
    await held.journal.append({ type: "step-started", key: "a" });
    await held.release();
    const path = join(run.path, "journal.jsonl");
    appendFileSync(path, '{"type":"step-finished","key":"a","ms":1,"resu');
    expect((await run.readJournal()).records.map((record) => record.type)).toEqual(["step-started"]);
    const next = await run.hold();
    await next.journal.append({ type: "step-started", key: "b" });
    await next.release();
    const { records } = await run.readJournal();
    expect(records.map((record) => [record.type, record.claim])).toEqual([
      ["step-started", 1],
      ["step-started", 2],
    ]);
  });

  test("cut at any byte gives the whole lines before the cut", async () => {
    const state = await openState(freshFolder());
    const run = await state.createRun(newRun);
    const held = await run.hold();
    for (const key of ["ä", "b", "c"]) await held.journal.append({ type: "step-started", key });
    await held.release();
    const path = join(run.path, "journal.jsonl");
    const whole = readFileSync(path);
    const header = whole.indexOf(10) + 1;
    for (let cut = header; cut <= whole.length; cut++) {
      writeFileSync(path, whole.subarray(0, cut));
      const { records } = await run.readJournal();
      const lines = whole.subarray(header, cut).toString().split("\n");
      // A line that lacks nothing but its newline is whole.
      const complete = lines.filter((each) => each.endsWith("}")).length;
      expect(records).toHaveLength(complete);
    }
  });

  test("ignores what a holder wrote after it had lost the run", async () => {
    const state = await openState(freshFolder());
    const run = await state.createRun(newRun);
    const held = await run.hold();
    await held.journal.append(started("old"));
    // The claim is over, as if its process had been thought dead; it writes on all the same.
    appendFileSync(join(run.path, "released.1"), "");
    const next = await run.hold();
    await held.journal.append(started("unseen"));
    await next.journal.append(started("new"));
    await held.journal.append(started("late"));
    expect((await run.readJournal()).records).toMatchObject([{ key: "old" }, { key: "new" }]);
    await next.journal.append(started("newer"));
    await next.release();
    await held.journal.close();
    const last = await run.hold();
    await last.journal.append(started("last"));
    await last.release();
    expect((await run.readJournal()).records.map((it) => "key" in it && it.key)).toEqual([
      "old",
      "new",
      "newer",
      "last",
    ]);
  });

  test("of a newer format is refused in words", async () => {
    const state = await openState(freshFolder());
    const run = await state.createRun(newRun);
    const path = join(run.path, "journal.jsonl");
    writeFileSync(path, readFileSync(path, "utf8").replace('"version":1', '"version":7'));
    await expect(state.openRun(run.id)).rejects.toThrow(/written by a newer lobster \(format 7, this one reads 1\)/);
  });
});

describe("outputs", () => {
  test("up to 64 KiB stand in the journal, larger ones in a file by their hash", async () => {
    const run = await (await openState(freshFolder())).createRun(newRun);
    const held = await run.hold();
    const { outputs } = held;
    expect(await outputs.keep("x".repeat(inlineBytes))).toHaveProperty("text");
    const large = await outputs.keep("x".repeat(inlineBytes + 1));
    expect(large).toMatchObject({ bytes: inlineBytes + 1 });
    expect(await outputs.read(large)).toHaveLength(inlineBytes + 1);
    const capture = outputs.capturePath("1");
    writeFileSync(capture, "x".repeat(inlineBytes + 1));
    expect(await outputs.adopt(capture)).toEqual(large);
    expect(readdirSync(join(run.path, "out"))).toHaveLength(1);
    await held.release();
  });

  test("that are no text stay bytes", async () => {
    const run = await (await openState(freshFolder())).createRun(newRun);
    const held = await run.hold();
    const { outputs } = held;
    const capture = outputs.capturePath("1");
    writeFileSync(capture, Buffer.from([0xff, 0x00]));
    const stored = await outputs.adopt(capture);
    expect(readFileSync((await outputs.pathOf(stored)) ?? "")).toEqual(Buffer.from([0xff, 0x00]));
    await held.release();
  });

  test("are never looked for outside the folder", async () => {
    const run = await (await openState(freshFolder())).createRun(newRun);
    await expect(run.outputs().read({ file: "../../../etc/passwd", bytes: 1 })).rejects.toThrow("no content hash");
  });
});

describe("a gate", () => {
  test("is found by its token and by its id; the key is nowhere on the disk", async () => {
    const { token, folder } = await openGate();
    const state = await openState(folder);
    for (const address of [{ token }, { approvalId: " 0123ABCD\n" }]) {
      expect(await state.findGate(address)).toMatchObject({
        gate: "0123abcd",
        key: "g",
        planHash: "h",
        request: { prompt: "Go?" },
      });
    }
    const { key } = JSON.parse(Buffer.from(token, "base64url").toString()) as { key: string };
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) expect(readFileSync(join(file.parentPath, file.name), "utf8")).not.toContain(key);
  });

  test("takes one decision, also when many ask at once", async () => {
    const { run } = await openGate();
    const tries = await Promise.allSettled(
      Array.from({ length: 16 }, (_, index) =>
        run.decide("0123abcd", { approved: index % 2 === 0, by: `p${index}`, planHash: "h" }),
      ),
    );
    expect(tries.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    const reasons = tries.flatMap((result) => (result.status === "rejected" ? [result.reason as Error] : []));
    for (const reason of reasons) {
      expect(reason).toBeInstanceOf(StateError);
      expect(reason.message).toMatch(/^gate `0123abcd` was already decided: (approved|refused) by p\d+ at /);
    }
    expect(await run.decisionOf("0123abcd")).not.toBeNull();
  });
});

function started(key: string) {
  return { type: "step-started", key } as const;
}

async function openGate(): Promise<{ run: RunFolder; token: string; folder: string }> {
  const folder = freshFolder();
  const run = await (await openState(folder)).createRun(newRun);
  const held = await run.hold();
  const key = newKey();
  await held.journal.openGate({ type: "gate-opened", key: "g", gate: "0123abcd", planHash: "h", request }, key);
  expect(await held.publishGate("0123abcd")).toBe(true);
  expect(await held.publishGate("0123abcd")).toBe(false);
  await held.release();
  return { run, folder, token: encodeToken({ v: 1, run: run.id, gate: "0123abcd", key }) };
}
