import { execFileSync } from "node:child_process";
import { mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { workflowFiles } from "../src/workflow-files.ts";

test("a folder is searched for files, and a pipe in it is none", () => {
  const folder = mkdtempSync(join(tmpdir(), "lobster-files-"));
  execFileSync("mkfifo", [join(folder, "pipe.lobster")]);
  symlinkSync("pipe.lobster", join(folder, "link.lobster"));
  symlinkSync("gone", join(folder, "dangling.lobster"));
  symlinkSync("loop.lobster", join(folder, "loop.lobster"));
  writeFileSync(join(folder, "a.lobster"), "");
  expect(workflowFiles(["."], folder).map(({ path }) => path)).toEqual([
    "a.lobster",
    "dangling.lobster",
    "loop.lobster",
  ]);
});
