import { statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { ensureBuilt, lives, sandbox, until } from "./sandbox.ts";
import type { Sandbox } from "./sandbox.ts";

const boxes: Sandbox[] = [];
beforeAll(ensureBuilt, 120_000);
afterEach(() => {
  for (const box of boxes.splice(0)) box.remove();
});

function boxWith(script: string): Sandbox {
  const lines = script.split("\n").map((line) => `      ${line}`);
  const box = sandbox({ "w.lobster": `steps:\n  - id: a\n    run: |\n${lines.join("\n")}\n` });
  boxes.push(box);
  return box;
}

/** Runs the workflow, kills the program when the step has told its process ids, and waits until nobody is left. */
async function killed(script: string) {
  const box = boxWith(script);
  const { child, end } = box.start(["run", "--mode", "tool", "w.lobster"]);
  await until("the step runs", () => box.has("pids") && box.read("pids").endsWith(".\n"));
  const pids = box.read("pids").split(/\s+/).map(Number).filter(Boolean);
  child.kill("SIGKILL");
  await end;
  await until("everything is gone", () => pids.every((pid) => !lives(pid)));
  return box;
}

describe("when the program is killed without a chance to end its children", () => {
  test("one that writes to its output without end is ended", async () => {
    await killed("yes & echo $$ $! . > pids; exec yes >&2");
  });

  test("one that writes a file of its own, and does not mind SIGTERM, is ended with its group", async () => {
    const box = await killed(
      "trap '' TERM\n(while :; do echo x >> grows; sleep 0.01; done) &\necho $$ $! . > pids\nwait",
    );
    const size = statSync(join(box.folder, "grows")).size;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(statSync(join(box.folder, "grows")).size).toBe(size);
  });

  test("also when it was the step itself that did it", async () => {
    const box = boxWith("echo $$ . > pids\nkill -9 $PPID\nsleep 60");
    await box.lobster(["run", "--mode", "tool", "w.lobster"]);
    await until("the step is gone", () => !lives(Number.parseInt(box.read("pids"), 10)));
  });
});

/** Writes when the step's shell has ended: how much comes then is ours to bound, on a machine of any speed. */
const afterwards = (shell: string) => `while kill -0 ${shell} 2> /dev/null; do :; done; exec yes`;

describe("when a step leaves a writer in the background", () => {
  test.each([
    ["in its group", `(${afterwards("$$")}) & echo $! > pids`],
    ["that ignores signals", `(trap '' TERM HUP; ${afterwards("$$")}) & echo $! > pids`],
    [
      "in a session of its own",
      `setsid sh -c 'echo $$ > pids; ${afterwards('"$1"')}' sh $$ & while ! [ -s pids ]; do sleep 0.01; done`,
    ],
  ])("%s, the step ends and the writer cannot write on", async (_, script) => {
    const box = boxWith(`echo first\n${script}`);
    const { code, stdout } = await box.lobster(["run", "--mode", "tool", "w.lobster"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).output[0]).toContain("first\n");
    expect(stdout.length).toBeLessThan(8_000_000);
    await until("the writer is gone", () => !lives(Number(box.read("pids"))));
  });

  test("a quiet one lives on", async () => {
    const box = boxWith("sleep 5 & echo $! > pids");
    const { code } = await box.lobster(["run", "--mode", "tool", "w.lobster"]);
    expect(code).toBe(0);
    const pid = Number(box.read("pids"));
    expect(lives(pid)).toBe(true);
    process.kill(pid, "SIGKILL");
  });
});

describe("while the program is stopped", () => {
  test("a writer waits instead of filling the disk", async () => {
    const box = boxWith("echo $$ > pids; exec yes");
    const { child, end } = box.start(["run", "--mode", "tool", "w.lobster"], {
      env: { LOBSTER_MAX_OUTPUT_BYTES: "2000000000" },
    });
    await until("the step runs", () => box.has("pids") && box.read("pids").endsWith("\n"));
    child.kill("SIGSTOP");
    const written = () => box.sh(`du -sb "$LOBSTER_STATE_DIR" | cut -f1`).then(({ stdout }) => Number(stdout));
    await new Promise((resolve) => setTimeout(resolve, 50));
    const before = await written();
    await new Promise((resolve) => setTimeout(resolve, 200));
    const after = await written();
    child.kill("SIGKILL");
    await end;
    expect(after).toBe(before);
    await until("the writer is gone", () => !lives(Number(box.read("pids"))));
  });
});

test("a step that opens its own output by name loses nothing of it", async () => {
  const box = boxWith("echo a; echo b > /dev/stdout; echo c | tee /dev/stderr");
  const { stdout, stderr } = await box.lobster(["run", "w.lobster"]);
  expect(JSON.parse(stdout)).toEqual(["a\nb\nc\n"]);
  expect(stderr).toContain("c\n");
});
