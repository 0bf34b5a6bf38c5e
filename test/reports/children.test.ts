import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lobster as program } from "../../packages/cli/test/memory-io.ts";
import type { Surroundings } from "../../packages/cli/test/memory-io.ts";
import { inputOf, storyOf } from "./rows.ts";

// Public reports about workflows that call others: each input as it stands, with the files that it speaks of beside it.

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lobster-called-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

function lobster(words: readonly string[], around: Surroundings = {}) {
  const env = { PATH: process.env["PATH"], LOBSTER_STATE_DIR: join(folder, "state") };
  return program(words, { cwd: folder, env, ...around });
}

describe("public reports about workflows that call others", () => {
  it(storyOf("R070"), async () => {
    write("a.lobster", inputOf("R070"));
    write("child.lobster", 'steps: [{id: fx, run: "touch child.done"}, {id: g, approval: "ok?"}]\n');
    const paused = await lobster(["run", "--mode", "tool", "a.lobster"]);
    const { status, requiresApproval } = JSON.parse(paused.stdout);
    expect([status, requiresApproval.prompt]).toEqual(["needs_approval", "ok?"]);
    const done = await lobster(["resume", "--id", requiresApproval.approvalId, "--approve", "yes"]);
    expect(JSON.parse(done.stdout).status).toBe("ok");
  });

  it(storyOf("R098"), async () => {
    write("self.lobster", inputOf("R098"));
    const { code, stdout } = await lobster(["check", "self.lobster"]);
    expect(code).toBe(1);
    expect(stdout).toContain("`self.lobster` would call itself for ever: `self.lobster` calls `self.lobster`");
    expect((await lobster(["run", "--dry-run", "self.lobster"])).code).toBe(2);
  });

  it(storyOf("R099"), async () => {
    write("a.lobster", `${inputOf("R099")}\n    cwd: d\n`);
    write("d/child.lobster", 'steps: [{id: s, run: "cat neighbour.txt"}]\n');
    write("d/neighbour.txt", "here");
    expect((await lobster(["run", "a.lobster"])).stdout).toBe('[\n  "here"\n]\n');
  });

  it(storyOf("R161"), async () => {
    write("a.lobster", inputOf("R161"));
    const { stdout } = await lobster(["check", "a.lobster"]);
    expect(stdout).toContain("there is no file `./child.lobster`");
    expect(stdout).toContain("a.lobster:5:7");
    write("child.lobster", "steps: [{id: s, run: echo 1}]\n");
    expect((await lobster(["run", "a.lobster"])).stdout).toBe("[\n  1\n]\n");
  });

  it(storyOf("R198"), async () => {
    write("flows/child.lobster", "args: {env: {default: x}}\nsteps: [{id: s, run: 'echo \"${env}\"'}]\n");
    write("flows/a.lobster", inputOf("R198"));
    const asFile = await lobster(["check", "flows/a.lobster"]);
    const typed = await lobster(["check", "--stdin-filename", "flows/a.lobster", "-"], { typed: inputOf("R198") });
    expect(asFile.stdout).toContain("`flows/child.lobster` has no argument `evn`; did you mean `env`");
    expect(typed).toEqual(asFile);
  });

  it(storyOf("R205"), async () => {
    write("a.lobster", inputOf("R205"));
    const bare = { env: {} };
    expect((await lobster(["check", "a.lobster"], bare)).code).toBe(1);
    const { code, stdout } = await lobster(["check", "--ignore-missing", "a.lobster"], bare);
    expect(code).toBe(0);
    expect(stdout).toContain("warning[child-workflow]: there is no file `../other-repo/common.lobster`");
  });
});
