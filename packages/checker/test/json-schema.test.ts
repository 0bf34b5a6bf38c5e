import { dialectOf } from "@lobster-lang/language";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isSchema } from "../src/facts/json-schema.ts";

const options = { strict: false, validateFormats: false, logger: false, allErrors: true } as const;

const draft07 = new Ajv(options);
const draft2020 = new Ajv2020(options);

function isRefused(schema: object): boolean {
  const ajv = dialectOf(schema as { readonly [key: string]: unknown }) === "2020-12" ? draft2020 : draft07;
  try {
    ajv.compile(schema);
    return false;
  } catch {
    return true;
  } finally {
    ajv.removeSchema(schema);
  }
}

const junk = fc.oneof(
  fc.constantFrom(
    null,
    true,
    false,
    0,
    1,
    -1,
    1.5,
    "",
    "a",
    "string",
    "[",
    "(?<a",
    "#",
    "#/definitions/a",
    "#/x",
    "object",
  ),
  fc.constantFrom([], ["a"], ["a", "a"], ["string", "null"], ["string", "strin"], [1, 1], {}, { a: {} }, { "[": {} }),
  fc.constantFrom(
    { a: true },
    { a: 5 },
    { a: ["b"] },
    { a: ["b", "b"] },
    { a: null },
    [{}],
    [true],
    [5],
    [{ type: 5 }],
  ),
);
const keyword = fc.constantFrom(
  ..."$ref $id $comment title description format pattern type enum required properties patternProperties".split(" "),
  ..."additionalProperties propertyNames definitions contains if then else not allOf anyOf oneOf minLength".split(" "),
  ..."maxItems minProperties minimum exclusiveMaximum multipleOf uniqueItems readOnly dependencies id".split(" "),
  ..."items additionalItems prefixItems $defs dependentSchemas dependentRequired minContains writeOnly default".split(
    " ",
  ),
  ..."const examples x-anything propertis".split(" "),
);
const { schema } = fc.letrec<{ schema: object; value: unknown }>((tie) => ({
  schema: fc.dictionary(keyword, tie("value"), { maxKeys: 4 }),
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    junk,
    tie("schema"),
    fc.array(tie("schema"), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom("a", "b"), tie("schema"), { maxKeys: 2 }),
  ),
}));
const dialect = fc.constantFrom(
  undefined,
  "http://json-schema.org/draft-07/schema#",
  "https://json-schema.org/draft/2020-12/schema",
  "https://json-schema.org/draft/2019-09/schema",
);

test("a schema has faults exactly where a validator refuses it", () => {
  fc.assert(
    fc.property(schema, dialect, (keywords, $schema) => {
      const text = JSON.stringify($schema === undefined ? keywords : { ...keywords, $schema });
      // Ids make references that only the validator follows; it is asked before anything runs.
      fc.pre(!text.includes('"$id"'));
      const whole = JSON.parse(text) as object;
      const isFaulty = !isSchema(whole);
      // What no value ever reaches (an `if` without `then`, an unused definition) it does not look into.
      if (isFaulty && /"(id|\$ref|pattern|patternProperties)"/.test(text)) return;
      expect(isFaulty, text).toBe(isRefused(whole));
    }),
    { numRuns: process.env["LOBSTER_LONG"] === "1" ? 20_000 : 400, endOnFailure: true },
  );
});
