import { dialectOf } from "@lobster-lang/language";
import type { Json } from "@lobster-lang/plan";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { StepFailure, messageOf } from "../failures.ts";
import { Unjudged, boundedPattern } from "./bounded-pattern.ts";

export type JsonSchema = { readonly [key: string]: Json };

const options = {
  strict: false,
  validateFormats: false,
  logger: false,
  code: { regExp: boundedPattern },
} as const;

/**
 * What is wrong with a value by a JSON Schema, one line each; none when it fits. Read lazily: validators are heavy.
 * @throws StepFailure for what is no JSON Schema.
 */
export function schemaFaults(schema: JsonSchema, value: Json, label: string): readonly string[] {
  return schemaCheck(schema, label)(value);
}

/** The same for many values of one schema. */
export function schemaCheck(schema: JsonSchema, label: string): (value: Json) => readonly string[] {
  validatorOf(schema, label, true);
  return (value) =>
    errorsIn(schema, value, label, true).map(
      (error) => `${error.instancePath || "/"} ${error.message ?? "does not fit"}${detailOf(error)}`,
    );
}

/** Why this is no JSON Schema, or null. */
export function schemaProblem(schema: JsonSchema, label: string): string | null {
  try {
    validatorOf(schema, label, true);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

/** What the validator's own words leave out: which key is too much, and which values there are. */
function detailOf({ keyword, params }: ErrorObject): string {
  const { additionalProperty, allowedValues, allowedValue } = params as { readonly [name: string]: unknown };
  if (keyword === "additionalProperties") return `: \`${String(additionalProperty)}\``;
  if (keyword === "const") return `: ${JSON.stringify(allowedValue)}`;
  return keyword === "enum" && Array.isArray(allowedValues) ? `: ${JSON.stringify(allowedValues)}` : "";
}

/** Where a value does not fit a schema: names and indices from the value itself on, and why. */
export interface Misfit {
  readonly path: readonly string[];
  readonly why: string;
}

/**
 * The places at which a value does not fit; only the first one where `all` is false, as for values of any size.
 * @throws StepFailure for what is no JSON Schema.
 */
export function misfits(schema: JsonSchema, value: Json, label: string, all: boolean): readonly Misfit[] {
  return errorsIn(schema, value, label, all).map((error) => {
    const path = error.instancePath.split("/").slice(1).map(unescaped);
    return { path, why: reasonOf(error) };
  });
}

function unescaped(segment: string): string {
  return segment.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** The validator's words, with the name or the values that they are about. */
function reasonOf(error: ErrorObject): string {
  const { keyword, message = "does not fit" } = error;
  const params = error.params as { readonly [name: string]: unknown };
  if (keyword === "required") return `must have \`${String(params["missingProperty"])}\``;
  if (keyword === "additionalProperties" || keyword === "unevaluatedProperties")
    return `must not have \`${String(params["additionalProperty"] ?? params["unevaluatedProperty"])}\``;
  if (keyword === "enum") return `must be one of ${JSON.stringify(params["allowedValues"])}`;
  if (keyword === "const") return `must be ${JSON.stringify(params["allowedValue"])}`;
  return message;
}

/** Validators of the schemas of running plans; those of a schema that nobody holds any more go with it. */
const compiled = new WeakMap<JsonSchema, { [all in "first" | "all"]?: ValidateFunction }>();

function errorsIn(schema: JsonSchema, value: Json, label: string, all: boolean): readonly ErrorObject[] {
  const validate = validatorOf(schema, label, all);
  try {
    return validate(value) ? [] : (validate.errors ?? []);
  } catch (error) {
    // A stack that is full: a schema whose `$ref` leads back to itself, or one for trees and a tree that is too deep.
    if (error instanceof RangeError) return [unjudged(`${leadsBack}, or the value is nested too deep for it`)];
    if (error instanceof Unjudged) return [unjudged(error.message)];
    throw error;
  }
}

const leadsBack = "the schema leads back to itself without an end";

function unjudged(why: string): ErrorObject {
  return { keyword: "", instancePath: "", schemaPath: "", params: {}, message: `cannot be held against it: ${why}` };
}

function validatorOf(schema: JsonSchema, label: string, all: boolean): ValidateFunction {
  const known = compiled.get(schema) ?? {};
  compiled.set(schema, known);
  return (known[all ? "all" : "first"] ??= compile(schema, label, all));
}

function compile(schema: JsonSchema, label: string, allErrors: boolean): ValidateFunction {
  try {
    // A validator of its own for each: a long-lived host would keep every schema that it ever saw.
    const ajv =
      dialectOf(schema) === "2020-12" ? new Ajv2020({ ...options, allErrors }) : new Ajv({ ...options, allErrors });
    const validate = ajv.compile(schema);
    // Its answer would be a promise, which is always true.
    if ("$async" in validate) throw new Error("`$async` is no keyword of it");
    return validate;
  } catch (error) {
    const why = error instanceof RangeError ? leadsBack : messageOf(error);
    throw new StepFailure(`${label} is no JSON Schema: ${why}`, { cause: error });
  }
}
