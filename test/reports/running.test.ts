import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { compile } from "@lobster-lang/compiler";
import { run, type Envelope } from "@lobster-lang/runtime";
import { inputOf } from "./rows.ts";

// Public reports about how steps, loops, branches and their processes run: each runs its input as it stands.

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lobster-reports-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function runs(text: string, env: NodeJS.ProcessEnv = process.env): Promise<Envelope> {
  const { plan, diagnostics } = compile(text, {}, { fileName: "flow.lobster" });
  if (plan === null) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  const where = { stateDir: join(folder, "state"), cwd: folder, sourcePath: null, env };
  return (await run(plan, where)).envelope;
}

function messageOf(envelope: Envelope): string {
  return envelope.ok ? `it ended with ${envelope.status}` : envelope.error.message;
}

function findingsOf(text: string): readonly string[] {
  return compile(text, {}, { fileName: "flow.lobster" }).diagnostics.map(({ rule, message }) => `${rule}: ${message}`);
}

describe("a step's process", () => {
  it("R086: may end without reading its standard input; its own exit code is what counts", async () => {
    expect(messageOf(await runs(inputOf("R086")))).toBe("workflow command failed (3): exit 3");
  });

  it("R114: that leaves a child behind is over when the script is", async () => {
    const start = performance.now();
    expect(await runs(inputOf("R114").replace("sleep 3", "sleep 20"))).toMatchObject({ ok: true, output: ["next\n"] });
    expect(performance.now() - start).toBeLessThan(15_000);
  });
});

describe("a loop", () => {
  it("R091: over a map names its key that holds a list", async () => {
    expect(messageOf(await runs(inputOf("R091")))).toBe(
      "a loop needs a list, but `$l.json` is a map; did you mean `$l.json.items`?",
    );
  });

  it("R091: over a step that is not there, or comes later, is found before anything runs", () => {
    expect(findingsOf(inputOf("R091").replace("$l.json", "$m.json"))).toEqual([
      expect.stringContaining("unknown-step: no step `m`"),
    ]);
    const later = inputOf("R091").replace("id: l\n", "id: k\n").concat("\n  - id: l\n    run: echo '[1]'\n");
    expect(findingsOf(later)).toEqual([expect.stringContaining("step-not-yet-run")]);
  });

  it("R092: heeds the time limit and on_error of the steps in it (D10)", async () => {
    expect(await runs(inputOf("R092"))).toMatchObject({ ok: true, output: [{ item: 1, index: 0 }] });
    await setTimeout(500);
    expect(existsSync(join(folder, "sub.done"))).toBe(false);
    expect(messageOf(await runs(inputOf("R092").replace(", on_error: continue", "")))).toBe(
      "step `s` timed out after 5ms",
    );
  });
});

describe("branches", () => {
  it("R093: a fast failure does not decide `wait: any`; the loser is ended (D12)", async () => {
    const race = inputOf("R093").concat(
      "\n      # and one that is too late\n        - {id: slow, run: 'sleep 1; touch late'}\n",
    );
    expect(await runs(`${race}  - id: end\n    run: echo "$good.stdout$bad.skipped$slow.skipped"\n`)).toMatchObject({
      ok: true,
      output: ["ok\ntruetrue\n"],
    });
    await setTimeout(1200);
    expect(existsSync(join(folder, "late"))).toBe(false);
  });

  it("R094: that failed under on_error read as empty, never as the text of the reference", async () => {
    expect(await runs(inputOf("R094"))).toMatchObject({ ok: true, output: ["[A\n]\n"] });
    expect(await runs(inputOf("R094").replace("[$a.stdout]", "<$b.stdout>"))).toMatchObject({ output: ["<>\n"] });
    expect(await runs(inputOf("R094").replace("$a.stdout", "$b.error_message"))).toMatchObject({
      output: ["[workflow command failed (2): exit 2]\n"],
    });
  });
});

describe("a time limit", () => {
  it("R103: is one failed attempt of three, and the step ends with one error", async () => {
    expect(messageOf(await runs(inputOf("R103")))).toBe("step `slow` timed out after 80ms");
    expect(readFileSync(join(folder, "tries.txt"), "utf8")).toBe("x\nx\nx\n");
  });
});

describe("a stage that calls a gateway", () => {
  it("R126: says which variable leads there when there is none", async () => {
    const nowhere = { ...process.env, OPENCLAW_URL: "", CLAWD_URL: "" };
    expect(messageOf(await runs(inputOf("R126"), nowhere))).toBe(
      "openclaw.invoke needs the gateway's address: set OPENCLAW_URL or give --url",
    );
  });
});
