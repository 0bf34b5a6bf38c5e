import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const example = fileURLToPath(new URL("../../../test/data/plan/shell-values.lobster", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "lobster-plan-"));
const program = join(folder, "compile.cjs");

beforeAll(async () => {
  await build({
    stdin: {
      contents: `import { readFileSync } from "node:fs";
import { compile, formatPlan } from "@lobster-lang/compiler";
import { planHash } from "@lobster-lang/plan";
const { plan } = compile(readFileSync(process.argv[2], "utf8"), {}, { fileName: process.argv[2] });
process.stdout.write(formatPlan(plan) + planHash(plan) + "\\n");`,
      resolveDir: fileURLToPath(new URL("..", import.meta.url)),
    },
    bundle: true,
    platform: "node",
    format: "cjs",
    conditions: ["source"],
    outfile: program,
  });
  chmodSync(folder, 0o755);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The plan as another process compiles it. */
function compiled(file: string, circumstances: Parameters<typeof execFileSync>[2] = {}): string {
  return execFileSync(process.execPath, [program, file], { encoding: "utf8", ...circumstances }) as string;
}

describe("the same source gives the same plan, byte for byte", () => {
  let usual = "";
  beforeAll(() => {
    usual = compiled(example);
    expect(usual).toContain('"planVersion": 1');
  });

  it("in another folder, and without a trace of it", () => {
    const elsewhere = join(folder, "some where", "élse");
    mkdirSync(elsewhere, { recursive: true });
    cpSync(example, join(elsewhere, "shell-values.lobster"));
    expect(compiled("shell-values.lobster", { cwd: elsewhere })).toBe(usual);
    expect(compiled(join(elsewhere, "shell-values.lobster"))).toBe(usual);
    expect(usual).not.toContain(folder);
    expect(usual).not.toContain("test/data");
  });

  it.each([
    ["time zone", { TZ: "Pacific/Kiritimati" }],
    ["language", { LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8", LANGUAGE: "tr" }],
    ["home, user and search path", { HOME: "/nowhere", USER: "somebody", PATH: "/bin" }],
    ["shell", { SHELL: "/bin/fish", LOBSTER_SHELL: "/bin/zsh", LOBSTER_STATE_DIR: "/nowhere" }],
    ["environment that is empty", {}],
  ])("with another %s", (_, env) => {
    expect(compiled(example, { env })).toBe(usual);
  });

  it.skipIf(process.getuid?.() !== 0)("for another user", () => {
    const copy = join(folder, "shell-values.lobster");
    writeFileSync(copy, readFileSync(example));
    chmodSync(copy, 0o644);
    expect(compiled(copy, { uid: 65534, gid: 65534, cwd: "/" })).toBe(usual);
  });

  it("again and again in one process, whatever came before", async () => {
    const { compile, formatPlan } = await import("@lobster-lang/compiler");
    const once = () =>
      formatPlan(compile(readFileSync(example, "utf8"), {}, { fileName: "/x/y/shell-values.lobster" }).plan!);
    const first = once();
    compile("steps: [{id: other, run: 'echo $other.stdout'}]", {}, { fileName: null });
    expect(once()).toBe(first);
    expect(usual.startsWith(first)).toBe(true);
  });
});
