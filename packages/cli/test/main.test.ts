import { readFileSync } from "node:fs";
import { join } from "node:path";
import { commands } from "@lobster-lang/language";
import { beforeAll, describe, expect, test } from "vitest";
import { verbTable } from "../src/verb-table.ts";
import { verbs } from "../src/verb-names.ts";
import { loadProgram, lobster } from "./memory-io.ts";

beforeAll(loadProgram, 120_000);

test("the version is the manifest's", async () => {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, "..", "package.json"), "utf8"));
  for (const word of ["version", "--version", "-v"]) {
    expect(await lobster([word])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: "" });
  }
});

test("every verb that can be run is described, and every described one can be run", () => {
  const described = verbTable.map((verb) => verb.name).filter((name) => name !== "version");
  // The programs `openclaw.invoke` and `clawd.invoke` stand behind their own names.
  const runnable = Object.keys(verbs).filter((name) => name !== "invoke-tool");
  expect(described.toSorted()).toEqual(runnable.toSorted());
});

describe("help", () => {
  test.each([[[]], [["help"]], [["--help"]], [["-h"]]])("%j is the overview", async (words) => {
    const { code, stdout, stderr } = await lobster(words);
    expect([code, stderr]).toEqual([0, ""]);
    for (const verb of verbTable) expect(stdout).toContain(`  ${verb.name}`);
  });

  test.each(verbTable.map((verb) => [verb.name]))("%s is explained in both spellings", async (name) => {
    const asked = await lobster(["help", name]);
    expect(asked.code).toBe(0);
    expect(asked.stdout).toContain(`Usage:\n  lobster ${name}`);
    if (name !== "version" && name !== "help") expect(await lobster([name, "--help"])).toEqual(asked);
  });

  test.each(commands.map((command) => [command.name]))("the stage %s is explained from the catalogue", async (name) => {
    const { code, stdout } = await lobster(["help", name]);
    expect(code).toBe(0);
    expect(`\n${stdout}`).toContain(`\n${name}: `);
  });

  test("names every flag of a stage with its default", async () => {
    const { stdout } = await lobster(["help", "approve"]);
    expect(stdout).toContain("--preview-from-stdin");
    expect(stdout).toContain("--limit NUMBER");
    expect(stdout).toContain("Default: 5.");
  });

  test("for something unknown names what was meant", async () => {
    expect(await lobster(["help", "wehre"])).toEqual({
      code: 2,
      stdout: "",
      stderr: "lobster: there is no verb and no stage `wehre`: write `lobster help where`\n",
    });
  });
});

describe("explain", () => {
  test("lists every rule, and explains each with its examples", async () => {
    const { stdout } = await lobster(["explain"]);
    const ids = stdout
      .trim()
      .split("\n")
      .map((line) => line.split(" ")[0]!);
    expect(ids).toContain("unknown-step");
    for (const id of ids) {
      const { code, stdout: text } = await lobster(["explain", id]);
      expect(code).toBe(0);
      expect(text).toContain(`${id} (`);
      expect(text).toContain("Fix: ");
    }
  });

  test("takes what people paste", async () => {
    expect(await lobster(["explain", "error[unknown-step]"])).toEqual(await lobster(["explain", "unknown-step"]));
  });

  test("names the nearest rule", async () => {
    const { code, stderr } = await lobster(["explain", "unknwon-step"]);
    expect([code, stderr]).toEqual([2, "lobster: there is no rule `unknwon-step`: did you mean `unknown-step`?\n"]);
  });
});
