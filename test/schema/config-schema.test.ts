import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { checkConfig, rules } from "@lobster-lang/checker";
import { readConfig } from "@lobster-lang/grammar";
import { configParts, plainValue, ruleLevels } from "@lobster-lang/language";
import { configSchemaText } from "../../packages/build/src/generate-config-schema.mjs";

const published = readFileSync(new URL("../../grammar/lobsterrc.schema.json", import.meta.url), "utf8");
const accepts = new Ajv2020({ allErrors: false, strict: false }).compile(JSON.parse(published));

const good = [
  "{}",
  "rules: {unquoted-value: off, folded-script: error}",
  "commands:\n  a.b:\n    run: [./x]\n    flags: {n: {type: integer, default: 1, minimum: 1}, any: }\n    positionals: [n]\n",
  "commands: {x: {run: [x], input: none, output: lines, network: true, retry-safe: true, description: d}}",
  "extraKeys: [owner]\nignore: ['**/old']",
];

/** Faults that both the schema and the reader see. */
const bad = [
  "rule: {}",
  "rules: {unquoted-value: quiet}",
  "rules: {no-such-rule: off}",
  "commands: {x: {}}",
  "commands: {x: {run: ./x}}",
  "commands: {x: {run: []}}",
  "commands: {x: {run: [1]}}",
  "commands: {'a b': {run: [x]}}",
  "commands: {x: {run: [x], flags: {no-a: {}}}}",
  "commands: {x: {run: [x], flags: {a: {type: text}}}}",
  "commands: {x: {run: [x], input: lines}}",
  "commands: {x: {run: [x], network: sometimes}}",
  "extraKeys: owner",
  "paths: {a: {}}",
  "paths: {a: {rules: {unquoted-value: none}}}",
];

function verdicts(text: string) {
  const tree = readConfig(text, { from: ".lobsterrc.yaml" });
  const errors = checkConfig(tree).filter((found) => found.severity === "error");
  return { errors: errors.map((found) => found.message), schema: accepts(plainValue(tree.root)) };
}

describe("lobsterrc.schema.json", () => {
  it("is what the tables of the configuration and of the rules say", () => {
    expect(published).toBe(configSchemaText({ configParts, ruleLevels, rules }));
  });

  it.each(good)("accepts, as its reader does: %s", (text) => {
    expect(verdicts(text)).toEqual({ errors: [], schema: true });
  });

  it.each(bad)("refuses, as its reader does: %s", (text) => {
    const { errors, schema } = verdicts(text);
    expect(schema).toBe(false);
    expect(errors).not.toEqual([]);
  });

  it("accepts the example of each field", () => {
    for (const field of configParts.config)
      expect(verdicts(field.example), field.name).toEqual({ errors: [], schema: true });
  });
});
