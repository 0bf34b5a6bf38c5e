import { existsSync } from "node:fs";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ensureBuilt, sandbox } from "./sandbox.ts";
import type { Sandbox } from "./sandbox.ts";

let box: Sandbox;
const gone = (words: string) => box.sh(`mkdir gone && cd gone && rmdir ../gone && ${words}`);
beforeAll(ensureBuilt, 120_000);
beforeEach(() => {
  box = sandbox({ "gate.lobster": "steps:\n  - id: g\n    approval: Go?\n" });
});
afterEach(() => box.remove());

const message = (stdout: string) => (JSON.parse(stdout) as { error: { message: string } }).error.message;

describe("a working folder that is gone", () => {
  test("is one document in tool mode", async () => {
    const { code, stdout, stderr } = await gone("lobster run --mode tool 'exec echo a'");
    expect([code, stderr]).toEqual([2, ""]);
    expect(message(stdout)).toBe("the working folder does not exist any more: change to one that does");
  });

  test("is one line for a person, and does not keep anyone from help", async () => {
    const { code, stderr } = await gone("lobster check flow.lobster");
    expect([code, stderr]).toEqual([
      2,
      "lobster: the working folder does not exist any more: change to one that does\n",
    ]);
    expect((await gone("lobster help check")).code).toBe(0);
  });
});

describe.runIf(existsSync("/proc/self"))("a folder that takes no folders", () => {
  test("as the home: the program starts all the same", async () => {
    expect((await box.lobster(["version"], { env: { HOME: "/proc/none" } })).code).toBe(0);
  });

  test("as the state folder: runs and the doctor say so, and which variable names another one", async () => {
    const env = { LOBSTER_STATE_DIR: "/proc/none/state" };
    for (const words of [["run", "--mode", "tool", "gate.lobster"], ["doctor"]]) {
      const { code, stdout } = await box.lobster(words, { env });
      expect(code).toBe(1);
      expect(message(stdout)).toMatch(
        /the state folder `\/proc\/none\/state` cannot be written \(ENOENT.*\): mend it, or name another one in LOBSTER_STATE_DIR/,
      );
    }
  });
});
