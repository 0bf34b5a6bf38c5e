import { chmodSync, cpSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  encodeToken,
  newKey,
  nodeFiles,
  openState,
  type GateRecord,
  type NewRun,
  type RunFolder,
} from "../src/index.ts";
import { chainOfHeader, lineOf, nextChain } from "../src/chain.ts";

const newRun: NewRun = {
  name: "w",
  plan: "{}\n",
  planHash: "h",
  cwd: "/",
  sourcePath: null,
  args: { file: "a" },
  secretArgs: [],
};
const request: GateRecord = {
  prompt: "Delete?",
  items: { text: "[]" },
  preview: null,
  initiatedBy: null,
  requiredApprover: "ann",
  requireDifferentApprover: false,
};
const gate = "01234567";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lobster-tampering-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function pausedRun(): Promise<{ run: RunFolder; token: string; path: string }> {
  const run = await (await openState(folder)).createRun(newRun);
  const held = await run.hold();
  for (const key of ["a", "b"]) {
    await held.journal.append({ type: "step-started", key });
    await held.journal.append({ type: "step-finished", key, ms: 1, result: { stdout: { text: `${key}\n` } } });
  }
  const key = newKey();
  await held.journal.openGate({ type: "gate-opened", key: "g", gate, planHash: "h", request }, key);
  await held.publishGate(gate);
  await held.release();
  return { run, token: encodeToken({ v: 1, run: run.id, gate, key }), path: join(run.path, "journal.jsonl") };
}

const byHand: readonly (readonly [string, (lines: string[]) => string[]])[] = [
  ["the arguments of the run", (lines) => lines.map((line) => line.replace('"file":"a"', '"file":"b"'))],
  ["its folder", (lines) => lines.map((line) => line.replace('"cwd":"/"', '"cwd":"/tmp"'))],
  ["a step's output", (lines) => lines.map((line) => line.replace('"a\\n"', '"x\\n"'))],
  ["who may approve", (lines) => lines.map((line) => line.replace('"ann"', "null"))],
  ["what was asked", (lines) => lines.map((line) => line.replace("Delete?", "Say hello?"))],
  ["the order of two lines", ([header, one, two, ...rest]) => [header!, two!, one!, ...rest]],
  ["a line that is left out", (lines) => lines.toSpliced(1, 1)],
  ["a line that stands twice", ([header, one, ...rest]) => [header!, one!, one!, ...rest]],
  ["a line cut in the middle", ([header, one, ...rest]) => [header!, one!.slice(0, 20), ...rest]],
  ["a line without its hash", ([header, one, ...rest]) => [header!, one!.replace(/,"chain":"\w+"/, ""), ...rest]],
];

describe("a journal that was changed by hand is noticed:", () => {
  test.each(byHand)("%s", async (_, change) => {
    const { run, token, path } = await pausedRun();
    const before = readFileSync(path, "utf8");
    const after = change(before.split("\n")).join("\n");
    expect(after).not.toBe(before);
    writeFileSync(path, after);
    const state = await openState(folder);
    for (const address of [{ approvalId: gate }, { token }])
      await expect(state.findGate(address)).rejects.toThrow("was changed after it was written: run the workflow again");
    await expect(run.hold()).rejects.toThrow("was changed after it was written");
  });

  test("an approval that is added for a later gate", async () => {
    const { path } = await pausedRun();
    const decision = { approved: true, by: null, at: "", from: "", planHash: "h" };
    const added = { type: "gate-decided", key: "later", gate: null, decision, at: "", claim: 1 };
    writeFileSync(
      path,
      `${readFileSync(path, "utf8")}${lineOf({ body: JSON.stringify(added), chain: "0".repeat(64) })}\n`,
    );
    await expect((await openState(folder)).findGate({ approvalId: gate })).rejects.toThrow("was changed");
  });
});

test("a token does not fit a journal that was written anew, hashes and all", async () => {
  const { token, path } = await pausedRun();
  const [header = "", ...lines] = readFileSync(path, "utf8").trimEnd().split("\n");
  const changed = header.replace('"file":"a"', '"file":"b"');
  let chain = chainOfHeader(changed);
  const forged = lines.map((line) => {
    const body = `${line.slice(0, line.lastIndexOf(',"chain":'))}}`;
    chain = nextChain(chain, body);
    return lineOf({ body, chain });
  });
  writeFileSync(path, `${[changed, ...forged].join("\n")}\n`);
  await expect((await openState(folder)).findGate({ token })).rejects.toThrow("is not the gate's");
});

test("a copy of a run under another name is no run", async () => {
  const { run, token } = await pausedRun();
  const other = "20260101-000000-00000000";
  cpSync(run.path, join(folder, "runs", other), { recursive: true });
  const copied = { ...(JSON.parse(Buffer.from(token, "base64url").toString()) as object), run: other };
  const forged = Buffer.from(JSON.stringify(copied)).toString("base64url");
  await expect((await openState(folder)).findGate({ token: forged })).rejects.toThrow("is damaged");
});

test("a run that is a link to another place is refused", async () => {
  const { run, token } = await pausedRun();
  renameSync(run.path, join(folder, "elsewhere"));
  symlinkSync(join(folder, "elsewhere"), run.path);
  await expect((await openState(folder)).findGate({ token })).rejects.toThrow("is a link to another place");
});

describe.skipIf(process.platform === "win32")("a state folder that others may write to is refused:", () => {
  test.each(["", "runs"])("%j", async (name) => {
    await pausedRun();
    chmodSync(join(folder, name), 0o1777);
    await expect(openState(folder)).rejects.toThrow(
      /^the state folder `.*` can be written by every user, who could approve runs in it: make it your own/,
    );
    chmodSync(join(folder, name), 0o770);
    await openState(folder);
  });

  test("one that belongs to somebody else", async () => {
    const files = { ...nodeFiles, look: async () => ({ kind: "folder", owner: 4711, mode: 0o700 }) as const };
    await expect(openState(folder, { files, now: Date.now })).rejects.toThrow("belongs to another user (4711)");
  });

  test("but one that a link of one's own leads to is taken", async () => {
    symlinkSync(folder, `${folder}-link`);
    await openState(`${folder}-link`);
    rmSync(`${folder}-link`);
  });
});

test("an approval id leads to its own gate only", async () => {
  const { run } = await pausedRun();
  writeFileSync(join(folder, "approval_89abcdef.json"), JSON.stringify({ v: 1, run: run.id, gate }));
  await expect((await openState(folder)).findGate({ approvalId: "89abcdef" })).rejects.toThrow("is damaged");
});

test("a large output that was changed is not read, nor handed on", async () => {
  const run = await (await openState(folder)).createRun(newRun);
  const held = await run.hold();
  const stored = await held.outputs.keep("x".repeat(100_000));
  await held.release();
  const path = await run.outputs().pathOf(stored);
  writeFileSync(path!, "y".repeat(100_000));
  await expect(run.outputs().read(stored)).rejects.toThrow(/^the output `[0-9a-f]{12}…` of this run was changed/);
  await expect(run.outputs().pathOf(stored)).rejects.toThrow("was changed after it was written");
});
