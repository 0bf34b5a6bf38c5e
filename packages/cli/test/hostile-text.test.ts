import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { loadProgram, lobster } from "./memory-io.ts";

let folder = "";
beforeAll(loadProgram, 120_000);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lobster-hostile-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What acts on a terminal: escape sequences other than colours and `ESC[K`, other control characters, bidi marks. */
const acting = new RegExp(
  String.raw`\u001b(?!\[[0-9;]*m|\[K)|[\u0000-\u0008\u000b\u000c\u000e-\u001a\u001c-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]`,
);

const evil = String.raw`\033[2J\033[1A\033]0;title\007\033]52;c;AAAA\007\302\233A\342\200\256gnp\033[8m`;

function run(workflow: string, words: readonly string[], typed = "", terminal = true) {
  writeFileSync(join(folder, "w.lobster"), workflow);
  const env = { PATH: process.env["PATH"], LOBSTER_STATE_DIR: join(folder, "state") };
  return lobster(["run", ...words, "w.lobster"], { cwd: folder, env, typed, terminal });
}

const steps = (...lines: readonly string[]) => `steps:\n${lines.join("\n")}\n`;

describe("on a terminal nothing acts that comes from a workflow or a step:", () => {
  test("words of children, shown live, also when a sequence comes in two pieces", async () => {
    const { stderr } = await run(steps("  - id: a", `    run: printf '${evil}\\033[31mred' >&2; printf '[2J' >&2`), []);
    expect(stderr).not.toMatch(acting);
    expect(stderr).toContain("\u001b[31mred");
    expect(stderr).not.toContain("\u001b[8m");
  });

  test("the message of a failure", async () => {
    const { stderr, code } = await run(
      steps("  - id: a", `    run: |\n      printf '${evil}\\rlobster: all is well' >&2; exit 1`),
      [],
    );
    expect(code).toBe(1);
    expect(stderr).not.toMatch(acting);
    expect(stderr).toContain("\ufffdlobster: all is well\n");
  });

  test("a prompt, a preview and the names of steps", async () => {
    const { stdout, stderr } = await run(
      steps(
        "  - id: a",
        '    name: "x\\e[2Jy\\u202E"',
        `    run: printf '${evil}'`,
        "    approval:",
        '      prompt: "Go\\e[1A\\x9b2J\\u202e on?"',
      ),
      [],
      "n\n",
    );
    expect(stdout + stderr).not.toMatch(acting);
    expect(stdout).toContain("Go\ufffd[1A\ufffd2J\ufffd on? [y/N] ");
  });

  test("output that is printed: items, tables, the tree, the dry run", async () => {
    const hostile = `exec --shell "printf '${evil}\\n'" | table`;
    writeFileSync(join(folder, "p.lobster"), steps("  - id: a", '    run: "echo \\e[2J \\u202e"'));
    const env = { PATH: process.env["PATH"], LOBSTER_STATE_DIR: join(folder, "state") };
    for (const words of [
      ["run", hostile],
      ["run", hostile.replace(" | table", "")],
      ["run", "--dry-run", "p.lobster"],
      ["parse", "p.lobster"],
      ["graph", "p.lobster"],
    ]) {
      const { stdout, stderr } = await lobster(words, { cwd: folder, env, terminal: true });
      expect(stdout + stderr, words.join(" ")).not.toMatch(acting);
      expect(stdout + stderr).not.toBe("");
    }
  });
});

test("a prompt cannot look like an answer and what would follow it", async () => {
  const blanks = " ".repeat(200);
  const { stdout } = await run(
    steps("  - id: a", `    approval: "Say hello? [y/N] y\\n✓ a  0.0 s\\nlobster: done${blanks}✓ b"`),
    [],
    "n\n",
  );
  expect(stdout.replace("\u001b[0m", "")).toBe("Say hello? [y/N] y\n  ✓ a  0.0 s\n  lobster: done   ✓ b [y/N] ");
});

test("a question starts on a line of its own, in ordinary colours", async () => {
  const { stdout, stderr } = await run(
    steps("  - id: a", "    run: printf '\\033[30;40mApprove? [y/N] ' >&2", "    approval: Delete all?"),
    [],
    "n\n",
  );
  expect(stderr).toMatch(/Approve\? \[y\/N\] \n/);
  expect(stdout).toContain("\u001b[0mDelete all? [y/N] ");
});

test("envelopes show what they hold, and say the same", async () => {
  const { stdout } = await run(
    steps("  - id: a", "    run: printf 'a\\302\\233\\342\\200\\256b\\177\\357\\273\\277'"),
    ["--mode", "tool"],
    "",
    false,
  );
  expect(stdout).toContain(String.raw`"a\u009b\u202eb\u007f\ufeff"`);
  expect(JSON.parse(stdout).output).toEqual(["a\u009b\u202eb\u007f\ufeff"]);
});

test.each([
  ["lone surrogates", String.raw`printf '"\\ud800"'`, ["\ud800"]],
  [
    "keys of the prototype",
    `printf '{"__proto__":{"a":1},"constructor":2}'`,
    [JSON.parse('{"__proto__":{"a":1},"constructor":2}')],
  ],
  ["keys that stand twice", `printf '{"a":1,"a":2}'`, [{ a: 2 }]],
])("one document comes of %s", async (_, script, output) => {
  const { stdout } = await run(steps("  - id: a", "    run: |", `      ${script}`), ["--mode", "tool"], "", false);
  expect(JSON.parse(stdout).output).toEqual(output);
});

test.each([
  ["deep output", "head -c 200000 /dev/zero | tr '\\0' '['; head -c 200000 /dev/zero | tr '\\0' ']'", ""],
  [
    "deep output that is asked about",
    "head -c 200000 /dev/zero | tr '\\0' '['; head -c 200000 /dev/zero | tr '\\0' ']'",
    "    approval: Go?",
  ],
])("one document comes of %s", async (_, script, more) => {
  const { stdout } = await run(
    steps("  - id: a", `    run: ${script}`, ...(more === "" ? [] : [more])),
    ["--mode", "tool"],
    "",
    false,
  );
  expect(typeof JSON.parse(stdout).ok).toBe("boolean");
});
