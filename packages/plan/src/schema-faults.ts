import { placeInWords, valueAt } from "./plan-place.ts";
import type { PlanFault } from "./plan-fault.ts";

/** An error of the generated validation code (the form of ajv). */
export interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: { readonly [name: string]: unknown };
}

/** Errors of the schema in the words of a person who edits plans, in order, without doubles. */
export function schemaFaults(plan: unknown, errors: readonly SchemaError[]): readonly PlanFault[] {
  const faults = new Map<string, PlanFault>();
  for (const error of mergedTypes(errors)) {
    const words = wordsOf(error, valueAt(plan, error.instancePath));
    if (words === null) continue;
    const message = `${placeInWords(plan, error.instancePath)}: ${words}`;
    faults.set(message, { pointer: error.instancePath, message });
  }
  return [...faults.values()];
}

/** Alternatives fail together: one error for each place that names all types it may have. */
function mergedTypes(errors: readonly SchemaError[]): readonly SchemaError[] {
  const types = new Map<string, Set<string>>();
  for (const error of errors) {
    if (error.keyword !== "type") continue;
    const known = types.get(error.instancePath) ?? new Set();
    for (const type of [error.params["type"]].flat()) known.add(String(type));
    types.set(error.instancePath, known);
  }
  return errors.flatMap((error) => {
    if (error.keyword !== "type") return [error];
    const all = [...types.get(error.instancePath)!];
    // "or null" says nothing about a place whose own value is wrong inside.
    const deeper = errors.some((other) => other !== error && other.instancePath.startsWith(`${error.instancePath}/`));
    const own = errors.some((other) => other.instancePath === error.instancePath && isPrecise(other.keyword));
    if ((deeper || own) && all.every((type) => type === "null")) return [];
    return [{ ...error, params: { type: all } }];
  });
}

function isPrecise(keyword: string): boolean {
  return !["type", "anyOf", "if"].includes(keyword);
}

const typeWords: { readonly [type: string]: string } = {
  string: "text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a map",
  null: "null",
};

function wordsOf({ keyword, params }: SchemaError, value: unknown): string | null {
  switch (keyword) {
    case "if":
    case "anyOf":
      return null;
    case "required":
      return `\`${String(params["missingProperty"])}\` is missing`;
    case "additionalProperties":
      return `\`${String(params["additionalProperty"])}\` is nothing that this place can have`;
    case "type":
      return `must be ${[params["type"]]
        .flat()
        .map((type) => typeWords[String(type)] ?? String(type))
        .join(" or ")}, not ${kindOf(value)}`;
    case "enum":
      return `${quote(value)} is not known here; it can be ${list(params["allowedValues"])}`;
    case "const":
      return `must be ${quote(params["allowedValue"])}`;
    case "minProperties":
      return "is empty; it must hold exactly one key";
    case "maxProperties":
      return `holds ${keysOf(value)}; it must hold exactly one key`;
    case "minItems":
      return "has too few elements";
    case "maxItems":
      return "has too many elements";
    case "minimum":
      return `${quote(value)} is too small; the least is ${String(params["limit"])}`;
    case "maximum":
      return `${quote(value)} is too large; the most is ${String(params["limit"])}`;
    case "not":
      return `${quote(value)} is a stage of the language: a program cannot stand for it`;
    case "pattern":
      return `${quote(value)} cannot stand here (its form must be \`${String(params["pattern"])}\`)`;
    default:
      return `does not fit (${keyword})`;
  }
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a map";
  return quote(value);
}

function quote(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
  return `\`${text.length > 80 ? `${text.slice(0, 80)}...` : text}\``;
}

function list(values: unknown): string {
  return Array.isArray(values) ? values.map(quote).join(", ") : "";
}

function keysOf(value: unknown): string {
  return typeof value === "object" && value !== null ? Object.keys(value).map(quote).join(", ") : "nothing";
}
