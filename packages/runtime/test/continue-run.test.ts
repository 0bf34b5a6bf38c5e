import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openState, type FileHost, type RunSummary } from "@lobster-lang/state";
import { describe, expect, test } from "vitest";
import { continueRun, nodeHost, type ContinueOptions, type Host, type RunResult } from "../src/index.ts";
import {
  bench,
  gate,
  loop,
  parallel,
  requestOf,
  resumeRun,
  runPlan,
  sh,
  step,
  whole,
  workflow,
  type Bench,
} from "./plan-builder.ts";

async function runOf(place: Bench): Promise<RunSummary> {
  const [summary] = await (await openState(place.stateDir)).listRuns();
  if (summary === undefined) throw new Error("there is no run");
  return summary;
}

async function goOn(place: Bench, more: Partial<ContinueOptions> = {}): Promise<RunResult> {
  const { header } = await runOf(place);
  return continueRun({ run: header.run, stateDir: place.stateDir, env: process.env, ...more });
}

function effects(place: Bench): string {
  const path = join(place.cwd, "effects");
  return existsSync(path) ? readFileSync(path, "utf8").trim().split("\n").join(" ") : "";
}

function messageOf({ envelope }: RunResult): string | null {
  return envelope.ok ? null : envelope.error.message;
}

/** A host whose disk takes no more once the n-th program has ended: what is left then is what a killed process leaves. */
function killedAtStart(nth: number): Host {
  let count = 0;
  let isDead = false;
  const alive = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isDead) throw new Error("killed");
    return work();
  };
  const files: FileHost = {
    ...nodeHost.files,
    create: (path, data) => alive(() => nodeHost.files.create(path, data)),
    append: async (path) => {
      // A process that is gone holds no claim; this one lives on, so it has to let go.
      if (path.includes("released.")) return nodeHost.files.append(path);
      const file = await alive(() => nodeHost.files.append(path));
      return { ...file, write: (text) => alive(() => file.write(text)), sync: () => alive(() => file.sync()) };
    },
  };
  return {
    ...nodeHost,
    files,
    start: async (request) => {
      const started = await nodeHost.start(request);
      if (++count !== nth) return started;
      isDead = true;
      return started;
    },
  };
}

describe("a run that failed", () => {
  test("goes on from the step that failed, once its cause is mended", async () => {
    const place = bench();
    const plan = workflow([
      sh("fetch", "echo fetch >> effects; echo 7"),
      sh("apply", "echo apply >> effects; cat config", { stdin: whole("fetch.stdout") }),
      sh("tell", "echo tell >> effects; echo done"),
    ]);
    expect(messageOf(await runPlan(plan, {}, place))).toContain("config: No such file");
    expect((await runOf(place)).status).toBe("failed");
    writeFileSync(join(place.cwd, "config"), "x");
    expect((await goOn(place)).envelope).toMatchObject({ ok: true, output: ["done\n"] });
    expect(effects(place)).toBe("fetch apply apply tell");
    expect((await runOf(place)).status).toBe("ok");
  });

  test("does not burn the approval that came before (D33)", async () => {
    const place = bench();
    const plan = workflow([step("ask", { gate: gate("Go?") }), sh("apply", "cat config && echo apply >> effects")]);
    const { resumeToken: token } = requestOf((await runPlan(plan, {}, place)).envelope);
    expect(messageOf(await resumeRun(place, { token }))).toContain("config");
    expect(messageOf(await resumeRun(place, { token }))).toContain("already decided");
    writeFileSync(join(place.cwd, "config"), "x");
    expect((await goOn(place)).envelope.ok).toBe(true);
    expect(effects(place)).toBe("apply");
  });

  test("keeps the failures that `on_error` let pass, and does the others anew", async () => {
    const place = bench();
    const plan = workflow([
      sh("optional", "echo optional >> effects; exit 1", { onError: "continue" }),
      sh("needed", "echo needed >> effects; test -e config"),
    ]);
    await runPlan(plan, {}, place);
    writeFileSync(join(place.cwd, "config"), "x");
    expect((await goOn(place)).envelope.ok).toBe(true);
    expect(effects(place)).toBe("optional needed needed");
  });

  test("has all attempts of a retry again, without its old delays", async () => {
    const place = bench();
    const retry = { max: 2, delayMs: 1, backoff: "fixed", maxDelayMs: 1, jitter: false } as const;
    const plan = workflow([sh("flaky", "echo try >> effects; test -e config", { retry })]);
    await runPlan(plan, {}, place);
    await goOn(place);
    expect(effects(place)).toBe("try try try try");
    writeFileSync(join(place.cwd, "config"), "x");
    expect((await goOn(place)).envelope.ok).toBe(true);
    expect(effects(place)).toBe("try try try try try");
  });

  test("goes on inside a loop at the item that failed", async () => {
    const place = bench();
    const plan = workflow([
      sh("list", "echo '[1,2,3]'"),
      loop("each", "list.json", [
        sh("note", 'echo "$N" >> effects', {
          env: [{ name: "N", value: [{ ref: { step: "index", path: ["json"] } }] }],
        }),
        sh("strict", '[ "$N" != 1 ] || test -e config', {
          env: [{ name: "N", value: [{ ref: { step: "index", path: ["json"] } }] }],
        }),
      ]),
    ]);
    await runPlan(plan, {}, place);
    expect(effects(place)).toBe("0 1");
    writeFileSync(join(place.cwd, "config"), "x");
    expect((await goOn(place)).envelope.ok).toBe(true);
    expect(effects(place)).toBe("0 1 2");
  });

  test("runs only the branch again that failed", async () => {
    const place = bench();
    const plan = workflow([
      parallel("both", [sh("good", "echo good >> effects"), sh("bad", "test -e config && echo bad >> effects")]),
    ]);
    await runPlan(plan, {}, place);
    writeFileSync(join(place.cwd, "config"), "x");
    expect((await goOn(place)).envelope.ok).toBe(true);
    expect(effects(place)).toBe("good bad");
  });
});

describe("a run whose process was killed", () => {
  const plan = workflow([
    sh("one", "echo one >> effects"),
    sh("two", "echo two >> effects; echo 2"),
    sh("three", "cat", { stdin: whole("two.stdout") }),
  ]);

  test("waits for a word about the step that was interrupted", async () => {
    const place = bench();
    await runPlan(plan, { host: killedAtStart(2) }, place);
    expect((await runOf(place)).interrupted).toEqual(["two"]);
    const { header } = await runOf(place);
    expect(messageOf(await goOn(place))).toBe(
      "step `two` was interrupted: it may have done a part of its work, so it is not run again by itself; look at what it did, " +
        `then \`lobster resume --run ${header.run} --rerun two\` or, when it is done, \`--mark-done two\``,
    );
    expect((await goOn(place, { rerun: ["two"] })).envelope).toMatchObject({ ok: true, output: [2] });
    expect(effects(place)).toBe("one two two");
  });

  test("names all that wait for a word, and what was said already", async () => {
    const place = bench();
    const both = workflow([
      parallel("p", [sh("a", "until test -e go; do sleep 0.1; done; sleep 0.2"), sh("b", "touch go")]),
    ]);
    await runPlan(both, { host: killedAtStart(2) }, place);
    const { header, interrupted } = await runOf(place);
    expect(interrupted).toEqual(["p/a", "p/b"]);
    const resume = `\`lobster resume --run ${header.run}`;
    expect(messageOf(await goOn(place))).toBe(
      "steps `p/a`, `p/b` were interrupted: each may have done a part of its work, so none is run again by itself; look at what they did, " +
        `then name them all: ${resume} --rerun p/a --rerun p/b\`, with \`--mark-done\` for one that is done`,
    );
    expect(messageOf(await goOn(place, { markDone: ["p/b"] }))).toContain(`${resume} --mark-done p/b --rerun p/a\``);
    expect((await goOn(place, { markDone: ["p/b"], rerun: ["p/a"] })).envelope.ok).toBe(true);
  });

  test("takes an interrupted step as done when that is said", async () => {
    const place = bench();
    await runPlan(plan, { host: killedAtStart(2) }, place);
    expect((await goOn(place, { markDone: ["two"] })).envelope.ok).toBe(true);
    expect(effects(place)).toBe("one two");
  });

  test("refuses words about other steps, and contradictions, and runs nothing then", async () => {
    const place = bench();
    await runPlan(plan, { host: killedAtStart(2) }, place);
    const id = (await runOf(place)).header.run;
    expect(messageOf(await goOn(place, { rerun: ["one"] }))).toBe(
      `step \`one\` of run \`${id}\` does not wait for a word: interrupted are \`two\``,
    );
    expect(messageOf(await goOn(place, { rerun: ["two"], markDone: ["two"] }))).toContain("not both");
    expect(effects(place)).toBe("one two");
  });

  test("goes on by itself where the step is idempotent", async () => {
    const place = bench();
    const safe = workflow([sh("put", "echo put >> effects", { idempotent: true }), sh("end", "echo end >> effects")]);
    await runPlan(safe, { host: killedAtStart(1) }, place);
    expect((await goOn(place)).envelope.ok).toBe(true);
    expect(effects(place)).toBe("put put end");
  });
});

describe("what is not continued", () => {
  test("a run that ended well, or was refused", async () => {
    const done = bench();
    await runPlan(workflow([sh("a", "true")]), {}, done);
    expect(messageOf(await goOn(done))).toContain("ended well: there is nothing to continue");
    const no = bench();
    const { resumeToken: token } = requestOf(
      (await runPlan(workflow([step("ask", { gate: gate("Go?") })]), {}, no)).envelope,
    );
    await resumeRun(no, { token, decision: "reject" });
    expect(messageOf(await goOn(no))).toContain("was cancelled");
  });

  test("a run that waits at a gate: the gate is what has to be answered", async () => {
    const place = bench();
    const { approvalId } = requestOf(
      (await runPlan(workflow([step("ask", { gate: gate("Go?") })]), {}, place)).envelope,
    );
    expect(messageOf(await goOn(place))).toContain(`lobster resume --id ${approvalId} --approve yes|no`);
  });

  test("an unknown run", async () => {
    const place = bench();
    await runPlan(workflow([sh("a", "true")]), {}, place);
    const missing = { run: "20260101-000000-00000000", stateDir: place.stateDir, env: process.env };
    expect(messageOf(await continueRun(missing))).toContain("there is no run `20260101-000000-00000000`");
  });
});

test("a decision that was made before the process died is taken up, and counts once", async () => {
  const place = bench();
  const plan = workflow([step("ask", { gate: gate("Go?") }), sh("apply", "echo apply >> effects")]);
  const { approvalId } = requestOf((await runPlan(plan, {}, place)).envelope);
  const folder = await (await openState(place.stateDir)).openRun((await runOf(place)).header.run);
  await folder.decide(approvalId, { approved: true, by: "ann", planHash: folder.header.planHash });
  expect((await goOn(place)).envelope.ok).toBe(true);
  expect(effects(place)).toBe("apply");
  expect(messageOf(await resumeRun(place, { approvalId }))).toContain("already decided: approved by ann");
});
