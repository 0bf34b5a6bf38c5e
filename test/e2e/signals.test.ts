import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { ensureBuilt, lives, sandbox, until } from "./sandbox.ts";
import type { Sandbox } from "./sandbox.ts";

/** A step with a child, a grandchild in the background, and files that tell their process ids. */
const slow = `steps:
  - id: slow
    run: |
      sh -c 'echo $$ > grandchild; while :; do sleep 0.05; done' &
      echo $$ > child
      wait
  - id: after
    run: touch after
`;
const stubborn = slow
  .replace("run: |\n", "run: |\n      trap '' TERM INT HUP QUIT\n")
  .replace("sh -c '", 'sh -c \'trap "" TERM INT HUP QUIT; ');

const boxes: Sandbox[] = [];
beforeAll(ensureBuilt, 120_000);
afterEach(() => {
  for (const box of boxes.splice(0)) box.remove();
});

async function startSlow(text: string, words: readonly string[]) {
  const box = sandbox({ "w.lobster": text });
  boxes.push(box);
  const running = box.start(["run", ...words, "w.lobster"]);
  const isThere = (name: string) => box.has(name) && box.read(name).endsWith("\n");
  await until("the children are there", () => isThere("child") && isThere("grandchild"));
  return { box, ...running, pids: [Number(box.read("child")), Number(box.read("grandchild"))] };
}

/** Milliseconds until a run whose children ignore signals has ended after this many; nobody is left then. */
async function timeToEnd(signals: 1 | 2): Promise<number> {
  const { child, end, pids } = await startSlow(stubborn, ["--mode", "tool"]);
  const since = performance.now();
  child.kill("SIGTERM");
  if (signals === 2) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill("SIGTERM");
  }
  const finished = await end;
  const taken = performance.now() - since;
  expect(finished.code).toBe(143);
  expect(JSON.parse(finished.stdout).ok).toBe(false);
  await until("everything is gone", () => pids.every((pid) => !lives(pid)));
  return taken;
}

describe("a signal", () => {
  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
    ["SIGQUIT", 131],
  ] as const)(
    "%s ends the run, its children and their children, with exit code %i and one document",
    async (signal, code) => {
      const { box, child, end, pids } = await startSlow(slow, ["--mode", "tool"]);
      child.kill(signal);
      const finished = await end;
      expect(finished.code).toBe(code);
      expect(JSON.parse(finished.stdout)).toMatchObject({ ok: false, error: { type: "runtime_error" } });
      expect(finished.stdout).toContain(signal);
      expect(pids.filter(lives)).toEqual([]);
      expect(box.has("after")).toBe(false);
    },
  );

  test("in human mode leaves standard output empty", async () => {
    const { child, end } = await startSlow(slow, []);
    child.kill("SIGINT");
    const finished = await end;
    expect([finished.code, finished.stdout]).toEqual([130, ""]);
    expect(finished.stderr).toContain("SIGINT");
  });

  test("ends children that ignore it, after a moment", async () => {
    const { child, end, pids } = await startSlow(stubborn, ["--mode", "tool"]);
    child.kill("SIGTERM");
    expect((await end).code).toBe(143);
    await until("everything is gone", () => pids.every((pid) => !lives(pid)));
  });

  test("given twice ends everything at once, without the moment that a first one leaves", async () => {
    const [once, twice] = [[await timeToEnd(1)], [await timeToEnd(2)]];
    // The machine may be busy: of each, the quickest of three tells.
    for (let i = 0; i < 2; i++) {
      once.push(await timeToEnd(1));
      twice.push(await timeToEnd(2));
    }
    expect(Math.min(...twice)).toBeLessThan(Math.min(...once) - 100);
  }, 120_000);
});

test("the time limit ends a run as a failure and leaves nobody behind", async () => {
  const { end, pids } = await startSlow(slow, ["--mode", "tool", "--timeout", "800"]);
  const finished = await end;
  expect(finished.code).toBe(1);
  expect(JSON.parse(finished.stdout).error.message).toContain("longer than 800 ms");
  expect(pids.filter(lives)).toEqual([]);
});
