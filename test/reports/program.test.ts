import { chmodSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ensureBuilt, root, sandbox, type Finished, type Sandbox } from "../e2e/sandbox.ts";
import { inputOf } from "./rows.ts";

// Public reports about the program as a person or an agent calls it: resumes, options, exit codes, the state folder.

let box: Sandbox;
beforeAll(ensureBuilt, 120_000);
beforeEach(() => {
  box = sandbox();
});
afterEach(() => box.remove());

interface Envelope {
  readonly ok: boolean;
  readonly status?: string;
  readonly output?: readonly unknown[];
  readonly error?: { readonly type: string; readonly message: string };
  readonly requiresApproval?: { readonly resumeToken: string; readonly approvalId: string } | null;
}

function envelopeOf({ stdout }: Finished): Envelope {
  return JSON.parse(stdout) as Envelope;
}

/** Runs the row's input up to its gate. */
async function paused(id: string, ...words: readonly string[]) {
  box.write("flow.lobster", inputOf(id));
  const envelope = envelopeOf(await box.lobster(["run", "--mode", "tool", "flow.lobster", ...words]));
  return envelope.requiresApproval!;
}

const resume = async (...words: readonly string[]) => box.lobster(["resume", ...words]);

describe("a resume", () => {
  it("R065: runs the plan that was approved, whatever stands in the file by now, and says so (D4)", async () => {
    const { approvalId } = await paused("R065");
    const changed = inputOf("R065")
      .replace(/^# before.*$/m, "")
      .replace("steps:\n", "steps:\n  - {id: pre, run: touch pre}\n");
    box.write("flow.lobster", changed);
    const answered = await resume("--id", approvalId, "--approve", "yes");
    expect(envelopeOf(answered)).toMatchObject({ ok: true, status: "ok", output: ["B\n"] });
    expect(answered.stderr).toMatch(
      /note: `.*flow\.lobster` has changed since the run paused; the stored plan is what ran/,
    );
    expect(box.has("pre")).toBe(false);
  });

  it("R066: finds the run in another process, and takes each plain word for yes and no", async () => {
    for (const [word, status] of [
      ["true", "ok"],
      ["yes", "ok"],
      ["false", "cancelled"],
      ["n", "cancelled"],
    ] as const) {
      const gate = envelopeOf(await box.lobster(["run", "--mode", "tool", "approve --prompt go?"])).requiresApproval!;
      expect(envelopeOf(await resume("--token", gate.resumeToken, "--approve", word)), word).toMatchObject({ status });
    }
    const unclear = await resume("--id", "00000000", "--approve", "maybe");
    expect([unclear.code, envelopeOf(unclear).error?.message]).toEqual([
      2,
      "`--approve` is one of `yes`, `no`, `y`, `n`, `true`, `false`, not `maybe`",
    ]);
  });

  it("R067: with a token that was cut short says so and names the short id; the envelope has both", async () => {
    const cut = await resume("--token", "eyJwcm90b2NvbFZlcnNpb24iOjEsInYi", "--approve", "yes");
    const said =
      "this is no whole resume token (it may have been cut short): copy it as one line, or write `--id` with the `approvalId` of the same envelope";
    expect([cut.code, envelopeOf(cut).error]).toEqual([2, { type: "parse_error", message: said }]);
    const { resumeToken, approvalId } = await paused("R065");
    for (const length of [40, resumeToken.length - 1]) {
      const again = envelopeOf(await resume("--token", resumeToken.slice(0, length), "--approve", "yes"));
      expect(again.error?.message, String(length)).toBe(said);
    }
    expect(envelopeOf(await resume("--id", approvalId, "--approve", "yes"))).toMatchObject({ ok: true });
  });

  it("R068: of a run of the original says where that run came from, and leaves its files alone (D42)", async () => {
    const token = Buffer.from(
      JSON.stringify({ protocolVersion: 1, v: 1, kind: "workflow-file", stateKey: "workflow_resume_1234" }),
    ).toString("base64url");
    const state = box.env["LOBSTER_STATE_DIR"]!;
    await box.sh("lobster runs");
    writeFileSync(join(state, "workflow-resume_1234.json"), '{"filePath": "a.lobster"}');
    writeFileSync(join(state, "approval_12345678.json"), '{"stateKey": "workflow-resume_1234"}');
    const before = readdirSync(state).toSorted();
    for (const address of [
      ["--token", token],
      ["--id", "12345678"],
    ]) {
      const answered = await resume(...address, "--approve", "yes");
      expect(answered.code).toBe(2);
      expect(envelopeOf(answered).error?.message).toMatch(/made by the original Lobster .*workflow[-_]resume_1234/);
    }
    expect(readdirSync(state).toSorted()).toEqual(before);
  });

  it("R063: holds to the approver that the plan names; who that is, is taken at its word", async () => {
    const { approvalId } = await paused("R063");
    const as = (by: string) =>
      box.lobster(["resume", "--id", approvalId, "--approve", "yes"], {
        env: { LOBSTER_APPROVAL_APPROVED_BY: by, LOBSTER_APPROVAL_REQUIRED_APPROVER: by },
      });
    // The resumer's environment cannot put another name in the place of the plan's.
    expect(envelopeOf(await as("bot")).error?.message).toContain("ana");
    expect(envelopeOf(await as("ana"))).toMatchObject({ ok: true, output: ["SHIPPED\n"] });
    expect(readFileSync(join(root, "packages", "docs", "language.md"), "utf8")).toMatch(/taken at\s+its word/);
  });

  it("R072: that says no is told apart from one that ran, by status and by exit code", async () => {
    const { approvalId } = await paused("R065");
    const refused = await resume("--id", approvalId, "--approve", "no", "--exit-code");
    expect([refused.code, envelopeOf(refused).status]).toEqual([3, "cancelled"]);
    expect(envelopeOf(await box.lobster(["run", "--mode", "tool", "exec echo a"])).status).toBe("ok");
  });
});

describe("the command line", () => {
  it("R136: with a misspelt value or option is wrong use, and nothing runs", async () => {
    box.write("ok.lobster", "steps:\n  - id: a\n    run: touch ran\n");
    const [, ...words] = inputOf("R136").split(" ");
    const mode = await box.lobster(words);
    expect([mode.code, mode.stdout]).toEqual([2, ""]);
    expect(mode.stderr).toContain("`--mode` is one of `tool`, `human`, not `tol`: write `tool`");
    const option = await box.lobster(["run", "--mdoe", "tool", "--file", "ok.lobster"]);
    expect([option.code, option.stderr]).toEqual([2, expect.stringContaining("--mode")]);
    expect(box.has("ran")).toBe(false);
  });

  it("R142: from a schedule acts when a condition holds, and tells by its exit code how it ended", async () => {
    box.write("alert.lobster", inputOf("R142").replace("date +%s", "cat number"));
    const alert = async () => envelopeOf(await box.lobster(["run", "--mode", "tool", "alert.lobster"])).output;
    box.write("number", "1");
    expect(await alert()).toEqual(["changed\n"]);
    expect(await alert()).not.toEqual(["changed\n"]);
    box.write("number", "2");
    expect(await alert()).toEqual(["changed\n"]);
    const codes = ["exec echo a", "approve --prompt go?", "exec false", "nothing.of.that.name"].map(
      async (pipeline) => (await box.lobster(["run", "--exit-code", "--mode", "tool", pipeline])).code,
    );
    expect(await Promise.all(codes)).toEqual([0, 10, 1, 2]);
  });

  it("R199: of the checker ends with 1 for findings, 2 for wrong use, 0 for a clean file", async () => {
    box.write("faulty.lobster", inputOf("R199"));
    box.write("warned.lobster", "args: {dir: {default: a}}\nsteps:\n  - id: a\n    run: ls ${dir}\n");
    box.write("clean.lobster", "steps:\n  - id: a\n    run: ls\n");
    const code = async (...words: readonly string[]) => (await box.lobster(["check", ...words])).code;
    expect(await code("faulty.lobster")).toBe(1);
    expect(await code("clean.lobster", "faulty.lobster", "--quiet")).toBe(1);
    expect(await code("clean.lobster")).toBe(0);
    expect(await code("warned.lobster")).toBe(0);
    expect(await code("warned.lobster", "--max-warnings", "0")).toBe(1);
    expect(await code("missing.lobster")).toBe(2);
    expect(await code("--no-such-option")).toBe(2);
  });
});

describe("the installed program", () => {
  it("R131: is told apart from another `lobster` on PATH by its doctor", async () => {
    expect(envelopeOf(await box.lobster(["doctor"]))).toMatchObject({ ok: true });
    box.write("games/lobster", "#!/bin/sh\necho 'a language for games'\n");
    chmodSync(join(box.folder, "games", "lobster"), 0o755);
    const env = { PATH: `${join(box.folder, "games")}:${box.env["PATH"]}` };
    const answered = await box.lobster(["doctor"], { env });
    expect(answered.code).toBe(1);
    expect(envelopeOf(answered).error).toEqual({
      type: "doctor_error",
      message: expect.stringMatching(
        /^program: `lobster` on PATH is `.*games\/lobster`, another program than this one \(`.*`\)/,
      ),
    });
    const absent = await box.lobster(["doctor"], { env: { PATH: "/usr/bin:/bin" } });
    expect(absent.code).toBe(0);
    expect(absent.stdout).toContain("not on PATH");
  });

  it("R145: is named by the page that says how to install it, and verified there", async () => {
    const page = readFileSync(join(root, "README.md"), "utf8");
    const { name } = JSON.parse(readFileSync(join(root, "packages", "cli", "package.json"), "utf8")) as {
      name: string;
    };
    expect(page).toContain(name);
    expect(page).toContain("lobster doctor");
  });
});
