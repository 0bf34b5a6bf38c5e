import { readFileSync, readdirSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { check } from "@lobster-lang/checker";
import { readWorkflow } from "@lobster-lang/grammar";
import * as language from "@lobster-lang/language";
import { schemaText } from "../../packages/build/src/generate-schema.mjs";
import { RandomWorkflows } from "./random-workflow.ts";

const schemaFile = new URL("../../grammar/lobster.schema.json", import.meta.url);
const published = readFileSync(schemaFile, "utf8");
const accepts = new Ajv2020({ allErrors: false, strict: false }).compile(JSON.parse(published));

const structureRules = new Set([
  "arg-shorthand",
  "duplicate-condition",
  "duplicate-id",
  "gate-that-says-no",
  "inert-key",
  "invalid-id",
  "missing-id",
  "not-a-gate",
  "not-lobster",
  "nothing-to-run",
  "several-actions",
  "unknown-approval-key",
  "unknown-key",
  "wrong-type",
]);

/** The errors of structure that the rules see; another dialect is refused, too. */
function refusals(text: string, fileName: string): string[] {
  return check(readWorkflow(text, { fileName }))
    .filter((found) => structureRules.has(found.rule) && (found.severity === "error" || found.rule === "not-lobster"))
    .map((found) => `${found.rule}: ${found.message}`);
}

describe("lobster.schema.json", () => {
  it("is what the table of fields says", () => {
    expect(published).toBe(schemaText(language));
  });

  it("accepts and refuses the same files as the structure rules", () => {
    const count = process.env["LOBSTER_LONG"] === "1" ? 100_000 : 2_400;
    const random = new RandomWorkflows(20_260_913);
    const disagreements: string[] = [];
    let accepted = 0;
    for (let n = 0; n < count; n++) {
      const file = random.file();
      const text = JSON.stringify(file);
      const bySchema = accepts(file);
      const byRules = refusals(text, n % 2 === 0 ? "f.json" : "f.lobster");
      if (bySchema) accepted++;
      if (bySchema === (byRules.length === 0)) continue;
      const why = bySchema ? byRules.join("; ") : new Ajv2020({ strict: false }).errorsText(accepts.errors);
      disagreements.push(`${text}\n  schema ${bySchema ? "accepts" : "refuses"}, but: ${why}`);
    }
    expect(disagreements.slice(0, 3).join("\n")).toBe("");
    // Neither side of the question may be empty.
    expect(accepted / count).toBeGreaterThan(0.25);
    expect(accepted / count).toBeLessThan(0.75);
  }, 300_000);

  it("accepts every good file of test/data", () => {
    const folder = new URL("../data/ok/", import.meta.url);
    // What an author silenced on purpose is silent for the rules only.
    for (const name of readdirSync(folder).filter((other) => other !== "ignored.lobster")) {
      const tree = readWorkflow(readFileSync(new URL(name, folder), "utf8"), { fileName: name });
      expect(accepts(language.plainValue(tree.root)), name).toBe(true);
    }
  });
});
