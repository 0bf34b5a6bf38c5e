import type { Json } from "@lobster-lang/plan";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { StepFailure, messageOf } from "../failures.ts";

const options = { allErrors: true, strict: false, validateFormats: false, logger: false } as const;

/**
 * What is wrong with a value by a JSON Schema, one line each; none when it fits. Read lazily: validators are heavy.
 * @throws StepFailure for what is no JSON Schema.
 */
export function schemaFaults(schema: { readonly [key: string]: Json }, value: Json, label: string): readonly string[] {
  // A validator of its own for each: a long-lived host would keep every schema that it ever saw.
  const is2020 = typeof schema.$schema === "string" && schema.$schema.includes("2020-12");
  const ajv = is2020 ? new Ajv2020(options) : new Ajv(options);
  const validate = compiled(() => ajv.compile(schema), label);
  if (validate(value)) return [];
  return (validate.errors ?? []).map((error) => `${error.instancePath || "/"} ${error.message ?? "does not fit"}`);
}

function compiled<T>(compile: () => T, label: string): T {
  try {
    return compile();
  } catch (error) {
    throw new StepFailure(`${label} is no JSON Schema: ${messageOf(error)}`, { cause: error });
  }
}
