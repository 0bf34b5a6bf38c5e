import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newKey, nodeFiles, openState, type GateRecord, type NewRun, type RunFolder } from "../src/index.ts";

const newRun: NewRun = {
  name: "w",
  plan: "{}\n",
  planHash: "h",
  cwd: "/",
  sourcePath: null,
  args: {},
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
const gate = "01234567";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lobster-damage-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function pausedRun(): Promise<RunFolder> {
  const run = await (await openState(folder)).createRun(newRun);
  const held = await run.hold();
  await held.journal.openGate({ type: "gate-opened", key: "g", gate, planHash: "h", request }, newKey());
  await held.publishGate(gate);
  await held.release();
  return run;
}

const contents = { garbage: "garbage\n", "no text": "", null: "null\n", "a list": "[]\n" };
type Damage = keyof typeof contents | "nothing" | "a folder";

/** Puts something in the place of a file. */
function damage(path: string, by: Damage): void {
  rmSync(path, { force: true });
  if (by === "a folder") mkdirSync(path);
  else if (by !== "nothing") writeFileSync(path, contents[by]);
}

describe("a damaged file is named, and the way out with it", () => {
  test.each(["nothing", "garbage", "no text", "null", "a list", "a folder"] as const)(
    "the plan of a run: %s",
    async (by) => {
      const run = await pausedRun();
      damage(join(run.path, "plan.json"), by);
      await expect(run.readPlan()).rejects.toThrow(
        /^the plan of run `[\w-]+` (?:is gone|is damaged|cannot be read \(.*\)): run the workflow again$/,
      );
    },
  );

  test.each(["garbage", "no text", "a folder"] as const)("the journal of a run: %s", async (by) => {
    const run = await pausedRun();
    damage(join(run.path, "journal.jsonl"), by);
    const state = await openState(folder);
    await expect(state.openRun(run.id)).rejects.toThrow(
      /^the journal of run `[\w-]+` (?:is damaged|cannot be read \(.*\)): run the workflow again$/,
    );
    expect(await state.listRuns()).toEqual([]);
  });

  test.each(["garbage", "no text", "a folder"] as const)("the file of an approval: %s", async (by) => {
    await pausedRun();
    damage(join(folder, `approval_${gate}.json`), by);
    await expect((await openState(folder)).findGate({ approvalId: gate })).rejects.toThrow(
      /^the file of approval `01234567` (?:is damaged|cannot be read \(.*\)): resume by `--token`, or run the workflow again$/,
    );
  });

  test.each(["garbage", "no text", "null", "a list", "a folder"] as const)("the decision of a gate: %s", async (by) => {
    const run = await pausedRun();
    damage(join(run.path, `decision.${gate}`), by);
    await expect(run.decide(gate, { approved: true, by: null, planHash: "h" })).rejects.toThrow(
      /^the decision of gate `01234567` (?:is damaged|cannot be read \(.*\)): run the workflow again$/,
    );
  });
});

test.each(["{}", '{"approved":true}', '{"approved":"no","by":5,"planHash":"h","at":5,"from":"x"}'])(
  "%s is no decision of a gate",
  async (text) => {
    const run = await pausedRun();
    writeFileSync(join(run.path, `decision.${gate}`), text);
    await expect(run.decisionOf(gate)).rejects.toThrow("the decision of gate `01234567` is damaged");
  },
);

/** A disk that takes a name and no content. */
async function full(path: string): Promise<never> {
  writeFileSync(path, "");
  throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
}

test("a decision that a full disk does not take says what to mend, and leaves the gate open and nothing behind", async () => {
  const { id } = await pausedRun();
  const state = await openState(folder, { files: { ...nodeFiles, create: full }, now: Date.now });
  const run = await state.openRun(id);
  await expect(run.decide(gate, { approved: true, by: null, planHash: "h" })).rejects.toThrow(
    `the state folder \`${folder}\` cannot be written (ENOSPC`,
  );
  expect(await run.decisionOf(gate)).toBeNull();
  expect(readdirSync(run.path).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

test("a run whose folder of outputs is gone can be written on", async () => {
  const run = await pausedRun();
  rmSync(join(run.path, "out"), { recursive: true });
  await (await run.hold()).release();
  expect(statSync(join(run.path, "out")).mode & 0o777).toBe(0o700);
});

describe("a state folder that cannot be made", () => {
  test("is named, with the variable that names another one", async () => {
    writeFileSync(join(folder, "file"), "");
    await expect(openState(join(folder, "file", "state"))).rejects.toThrow(
      /^the state folder `.*\/file\/state` cannot be written \(.*\): mend it, or name another one in LOBSTER_STATE_DIR$/,
    );
    await expect(openState(join(folder, "file"))).rejects.toThrow("cannot be written");
  });

  test.skipIf(process.platform !== "linux")("is no endless loop where a folder takes no new ones", async () => {
    await expect(openState("/proc/no/such/state")).rejects.toThrow("cannot be written");
  });

  test("may also be one that exists and is read-only", async () => {
    const files = {
      ...nodeFiles,
      makeFolder: async (path: string) => {
        if (path.includes("/runs/")) throw Object.assign(new Error("EROFS: read-only file system"), { code: "EROFS" });
        return nodeFiles.makeFolder(path);
      },
    };
    const state = await openState(folder, { files, now: Date.now });
    await expect(state.createRun(newRun)).rejects.toThrow(
      `the state folder \`${folder}\` cannot be written (EROFS: read-only file system): mend it, or name another one in LOBSTER_STATE_DIR`,
    );
  });
});

test("folders are made with those above them, by any number of processes at once, and are private", async () => {
  const path = join(folder, "a", "b", "c");
  await Promise.all(Array.from({ length: 8 }, () => nodeFiles.makeFolder(path)));
  for (const made of [path, join(folder, "a")]) expect(statSync(made).mode & 0o777).toBe(0o700);
});
