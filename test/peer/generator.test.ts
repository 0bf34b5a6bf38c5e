import { readWorkflow } from "@lobster-lang/grammar";
import { commands, plainValue } from "@lobster-lang/language";
import { describe, expect, it } from "vitest";
import { compileFile } from "./compile-file.ts";
import { needsTheWorld, stageWriters } from "./generate/pipelines.ts";
import { generatedFiles } from "./generate/workflow.ts";
import type { PeerFile } from "./peer-file.ts";

const seeds = [1, 2];
const files = seeds.flatMap((seed) => generatedFiles(seed, 40));

function refusalsOf(file: PeerFile): string[] {
  const { diagnostics } = compileFile(file);
  return diagnostics
    .filter(({ severity }) => severity === "error")
    .map(({ rule, message, range }) => `${rule}: ${message} (${file.text.slice(range.start, range.end)})`);
}

describe("the generator of files to compare", () => {
  it("gives the same files for the same seed, and others for another", () => {
    expect(generatedFiles(7, 20)).toEqual(generatedFiles(7, 20));
    expect(generatedFiles(7, 20)).not.toEqual(generatedFiles(8, 20));
  });

  it("gives files without a fault that compile", { timeout: 120_000 }, () => {
    const refused = files
      .filter(({ faults }) => faults.length === 0)
      .flatMap((file) => refusalsOf(file).map((refusal) => `${file.name}: ${refusal}`));
    expect(refused).toEqual([]);
  });

  it("gives files with a fault that are refused for that fault alone", () => {
    for (const file of files.filter(({ faults }) => faults.length > 0)) {
      const rules = refusalsOf(file).map((refusal) => refusal.split(":")[0]!);
      expect(file.faults, `${file.name}: ${refusalsOf(file).join("\n")}\n${file.text}`).toEqual(
        expect.arrayContaining(rules),
      );
    }
  });

  it("writes every command that needs neither a network nor a model", () => {
    const missing = commands.filter((command) => !needsTheWorld(command) && !(command.name in stageWriters));
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  it("spells a file so that it reads as one mapping, whatever the style", () => {
    for (const file of files.filter(({ kind }) => kind === "workflow")) {
      const tree = readWorkflow(file.text, { fileName: file.fileName });
      expect(
        tree.problems.filter(({ rule }) => rule === "yaml-syntax"),
        file.text,
      ).toEqual([]);
      expect(Object.keys(plainValue(tree.root) as object)).toContain("steps");
    }
  });
});
