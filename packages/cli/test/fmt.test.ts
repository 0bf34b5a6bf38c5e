import { lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { loadProgram, lobster as program } from "./memory-io.ts";
import type { Surroundings } from "./memory-io.ts";

let cwd: string;
beforeAll(loadProgram, 120_000);
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "lobster-fmt-"));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const write = (name: string, text: string | Uint8Array) => {
  mkdirSync(dirname(join(cwd, name)), { recursive: true });
  writeFileSync(join(cwd, name), text);
};
const read = (name: string) => readFileSync(join(cwd, name), "utf8");
const lobster = (words: readonly string[], around: Surroundings = {}) => program(words, { cwd, ...around });

const untidy = "steps:\n- run: 'echo hi'\n  id: a\n";
const tidy = "steps:\n  - id: a\n    run: echo hi\n";

test("writes the files that are not in form, and only those", async () => {
  write("w/a.lobster", untidy);
  write("w/b.lobster", tidy);
  expect(await lobster(["fmt", "w"])).toEqual({ code: 0, stdout: "formatted w/a.lobster\n", stderr: "" });
  expect(read("w/a.lobster")).toBe(tidy);
  expect(await lobster(["fmt"])).toEqual({ code: 0, stdout: "", stderr: "" });
});

test("--check writes nothing, lists them and exits 1", async () => {
  write("a.lobster", untidy);
  write("b.lobster", tidy);
  expect(await lobster(["fmt", "--check"])).toEqual({ code: 1, stdout: "a.lobster\n", stderr: "" });
  expect(read("a.lobster")).toBe(untidy);
  expect(await lobster(["fmt", "--check", "b.lobster"])).toEqual({ code: 0, stdout: "", stderr: "" });
});

test("formats standard input to standard output", async () => {
  expect(await lobster(["fmt", "-"], { typed: untidy })).toEqual({ code: 0, stdout: tidy, stderr: "" });
  const { code, stdout } = await lobster(["fmt", "-", "--check", "--stdin-filename", "x.lobster"], { typed: untidy });
  expect([code, stdout]).toEqual([1, "x.lobster\n"]);
  const json = '{"steps": [{"run": "echo", "id": "a"}]}';
  expect((await lobster(["fmt", "-", "--stdin-filename", "x.json"], { typed: json })).stdout).toBe(json);
});

test("does not touch a file with a fault, says where it is, and goes on with the others", async () => {
  write("a.lobster", 'steps:\n- id: a\n  run: "x\n');
  write("b.lobster", untidy);
  const { code, stdout, stderr } = await lobster(["fmt", "a.lobster", "b.lobster"]);
  expect([code, stdout]).toEqual([1, "formatted b.lobster\n"]);
  expect(stderr).toContain("a.lobster:3:8");
  expect(stderr).toContain("`a.lobster` was not touched: mend this fault first\n");
  expect(read("a.lobster")).toBe('steps:\n- id: a\n  run: "x\n');
});

test("does not touch bytes that are no UTF-8, nor a file of another language", async () => {
  const bytes = Buffer.concat([Buffer.from(untidy), Buffer.from([0xff, 0x0a])]);
  write("a.lobster", bytes);
  write("b.yaml", "services:\n    web: {image: x}\n");
  expect((await lobster(["fmt", "a.lobster", "b.yaml"])).code).toBe(1);
  expect(readFileSync(join(cwd, "a.lobster"))).toEqual(bytes);
  expect(read("b.yaml")).toContain("    web");
});

test("writes through links", async () => {
  write("real.lobster", untidy);
  symlinkSync("real.lobster", join(cwd, "a.lobster"));
  await lobster(["fmt", "a.lobster"]);
  expect(lstatSync(join(cwd, "a.lobster")).isSymbolicLink()).toBe(true);
  expect(read("real.lobster")).toBe(tidy);
});

test.each([
  [["fmt", "nowhere.lobster"], "there is no file `nowhere.lobster`"],
  [["fmt", "--chekc"], "--check"],
  [["fmt", "-", "a.lobster"], "`-` goes alone"],
  [["fmt", "--stdin-filename", "x"], "`--stdin-filename` goes with `-`"],
])("wrong use is exit code 2: %j", async (words, said) => {
  const { code, stderr } = await lobster(words);
  expect(code).toBe(2);
  expect(stderr).toContain(said);
});
