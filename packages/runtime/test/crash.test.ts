import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { nodeFiles, openState, type FileHost, type JournalRecord } from "@lobster-lang/state";
import { describe, expect, test } from "vitest";
import { nodeHost, type Host, type RunResult } from "../src/index.ts";
import { bench, gate, requestOf, resumeRun, runPlan, sh, step, whole, workflow, type Bench } from "./plan-builder.ts";

/** A host whose files stop working before the n-th change: what a process leaves that is killed there. */
function dyingHost(operations: number): { readonly host: Host; readonly used: () => number } {
  let count = 0;
  const guard = <T>(work: () => T): T => {
    count++;
    if (count > operations) throw new Error("killed");
    return work();
  };
  const files: FileHost = {
    ...nodeFiles,
    makeFolder: async (path) => guard(() => nodeFiles.makeFolder(path)),
    create: async (path, data) => guard(() => nodeFiles.create(path, data)),
    rename: async (from, to) => guard(() => nodeFiles.rename(from, to)),
    link: async (existing, path) => guard(() => nodeFiles.link(existing, path)),
    remove: async (path) => guard(() => nodeFiles.remove(path)),
    openDescriptor: (path, use) => guard(() => nodeFiles.openDescriptor(path, use)),
    append: async (path) => {
      const file = await guard(() => nodeFiles.append(path));
      return {
        // A killed write leaves a part of its line.
        write: (text) =>
          count === operations
            ? file.write(text.slice(0, text.length / 2)).then(() => guard(() => file.sync()))
            : guard(() => file.write(text)),
        sync: async () => guard(() => file.sync()),
        close: () => file.close(),
      };
    },
  };
  return { host: { ...nodeHost, files }, used: () => count };
}

const plan = workflow([
  sh("one", "echo one >> effects; seq 20000"),
  step("ask", { gate: gate("Go?"), stdin: whole("one.stdout") }),
  sh("two", "echo two >> effects; cat", { stdin: whole("one.stdout") }),
  sh("three", "echo three >> effects"),
]);

function effects(place: Bench): readonly string[] {
  const path = join(place.cwd, "effects");
  return existsSync(path) ? readFileSync(path, "utf8").trimEnd().split("\n") : [];
}

/** The journal of the one run of a folder; null when the process died before there was one. */
async function journalOf(place: Bench): Promise<readonly JournalRecord[] | null> {
  const state = await openState(place.stateDir);
  const [summary] = await state.listRuns();
  return summary === undefined ? null : (await (await state.openRun(summary.header.run)).readJournal()).records;
}

function keys(records: readonly JournalRecord[], type: "step-started" | "step-finished"): readonly string[] {
  return records.flatMap((record) => (record.type === type ? [record.key] : []));
}

/** What holds wherever a process was killed: no effect without a line before it, and nothing finished twice. */
async function expectWhole(place: Bench, result: RunResult): Promise<void> {
  const records = await journalOf(place);
  const started = records === null ? [] : keys(records, "step-started");
  const finished = records === null ? [] : keys(records, "step-finished");
  for (const effect of effects(place)) expect(started).toContain(effect);
  expect(new Set(effects(place)).size).toBe(effects(place).length);
  for (const key of finished) expect(effects(place)).toContain(key);
  if (result.envelope.ok) return;
  expect(result.envelope.error.message).toContain("killed");
}

// Every point in the long form; in the short one a few, others each time.
const stride = process.env.LOBSTER_LONG === "1" ? 1 : 9;

describe("a process that is killed at any write", { timeout: 600_000 }, () => {
  test("before the gate leaves a journal that tells what was done", async () => {
    const unhurt = dyingHost(Infinity);
    await runPlan(plan, { host: unhurt.host });
    expect(unhurt.used()).toBeGreaterThan(20);
    for (let point = 1 + Math.floor(Math.random() * stride); point < unhurt.used(); point += stride) {
      const place = bench();
      const result = await runPlan(plan, { host: dyingHost(point).host }, place);
      await expectWhole(place, result);
      // An approval that can be found leads to a whole request.
      const ids = existsSync(place.stateDir)
        ? readdirSync(place.stateDir).flatMap((name) => /^approval_(.{8})\.json$/.exec(name)?.[1] ?? [])
        : [];
      for (const approvalId of ids) {
        expect((await (await openState(place.stateDir)).findGate({ approvalId })).request.prompt).toBe("Go?");
      }
    }
  });

  test("after the approval loses nothing that was finished", async () => {
    const measured = bench();
    const first = requestOf((await runPlan(plan, {}, measured)).envelope);
    const unhurt = dyingHost(Infinity);
    expect((await resumeRun(measured, { token: first.resumeToken, host: unhurt.host })).envelope.ok).toBe(true);
    for (let point = 1 + Math.floor(Math.random() * stride); point < unhurt.used(); point += stride) {
      const place = bench();
      const { resumeToken } = requestOf((await runPlan(plan, {}, place)).envelope);
      const result = await resumeRun(place, { token: resumeToken, host: dyingHost(point).host });
      await expectWhole(place, result);
      expect(keys((await journalOf(place)) ?? [], "step-finished")).toContain("one");
      const again = await resumeRun(place, { token: resumeToken });
      // The decision is worth one use: either it was not taken yet, or it is and nothing runs a second time.
      if (!again.envelope.ok) expect(again.envelope.error.message).toContain("already decided");
      expect(new Set(effects(place)).size).toBe(effects(place).length);
    }
  });
});

test("a full disk is said, and the run does not hang", async () => {
  const full: FileHost = {
    ...nodeFiles,
    append: async (path) => {
      const file = await nodeFiles.append(path);
      const failure = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
      return { ...file, write: () => Promise.reject(failure) };
    },
  };
  const { envelope } = await runPlan(plan, { host: { ...nodeHost, files: full } });
  expect(envelope).toMatchObject({
    ok: false,
    error: { type: "runtime_error", message: expect.stringContaining("no space left") },
  });
});
