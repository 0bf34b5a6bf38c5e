import type { Json } from "@lobster-lang/plan";

type JsonMap = { readonly [key: string]: Json };

/** One value that a person can type on a line. */
export interface AnswerField {
  /** Name within the answer; null: the answer itself. */
  readonly name: string | null;
  readonly type: "string" | "number" | "integer" | "boolean";
  readonly values: readonly Json[] | null;
  readonly required: boolean;
  /** What an empty line stands for. */
  readonly default: Json | undefined;
  readonly description: string | null;
  /** Not to be shown while it is typed. */
  readonly hidden: boolean;
}

/**
 * The lines on which an answer that fits `schema` can be typed: one for each field of a flat map, or one for a single value.
 * Null where only JSON says it: lists, maps in maps, alternatives.
 */
export function answerFields(schema: JsonMap, defaults: Json | undefined): readonly AnswerField[] | null {
  const { type, properties, required } = schema;
  if (!isPlain(schema)) return null;
  if (type !== "object") {
    const single = fieldOf(null, schema, true, defaults);
    return single === null ? null : [single];
  }
  if (!isMap(properties) || Object.keys(properties).length === 0) return null;
  const needed = Array.isArray(required) ? (required as readonly Json[]) : [];
  if (needed.some((name) => typeof name !== "string" || !Object.hasOwn(properties, name))) return null;
  const known = isMap(defaults) ? defaults : {};
  const fields = Object.entries(properties).map(([name, own]) => {
    if (!isMap(own) || !isPlain(own)) return null;
    return fieldOf(name, own, needed.includes(name), Object.hasOwn(known, name) ? known[name] : own["default"]);
  });
  return fields.some((field) => field === null) ? null : fields.filter((field) => field !== null);
}

/** Keywords by which a schema says more than a line can ask for. */
const manifold = ["$ref", "allOf", "anyOf", "oneOf", "not", "if", "const", "patternProperties", "dependentSchemas"];

function isPlain(schema: JsonMap): boolean {
  return !manifold.some((keyword) => Object.hasOwn(schema, keyword));
}

const lineTypes = ["string", "number", "integer", "boolean"] as const;

function fieldOf(
  name: string | null,
  schema: JsonMap,
  required: boolean,
  standard: Json | undefined,
): AnswerField | null {
  const values = Array.isArray(schema["enum"]) ? (schema["enum"] as readonly Json[]) : null;
  if (values?.some((value) => typeof value === "object") === true) return null;
  // Values alone say what they are: texts, if any of them is one.
  const type = lineTypes.find((one) => one === schema["type"]) ?? (values === null ? undefined : "string");
  if (type === undefined) return null;
  const hidden = schema["writeOnly"] === true || schema["format"] === "password";
  const label = schema["description"] ?? schema["title"];
  const description = typeof label === "string" && label.trim() !== "" ? label : null;
  return { name, type, values, required, default: standard, description, hidden };
}

/** What a line means in a field, or what is wrong with it; an empty line is the caller's business. */
export function readField(field: AnswerField, line: string): { readonly value: Json } | { readonly problem: string } {
  const text = line.trim();
  if (field.values !== null) {
    const found =
      field.values.find((value) => String(value) === text) ??
      field.values.find((value) => String(value).toLowerCase() === text.toLowerCase());
    if (found !== undefined) return { value: found };
    return { problem: `one of ${field.values.map(String).join(", ")} is asked for` };
  }
  switch (field.type) {
    case "boolean":
      if (/^(y|yes|true)$/i.test(text)) return { value: true };
      return /^(n|no|false)$/i.test(text) ? { value: false } : { problem: "`yes` or `no` is asked for" };
    case "integer":
      return /^[+-]?\d+$/.test(text) ? { value: Number(text) } : { problem: "a whole number is asked for" };
    case "number": {
      const number = Number(text);
      return Number.isFinite(number) ? { value: number } : { problem: "a number is asked for" };
    }
    case "string":
      return { value: line };
  }
}

function isMap(value: Json | undefined): value is JsonMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
