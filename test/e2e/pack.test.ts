import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureBuilt, root, sandbox } from "./sandbox.ts";
import type { Sandbox } from "./sandbox.ts";

let box: Sandbox;
let tarball: string;

beforeAll(() => {
  ensureBuilt();
  box = sandbox({ "ok.lobster": "steps:\n  - id: a\n    run: echo hi\n" });
  const words = ["pack", "-w", "@lobster-lang/cli", "--pack-destination", box.folder, "--loglevel=error"];
  const packed = spawnSync("npm", words, { cwd: root, encoding: "utf8" });
  if (packed.status !== 0) throw new Error(packed.stdout + packed.stderr);
  tarball = join(
    box.folder,
    readdirSync(box.folder).find((name) => name.endsWith(".tgz"))!,
  );
}, 120_000);
afterAll(() => box.remove());

describe("the packed program", () => {
  test("brings everything with it: no dependency, no source, the licences of what is inside", async () => {
    const { stdout } = await box.sh(`tar -tzf ${tarball} && tar -xOzf ${tarball} package/package.json`);
    expect(stdout).toContain("package/dist/program/THIRD-PARTY-LICENSES.txt\n");
    expect(stdout).toContain("package/dist/program/LICENSE\n");
    expect(stdout).not.toMatch(/^package\/(src|test)\/|\.map\n|tsbuildinfo/m);
    expect(stdout).not.toMatch(/"dependencies"/);
    const licences = await box.sh(`tar -xOzf ${tarball} package/dist/program/THIRD-PARTY-LICENSES.txt`);
    for (const name of ["yaml", "chevrotain", "unbash"])
      expect(licences.stdout).toMatch(new RegExp(`^${name} \\d`, "m"));
  });

  test("installed globally into an empty prefix is a working lobster on PATH", async () => {
    const prefix = join(box.folder, "prefix");
    const install = await box.sh(`npm install -g --offline --no-audit --no-fund --prefix ${prefix} ${tarball}`);
    expect(install.code, install.stderr).toBe(0);
    const env = { PATH: `${join(prefix, "bin")}:${box.env["PATH"]!.split(":").slice(1).join(":")}` };
    const which = await box.sh("command -v lobster", { env });
    expect(which.stdout).toBe(`${join(prefix, "bin", "lobster")}\n`);
    expect(await box.sh("lobster version", { env })).toMatchObject({ code: 0, stdout: "0.1.0\n", stderr: "" });
    expect(await box.sh("lobster check ok.lobster", { env })).toMatchObject({ code: 0, stdout: "", stderr: "" });
    expect((await box.sh("lobster run ok.lobster", { env })).stdout).toBe('[\n  "hi\\n"\n]\n');
    expect((await box.sh("lobster doctor", { env })).code).toBe(0);
  }, 120_000);
});
