import { fork } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { liveness, nodeFiles, ownIdentity, takeClaim } from "../src/index.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lobster-claims-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fresh(): string {
  return mkdtempSync(join(folder, "run-"));
}

describe("a claim", () => {
  test("is one process's until it lets go", async () => {
    const place = fresh();
    const claim = await takeClaim(nodeFiles, place);
    expect(claim.number).toBe(1);
    await expect(takeClaim(nodeFiles, place)).rejects.toThrow(`process ${process.pid} on `);
    await claim.release();
    expect((await takeClaim(nodeFiles, place)).number).toBe(2);
    expect(readdirSync(place).toSorted()).toEqual(["claim.1", "claim.2", "released.1"]);
  });

  test("of a process that has ended is over; of another machine it cannot be judged", async () => {
    const self = ownIdentity();
    expect(liveness(self)).toBe("alive");
    expect(liveness({ ...self, pid: 2 ** 22 - 1, start: "1" })).toBe("dead");
    expect(liveness({ ...self, start: "1" })).toBe("dead");
    expect(liveness({ ...self, boot: "another" })).toBe("dead");
    expect(liveness({ ...self, machine: "another" })).toBe("unknown");
    expect(liveness({ ...self, pidNamespace: "another" })).toBe("unknown");
    const place = fresh();
    writeFileSync(join(place, "claim.1"), JSON.stringify({ ...self, start: "1" }));
    expect((await takeClaim(nodeFiles, place)).number).toBe(2);
    const elsewhere = fresh();
    writeFileSync(join(elsewhere, "claim.1"), JSON.stringify({ ...self, host: "elsewhere" }));
    await expect(takeClaim(nodeFiles, elsewhere)).rejects.toThrow("on elsewhere is working on this run");
  });
});

const worker = `
  import { appendFileSync } from "node:fs";
  import { nodeFiles, takeClaim } from "./state.mjs";
  const [place] = process.argv.slice(2);
  for (;;) {
    try {
      const claim = await takeClaim(nodeFiles, place);
      appendFileSync(place + "/log", "in " + process.pid + "\\n");
      await new Promise((resolve) => setTimeout(resolve, 1 + Math.random() * 4));
      appendFileSync(place + "/log", "out " + process.pid + "\\n");
      await claim.release();
    } catch (error) {
      if (error.name !== "StateError") throw error;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }`;

test("processes that are killed at any time never hold a run together", { timeout: 120_000 }, async () => {
  await build({
    entryPoints: [join(import.meta.dirname, "..", "src", "index.ts")],
    outfile: join(folder, "state.mjs"),
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["source"],
  });
  writeFileSync(join(folder, "worker.mjs"), worker);
  const rounds = process.env.LOBSTER_LONG === "1" ? 60 : 1;
  for (let round = 0; round < rounds; round++) await killingRound(fresh());
});

/** Four workers; one after the other is killed and replaced. Between `in` of one and of the next lies `out`, or a death. */
async function killingRound(place: string): Promise<void> {
  const dead = new Set<number>();
  const start = () => fork(join(folder, "worker.mjs"), [place], { execArgv: [] });
  const workers = Array.from({ length: 4 }, start);
  for (let kill = 0; kill < 8; kill++) {
    await growth(place);
    const victim = workers.shift();
    const gone = new Promise((resolve) => victim?.once("exit", resolve));
    victim?.kill("SIGKILL");
    await gone;
    dead.add(victim?.pid ?? 0);
    workers.push(start());
  }
  await Promise.all(
    workers.map((child) => {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      return gone;
    }),
  );
  const lines = readFileSync(join(place, "log"), "utf8").trimEnd().split("\n");
  expect(lines.length).toBeGreaterThan(10);
  let holder: number | null = null;
  for (const line of lines) {
    const [event, pid] = [line.split(" ")[0], Number(line.split(" ")[1])];
    if (event === "in") {
      if (holder !== null) expect(dead).toContain(holder);
      holder = pid;
    } else {
      expect(pid).toBe(holder);
      holder = null;
    }
  }
}

/** Waits until the workers have done something since the last look. */
async function growth(place: string): Promise<void> {
  const path = join(place, "log");
  const size = () => (existsSync(path) ? statSync(path).size : 0);
  const before = size();
  while (size() < before + 40) await new Promise((resolve) => setTimeout(resolve, 3 + Math.random() * 10));
}
