import { check } from "@lobster-lang/checker";
import { readWorkflow } from "@lobster-lang/grammar";
import { dialectOf } from "@lobster-lang/language";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

// What the checker says of a schema is what the validator of the runtime would say, before anything runs (D5).

const words = [
  "string",
  "integer",
  "object",
  "array",
  "null",
  "text",
  "a",
  "(",
  "#",
  "#/$defs/a",
  "#/$defs/z",
  "x.json",
];
const leaf = fc.oneof(
  fc.constantFrom<unknown>(...words),
  fc.integer({ min: -2, max: 5 }),
  fc.boolean(),
  fc.constant(null),
  fc.constant(1.5),
);
const keywords =
  "type enum const required properties patternProperties additionalProperties items prefixItems contains minItems maxLength minimum multipleOf exclusiveMaximum pattern format allOf anyOf not if then else propertyNames uniqueItems $defs $ref title dependentRequired dependentSchemas dependencies unevaluatedProperties examples default readOnly additionalItems".split(
    " ",
  );

const newer = /"(?:prefixItems|unevaluatedProperties|dependentRequired|dependentSchemas)"/;

const { schema } = fc.letrec<{ schema: unknown; value: unknown }>((tie) => ({
  schema: fc.oneof(
    { weight: 5, arbitrary: fc.dictionary(fc.constantFrom(...keywords), tie("value"), { maxKeys: 3 }) },
    { weight: 1, arbitrary: fc.boolean() },
  ),
  value: fc.oneof(
    { maxDepth: 4 },
    leaf,
    tie("schema"),
    fc.array(leaf, { maxLength: 3 }),
    fc.array(tie("schema"), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom("a", "b", "("), tie("schema"), { maxKeys: 2 }),
    fc.dictionary(fc.constantFrom("a", "b"), fc.array(fc.constantFrom("a", "b"), { maxLength: 2 }), { maxKeys: 2 }),
  ),
}));

const options = { strict: false, validateFormats: false, logger: false } as const;
const validators = { "2020-12": new Ajv2020(options), "draft-07": new Ajv(options) } as const;

function isRefused(given: Record<string, unknown>): boolean {
  try {
    validators[dialectOf(given)!].compile(given);
    return false;
  } catch {
    return true;
  }
}

function isFaulty(given: unknown): boolean {
  const file = JSON.stringify({ steps: [{ id: "a", run: "echo 1", output_schema: given }] });
  const findings = check(readWorkflow(file, { fileName: "flow.json" }));
  return findings.some(({ rule, severity }) => rule === "bad-schema" && severity === "error");
}

describe("a schema of any shape", () => {
  it("is refused by the checker when the validator would refuse it, and no other one", { timeout: 120_000 }, () => {
    let refused = 0;
    fc.assert(
      fc.property(schema, (given) => {
        if (typeof given !== "object" || given === null) return;
        const wanted = isRefused(given as Record<string, unknown>);
        if (wanted) refused++;
        // A validator of draft-07 passes over newer keywords, whatever they hold.
        if (!wanted && dialectOf(given as Record<string, unknown>) === "draft-07" && newer.test(JSON.stringify(given)))
          return;
        const text = JSON.stringify(given);
        // What no value ever reaches (a pattern for any value, an unused definition) a validator does not look into.
        if (!wanted && /"(?:\$ref|pattern|patternProperties)"/.test(text)) return;
        expect(isFaulty(given), text).toBe(wanted);
      }),
      { numRuns: process.env["LOBSTER_LONG"] === "1" ? 20_000 : 600 },
    );
    expect(refused).toBeGreaterThan(50);
  });
});
