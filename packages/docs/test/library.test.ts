import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root, sandbox } from "../../../test/e2e/sandbox.ts";
import { agrees, blocksOf, writeFiles } from "./console-blocks.ts";
import { compileTypeScript, installLibraries, manifestOf, type Tarball } from "./installed-libraries.ts";

const blocks = blocksOf(readFileSync(join(root, "packages", "docs", "library.md"), "utf8"));
/** The programs of the page; the `text` block behind one says what it prints. */
const programs = blocks.flatMap((block, index) => {
  if (block.language !== "ts") return [];
  const next = blocks[index + 1];
  const isOutput = next?.language === "text" && next.name === null;
  return [{ name: block.name ?? "?", line: block.line, prints: isOutput ? next.text : "" }];
});

const box = sandbox();
let tarballs: readonly Tarball[];

beforeAll(() => {
  tarballs = installLibraries(box);
  writeFiles(blocks, box.folder);
  compileTypeScript(
    box,
    programs.map(({ name }) => name),
  );
}, 240_000);
afterAll(() => box.remove());

describe("the packed libraries", () => {
  test("bring types and one build of everything: no sources, no maps, no package of other people", () => {
    for (const { path, files } of tarballs) {
      expect(files, path).toContain("package/dist/index.d.ts");
      expect(files, path).toContain("package/dist/library/index.js");
      expect(files, path).toContain("package/dist/library/LICENSE");
      expect(files.filter((file) => /\/(src|test)\/|\.map$|tsbuildinfo|(?<!\.d)\.ts$/.test(file))).toEqual([]);
    }
    const { dependencies } = manifestOf(box, "runtime");
    expect(Object.keys(dependencies as object).filter((name) => !name.startsWith("@lobster-lang/"))).toEqual([]);
  });

  test("are small", () => {
    const total = tarballs.reduce((sum, { bytes }) => sum + bytes, 0);
    // 660 KB when this was written, of which the parsers of YAML and shell text and the plan's schema are two thirds.
    expect(Math.round(total / 1024)).toBeLessThan(800);
  });

  test("can be required from CommonJS as well", async () => {
    box.write("old.cjs", 'console.log(typeof require("@lobster-lang/sdk").run);');
    const { stdout, stderr } = await box.sh("node --no-warnings old.cjs");
    expect(stdout, stderr).toBe("function\n");
  });
});

describe("the programs of the page", () => {
  test.each(programs.map((program) => [program.name, program] as const))(
    "%s prints what it says",
    async (name, { prints }) => {
      const { stdout, stderr, code } = await box.sh(`node ${name.replace(/\.ts$/, ".js")}`);
      expect(stderr).toBe("");
      if (!agrees(stdout, prints)) expect(stdout).toBe(prints);
      expect(code).toBe(0);
    },
  );

  test("the first of them stands in the package's README too, word for word", () => {
    const readme = blocksOf(readFileSync(join(root, "packages", "sdk", "README.md"), "utf8"));
    expect(readme.map(({ text }) => text)).toEqual(
      blocks.filter(({ name }) => name === "first.ts").map(({ text }) => text),
    );
  });

  test("are many, and each has a name", () => {
    expect(programs.length).toBeGreaterThan(7);
    expect(programs.filter(({ name }) => !name.endsWith(".ts"))).toEqual([]);
  });
});
