import { spawnSync } from "node:child_process";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ensureBuilt, sandbox } from "./sandbox.ts";
import type { Sandbox } from "./sandbox.ts";

const hasScript = spawnSync("script", ["--version"]).status === 0;
const gate = `steps:
  - id: draft
    run: echo "Dear all"; echo "a word of the child" >&2
  - id: confirm
    approval:
      prompt: Send it?
      preview: $draft.stdout
  - id: send
    run: touch sent
    when: $confirm.approved
`;

let box: Sandbox;
beforeAll(ensureBuilt, 120_000);
beforeEach(() => {
  box = sandbox({ "gate.lobster": gate });
});
afterEach(() => box.remove());

/** Runs a command line on a pseudo-terminal on which `typed` is typed. */
async function onTerminal(
  line: string,
  typed: string,
): Promise<{ readonly code: number | null; readonly shown: string }> {
  const { code, stdout } = await box.sh(`(sleep 1; printf '${typed}') | script -qec "${line}" /dev/null`, {
    env: { TERM: "xterm" },
  });
  return { code, shown: stdout.replace(/\r\n/g, "\n") };
}

describe.runIf(hasScript)("on a terminal", () => {
  test("a gate shows its preview and asks; yes goes on", async () => {
    const { code, shown } = await onTerminal("lobster run gate.lobster", "y\\n");
    expect(shown).toContain("  Dear all\nSend it? [y/N] ");
    expect(code).toBe(0);
    expect(box.has("sent")).toBe(true);
  });

  test.each([["n\\n"], ["\\n"], ["yess\\n"]])("any other answer cancels the run: %s", async (typed) => {
    const { code, shown } = await onTerminal("lobster run gate.lobster", typed);
    expect(shown).toContain("not approved");
    expect(code).toBe(1);
    expect(box.has("sent")).toBe(false);
  });

  test("each step has a line with its name and time, and children's words stand between", async () => {
    const { shown } = await onTerminal("lobster run gate.lobster", "y\\n");
    expect(shown).toMatch(/✓.* draft .*\d\.\d s/);
    expect(shown).toContain("a word of the child\n");
    expect(shown).toMatch(/✓.* send .*\d\.\d s/);
  });

  test("Ctrl-C at the question ends the run with 130", async () => {
    const { code } = await onTerminal("lobster run gate.lobster", "\\003");
    expect(code).toBe(130);
    expect(box.has("sent")).toBe(false);
  });

  test("a secret is not shown while it is typed, can be mended, and lies in no file", async () => {
    box.write(
      "secret.lobster",
      `steps:
  - id: login
    input: {prompt: Sign in, responseSchema: {type: string, format: password}}
  - id: length
    run: printf %s "$login.response" | wc -c
`,
    );
    const { code, shown } = await onTerminal("lobster run secret.lobster; ! grep -r hunter2 .", "hunterx\\1772\n");
    expect(shown).toMatch(/Sign in\n {2}: \n/);
    expect(shown).toMatch(/\[\n {2}7\n\]/);
    expect(code).toBe(0);
  });

  test("tool mode asks nothing", async () => {
    const { code, shown } = await onTerminal("lobster run --mode tool gate.lobster", "y\\n");
    expect(code).toBe(0);
    expect(shown).toContain('"needs_approval"');
    expect(box.has("sent")).toBe(false);
  });

  test("findings are coloured", async () => {
    box.write("bad.lobster", "steps:\n  - id: a\n    run: echo $b.json\n");
    expect((await onTerminal("lobster check bad.lobster", "")).shown).toContain("\u001b[31m");
    expect((await onTerminal("NO_COLOR=1 lobster check bad.lobster", "")).shown).not.toContain("\u001b[31m");
  });
});

test("without a terminal a gate pauses with the envelope of tool mode, and a word on how to go on", async () => {
  const { code, stdout, stderr } = await box.lobster(["run", "gate.lobster"]);
  expect(code).toBe(0);
  const envelope = JSON.parse(stdout);
  expect(envelope).toMatchObject({ protocolVersion: 1, ok: true, status: "needs_approval" });
  expect(stderr).toContain(`lobster resume --id ${envelope.requiresApproval.approvalId} --approve yes`);
  expect(stderr).toContain("a word of the child");
});
