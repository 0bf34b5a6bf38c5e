import { chmodSync, cpSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ensureBuilt, root, sandbox } from "./sandbox.ts";
import type { Sandbox } from "./sandbox.ts";

let box: Sandbox;
beforeAll(ensureBuilt, 120_000);
beforeEach(() => {
  box = sandbox({ "ok.lobster": "steps:\n  - id: a\n    run: echo hi\n" });
});
afterEach(() => box.remove());

const cache = () => join(box.env["HOME"]!, ".cache", "lobster", "code");
const files = () => readdirSync(cache()).map((name) => join(cache(), name));
const works = async () =>
  expect(await box.lobster(["check", "ok.lobster"])).toMatchObject({ code: 0, stdout: "", stderr: "" });

describe("the compiled code that is kept", () => {
  test("lies in a folder that only the user can write, readable by nobody else", async () => {
    await works();
    expect(statSync(cache()).mode & 0o777).toBe(0o700);
    expect(files().length).toBeGreaterThanOrEqual(1);
    for (const file of files()) expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("is used, not written again, by the next run", async () => {
    await works();
    const before = files().map((file) => statSync(file).mtimeMs);
    await works();
    expect(files().map((file) => statSync(file).mtimeMs)).toEqual(before);
  });

  test("is not believed when it is damaged: cut, empty, flipped bits, zeroes", async () => {
    await works();
    for (const damage of [
      (data: Buffer) => data.subarray(0, data.length / 2),
      () => Buffer.alloc(0),
      (data: Buffer) => Buffer.from(data.map((byte, i) => (i % 97 === 50 ? byte ^ 4 : byte))),
      (data: Buffer) => Buffer.concat([data.subarray(0, data.length / 2), Buffer.alloc(data.length / 2)]),
    ]) {
      for (const file of files()) writeFileSync(file, damage(readFileSync(file)));
      await works();
    }
  });

  test("of another program of the same length is not run", async () => {
    await works();
    const copy = join(box.folder, "copy");
    cpSync(join(root, "packages", "cli", "bin"), join(copy, "bin"), { recursive: true });
    cpSync(join(root, "packages", "cli", "dist", "program"), join(copy, "dist", "program"), { recursive: true });
    const explain = join(copy, "dist", "program", "explain.cjs");
    const line = `${process.execPath} ${join(copy, "bin", "lobster.cjs")} explain unknown-step`;
    expect((await box.sh(line)).stdout).toContain("Right:");
    const text = readFileSync(explain, "utf8");
    writeFileSync(explain, text.replace("Right:", "RIGHT:"));
    expect((await box.sh(line)).stdout).toContain("RIGHT:");
  });

  test("is not written where others could, nor where it is unwanted", async () => {
    await works();
    for (const file of files()) writeFileSync(file, "");
    chmodSync(cache(), 0o777);
    await works();
    expect(files().every((file) => statSync(file).size === 0)).toBe(true);
    chmodSync(cache(), 0o700);
    const refused = await box.lobster(["check", "ok.lobster"], { env: { LOBSTER_NO_CACHE: "1" } });
    expect(refused.code).toBe(0);
    expect(files().every((file) => statSync(file).size === 0)).toBe(true);
  });

  test("is no condition: without a home the program runs all the same", async () => {
    expect((await box.lobster(["version"], { env: { HOME: "" } })).code).toBe(0);
    expect((await box.lobster(["version"], { env: { HOME: "/nowhere" } })).code).toBe(0);
  });
});
