import { existsSync } from "node:fs";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ensureBuilt, sandbox } from "./sandbox.ts";
import type { Sandbox } from "./sandbox.ts";

let box: Sandbox;
beforeAll(ensureBuilt, 120_000);
beforeEach(() => {
  box = sandbox({
    "many.lobster":
      "steps:\n  - id: many\n    run: seq 1 200000\n  - id: done\n    run: touch done; cat\n    stdin: $many.stdout\n",
    "gate.lobster": "steps:\n  - id: g\n    approval: Go?\n  - id: s\n    run: touch sent\n",
  });
});
afterEach(() => box.remove());

describe("a reader that goes away", () => {
  test.each([["run many.lobster"], ["run --mode tool many.lobster"], ["help run"], ["explain"]])(
    "makes no noise: lobster %s | true",
    async (words) => {
      const { stderr } = await box.sh(`lobster ${words} | true`);
      expect(stderr).toBe("");
    },
  );

  test("does not keep a run from finishing what it does", async () => {
    await box.sh("lobster run --mode tool many.lobster | true");
    expect(box.has("done")).toBe(true);
  });

  test("closed before the start is no harm either", async () => {
    const { stderr, code } = await box.sh("lobster run --mode tool many.lobster >&-");
    expect([stderr, code]).toEqual(["", 0]);
  });
});

describe("a full disk", () => {
  test.runIf(existsSync("/dev/full"))("is said in one line, exit 1, and the paused run is not lost", async () => {
    const { code, stderr } = await box.sh("lobster run --mode tool gate.lobster > /dev/full");
    expect(code).toBe(1);
    expect(stderr).toMatch(/^lobster: cannot write the output: .*no space left/i);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  test("of the state folder is one JSON document", async () => {
    const env = { LOBSTER_STATE_DIR: "/dev/null/state" };
    const { code, stdout } = await box.lobster(["run", "--mode", "tool", "gate.lobster"], { env });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { type: "runtime_error" } });
  });
});

describe("tool mode prints exactly one JSON document", () => {
  test.each([
    ["a missing file", ["run", "--mode", "tool", "nope.lobster"], 2],
    ["a folder", ["run", "--mode", "tool", "--file", "."], 2],
    ["an unknown option", ["run", "--mode", "tool", "--nope", "gate.lobster"], 2],
    ["wrong JSON of arguments", ["run", "--mode", "tool", "gate.lobster", "--args-json", "{x"], 2],
    ["an unknown argument", ["run", "--mode=tool", "gate.lobster", "--args-json", '{"x":1}'], 2],
    ["an unknown stage", ["run", "--mode", "tool", "nosuch"], 2],
    ["an unclosed quote", ["run", "--mode", "tool", "exec 'a"], 2],
    ["an empty pipeline", ["run", "--mode", "tool", ""], 2],
    ["nothing to run", ["run", "--mode", "tool"], 2],
    ["a failing command", ["run", "--mode", "tool", "exec --shell 'exit 3'"], 1],
    ["a rendering stage", ["run", "--mode", "tool", "exec --json --shell 'echo [1]' | json"], 0],
    ["a resume without a token", ["resume", "--approve", "yes"], 2],
    ["a resume without an answer", ["resume", "--id", "00000000"], 2],
    ["an unknown id", ["resume", "--id", "00000000", "--approve", "yes"], 2],
    ["a token that is none", ["resume", "--token", "xyz", "--approve", "yes"], 2],
    ["a response to nothing", ["resume", "--id", "00000000", "--response-json", "{}"], 2],
    ["the doctor", ["doctor"], 0],
  ])("for %s", async (_what, words, code) => {
    const finished = await box.lobster(words);
    expect(finished.stderr).toBe("");
    const envelope = JSON.parse(finished.stdout);
    expect(envelope.protocolVersion).toBe(1);
    expect(envelope.ok).toBe(code === 0);
    expect(finished.code).toBe(code);
  });

  test("for bytes that are no text", async () => {
    await box.sh("printf 'steps:\\n  - id: a\\n    run: echo \\377\\n' > bytes.lobster");
    const finished = await box.lobster(["run", "--mode", "tool", "bytes.lobster"]);
    expect(finished.code).toBe(2);
    expect(JSON.parse(finished.stdout).error.message).toContain("bytes.lobster:3:15");
  });
});
