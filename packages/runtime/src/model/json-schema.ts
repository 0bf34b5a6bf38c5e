import { dialectOf } from "@lobster-lang/language";
import type { Json } from "@lobster-lang/plan";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { StepFailure, messageOf } from "../failures.ts";

export type JsonSchema = { readonly [key: string]: Json };

const options = { strict: false, validateFormats: false, logger: false } as const;

/**
 * What is wrong with a value by a JSON Schema, one line each; none when it fits. Read lazily: validators are heavy.
 * @throws StepFailure for what is no JSON Schema.
 */
export function schemaFaults(schema: JsonSchema, value: Json, label: string): readonly string[] {
  return errorsIn(schema, value, label, true).map(
    (error) => `${error.instancePath || "/"} ${error.message ?? "does not fit"}`,
  );
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
  const known = compiled.get(schema) ?? {};
  compiled.set(schema, known);
  const validate = (known[all ? "all" : "first"] ??= compile(schema, label, all));
  return validate(value) ? [] : (validate.errors ?? []);
}

function compile(schema: JsonSchema, label: string, allErrors: boolean): ValidateFunction {
  try {
    // A validator of its own for each: a long-lived host would keep every schema that it ever saw.
    const ajv =
      dialectOf(schema) === "2020-12" ? new Ajv2020({ ...options, allErrors }) : new Ajv({ ...options, allErrors });
    return ajv.compile(schema);
  } catch (error) {
    throw new StepFailure(`${label} is no JSON Schema: ${messageOf(error)}`, { cause: error });
  }
}
