import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ensureBuilt, root, sandbox } from "./sandbox.ts";
import type { Sandbox } from "./sandbox.ts";

let box: Sandbox;
beforeAll(ensureBuilt, 120_000);
beforeEach(async () => {
  box = sandbox();
  cpSync(join(root, "packages", "docs", "examples", "ci"), box.folder, { recursive: true });
  await git("init -q -b main && git add -A && git commit -qm 'Add the release workflow'");
  expect((await box.sh("lobster compile workflows/release.lobster -o workflows/release.plan.json")).code).toBe(0);
  await git("add -A && git commit -qm 'Commit its plan'");
});
afterEach(() => box.remove());

async function git(line: string) {
  const identity = {
    GIT_AUTHOR_NAME: "A",
    GIT_AUTHOR_EMAIL: "a@example.org",
    GIT_COMMITTER_NAME: "A",
    GIT_COMMITTER_EMAIL: "a@example.org",
  };
  const done = await box.sh(`git ${line}`, { env: { ...identity, GIT_CONFIG_GLOBAL: "/dev/null" } });
  expect(done.code, done.stderr).toBe(0);
  return done.stdout;
}

describe("the CI recipe, in a real repository", () => {
  test("stops at the gate with 10, and whoever approves gets the tag", async () => {
    const job = await box.sh("./check-and-run.sh");
    expect(job.code, job.stderr).toBe(10);
    expect(await git("tag")).toBe("");
    const paused = JSON.parse(box.read("paused.json"));
    expect(paused.requiresApproval.prompt).toBe("Release 1.0.0?");
    expect(paused.requiresApproval.preview).toContain("- Commit its plan");

    const line = /lobster resume .*/.exec(job.stdout)![0];
    expect((await box.sh(line)).code).toBe(0);
    expect(await git("tag")).toBe("v1.0.0\n");
  });

  test("refuses a plan that is not what the source compiles to, and runs nothing", async () => {
    box.write("workflows/release.lobster", box.read("workflows/release.lobster").replace("-n 20", "-n 5"));
    const job = await box.sh("./check-and-run.sh");
    expect(job.code).toBe(1);
    expect(job.stderr).toContain("error[stale-plan]");
    expect(box.has("result.json")).toBe(false);
  });

  test("takes a new comment for no change when the plan was written without the source's places", async () => {
    await box.sh("lobster compile --no-source workflows/release.lobster -o workflows/release.plan.json");
    box.write("workflows/release.lobster", `# a comment\n${box.read("workflows/release.lobster")}`);
    expect((await box.sh("./check-and-run.sh")).code).toBe(10);
  });

  test("refuses a workflow with a fault", async () => {
    box.write("workflows/other.lobster", "steps:\n  - id: a\n    run: echo $b.json\n");
    const job = await box.sh("./check-and-run.sh");
    expect(job.code).toBe(1);
    expect(job.stdout).toContain("error[unknown-step]");
  });

  test("writes the same plan in another folder, for another user, in another language and year", async () => {
    await box.sh("mkdir elsewhere && cp workflows/release.lobster elsewhere/");
    const env = { LANG: "de_DE.UTF-8", LC_ALL: "tr_TR.UTF-8", TZ: "Asia/Tokyo", USER: "somebody", HOME: "/nowhere" };
    const other = await box.sh("cd elsewhere && lobster compile release.lobster", { env });
    expect(other.stdout).toBe(box.read("workflows/release.plan.json"));
  });
});
