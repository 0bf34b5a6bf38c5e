import type { Json } from "@lobster-lang/plan";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { StepFailure, messageOf } from "../failures.ts";

const options = { allErrors: true, strict: false, validateFormats: false, logger: false } as const;

/**
 * What is wrong with a value by a JSON Schema, one line each; none when it fits. Read lazily: validators are heavy.
 * @throws StepFailure for what is no JSON Schema.
 */
export function schemaFaults(schema: { readonly [key: string]: Json }, value: Json, label: string): readonly string[] {
  return schemaCheck(schema, label)(value);
}

/** The same for many values of one schema. */
export function schemaCheck(
  schema: { readonly [key: string]: Json },
  label: string,
): (value: Json) => readonly string[] {
  // A validator of its own for each: a long-lived host would keep every schema that it ever saw.
  const is2020 = typeof schema.$schema === "string" && schema.$schema.includes("2020-12");
  const ajv = is2020 ? new Ajv2020(options) : new Ajv(options);
  const validate = compiled(() => ajv.compile(schema), label);
  // Its answer would be a promise, which is always true.
  if ("$async" in validate) throw new StepFailure(`${label} is no JSON Schema: \`$async\` is no keyword of it`);
  return (value) => (validate(value) ? [] : faultsOf(validate));
}

/** Why this is no JSON Schema, or null. */
export function schemaProblem(schema: { readonly [key: string]: Json }, label: string): string | null {
  try {
    schemaCheck(schema, label);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

function faultsOf(validate: ValidateFunction): readonly string[] {
  return (validate.errors ?? []).map(
    (error) => `${error.instancePath || "/"} ${error.message ?? "does not fit"}${detailOf(error)}`,
  );
}

/** What the validator's own words leave out: which key is too much, and which values there are. */
function detailOf({ keyword, params }: ErrorObject): string {
  const { additionalProperty, allowedValues, allowedValue } = params as { readonly [name: string]: unknown };
  if (keyword === "additionalProperties") return `: \`${String(additionalProperty)}\``;
  if (keyword === "const") return `: ${JSON.stringify(allowedValue)}`;
  return keyword === "enum" && Array.isArray(allowedValues) ? `: ${JSON.stringify(allowedValues)}` : "";
}

function compiled<T>(compile: () => T, label: string): T {
  try {
    return compile();
  } catch (error) {
    throw new StepFailure(`${label} is no JSON Schema: ${messageOf(error)}`, { cause: error });
  }
}
