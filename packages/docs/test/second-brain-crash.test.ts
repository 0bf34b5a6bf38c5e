import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { ensureBuilt, until } from "../../../test/e2e/sandbox.ts";
import { SecondBrain, type Envelope } from "./second-brain.ts";

beforeAll(ensureBuilt, 120_000);

/**
 * Puts a `brain` in front of the real one that notes what each move said, and stops for good at the third one: before the
 * note is moved, or when it is moved and nobody knows yet.
 */
function stopAtThirdMove(one: SecondBrain, when: "before" | "after"): { readonly env: { readonly PATH: string } } {
  const { folder } = one.box;
  const real = join(folder, "bin", "brain");
  const script = `#!/bin/sh
[ "$1" = move ] || exec "${real}" "$@"
echo . >> "${folder}/calls"
stop() { [ "$(wc -l < "${folder}/calls")" -ne 3 ] || { touch "${folder}/stopped"; sleep 60; }; }
${when === "before" ? "stop" : ":"}
"${real}" "$@" > "${folder}/answer" || exit $?
tr -d '\\n' < "${folder}/answer" >> "${folder}/said"
echo >> "${folder}/said"
${when === "after" ? "stop" : ":"}
cat "${folder}/answer"
`;
  one.box.write("front/brain", script);
  chmodSync(join(folder, "front", "brain"), 0o755);
  return { env: { PATH: `${join(folder, "front")}:${one.env["PATH"]}` } };
}

/** What the moves said, in order: the note, and whether it was moved just then. */
function said(one: SecondBrain): readonly string[] {
  return readFileSync(join(one.box.folder, "said"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { readonly note: string; readonly moved: boolean })
    .map(({ note, moved }) => `${note.replace("inbox/", "")} ${moved ? "moved" : "was there"}`);
}

describe("the second brain, stopped in the middle of its work", { timeout: 120_000 }, () => {
  test.each(["before", "after"] as const)(
    "killed (%s a note has moved) goes on, and each note moves once",
    async (when) => {
      const undisturbed = new SecondBrain();
      const one = new SecondBrain();
      try {
        await undisturbed.approveAll(await undisturbed.run("inbox-triage.lobster"));
        const { env } = stopAtThirdMove(one, when);
        const { requiresApproval } = await one.run("inbox-triage.lobster");
        const id = requiresApproval!.approvalId;
        const running = one.box.start(["resume", "--id", id, "--approve", "yes"], { env });
        await until("the third move has begun", () => existsSync(join(one.box.folder, "stopped")));
        running.child.kill("SIGKILL");
        expect((await running.end).signal).toBe("SIGKILL");
        expect(one.changes().length).toBeLessThan(undisturbed.changes().length);

        // The answer counted: it is not asked for again, and cannot be given twice.
        expect(await one.resume(id)).toMatchObject({ ok: false });
        const listed = await one.box.lobster(["runs", "--json"]);
        const [, run] = /"run": "(.*)"/.exec(listed.stdout) ?? [];
        expect(listed.stdout).toContain('"status": "interrupted"');
        const resumed = await one.box.lobster(["resume", "--run", run!], { env });
        expect(JSON.parse(resumed.stdout)).toMatchObject({ ok: true, status: "ok" });

        expect(one.changes()).toEqual(undisturbed.changes());
        expect(said(one)).toEqual([
          "insurance-letter.md moved",
          "knee-exercises.md moved",
          "red-lentil-soup.md moved",
          ...(when === "after" ? ["red-lentil-soup.md was there"] : []),
          "the-overstory.md moved",
          "tomato-varieties.md moved",
        ]);
      } finally {
        one.box.remove();
        undisturbed.box.remove();
      }
    },
  );

  test("whose vault stays locked fails, and goes on when it is free, without asking again", async () => {
    const one = new SecondBrain();
    const lock = join(one.box.folder, "vaults", "personal", ".sync.lock");
    try {
      const first = await one.run("memory-consolidation.lobster", "--arg", "today=2026-11-30");
      writeFileSync(lock, "");
      const failed = await one.resume(first.requiresApproval!.approvalId);
      expect(failed.error?.message).toContain("the vault `personal` is being synced; try again");
      rmSync(lock);
      const listed = await one.box.lobster(["runs", "--json"]);
      const run = /"run": "(.*)"/.exec(listed.stdout)![1]!;
      const { stdout } = await one.box.lobster(["resume", "--run", run], { env: one.env });
      const { requiresApproval } = JSON.parse(stdout) as Envelope;
      expect(requiresApproval!.prompt).toBe("Remember this in memory/people.md of the personal vault?");
      expect(one.changes().filter((line) => line.startsWith("new "))).toEqual(["new personal/memory/health.md"]);
    } finally {
      one.box.remove();
    }
  });
});
