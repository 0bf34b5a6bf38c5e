import { cpSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureBuilt, root, sandbox } from "../../../test/e2e/sandbox.ts";
import { agrees, blocksOf, exchangesOf, writeFiles } from "./console-blocks.ts";

const docs = join(root, "packages", "docs");
const pages = [
  join(root, "README.md"),
  ...["cli.md", "language.md", "commands.md", "configuration.md"].map((name) => join(docs, name)),
  join(docs, "examples", "second-brain", "README.md"),
];

describe.each(pages.map((page) => [page.slice(root.length + 1), page]))("%s", (_name, page) => {
  const blocks = blocksOf(readFileSync(page, "utf8"));
  const exchanges = blocks.filter((block) => block.language === "console").flatMap(exchangesOf);
  const box = sandbox();
  // A page of an example stands in its folder, the README in that of the first one.
  const example = page.startsWith(join(docs, "examples")) ? dirname(page) : join(docs, "examples", "inbox-triage");
  cpSync(example, box.folder, { recursive: true });
  const PATH = `${join(box.folder, "bin")}:${box.env["PATH"]}`;

  beforeAll(() => {
    ensureBuilt();
    writeFiles(blocks, box.folder);
  }, 120_000);
  afterAll(() => box.remove());

  test.each(exchanges.map((exchange) => [exchange.line, exchange.command, exchange] as const))(
    "line %i: %s",
    async (_line, command, { expected }) => {
      const { stdout } = await box.sh(`{ ${command}\n} 2>&1`, { env: { PATH } });
      if (!agrees(stdout, expected)) expect(stdout).toBe(expected);
    },
  );

  test("has something to run", () => {
    expect(exchanges.length).toBeGreaterThan(0);
  });
});

test("the workflow of the README is the example's, word for word", () => {
  const block = blocksOf(readFileSync(pages[0]!, "utf8")).find((one) => one.name === "inbox-triage.lobster")!;
  expect(block.text).toBe(readFileSync(join(docs, "examples", "inbox-triage", "inbox-triage.lobster"), "utf8"));
});

test("every link of the pages leads to something", () => {
  for (const page of [
    ...pages,
    ...["CONTRIBUTING.md", "ARCHITECTURE.md", "CHANGELOG.md"].map((name) => join(root, name)),
    join(docs, "library.md"),
  ]) {
    for (const [, target] of readFileSync(page, "utf8").matchAll(/\]\((?!https?:)([^)#]+)/g)) {
      const path = join(page, "..", target!);
      expect(
        () => readdirSync(join(path, "..")).includes(path) || readFileSync(path),
        `${page}: ${target}`,
      ).not.toThrow(/ENOENT/);
    }
  }
});
