import { nearest, type Range, type ValueNode } from "@lobster-lang/language";
import { shown } from "../structure/describe.ts";

type Schema = { readonly [keyword: string]: unknown };

/** A default that no answer could be, and where it stands. */
export interface UnfitDefault {
  readonly range: Range;
  readonly message: string;
}

/**
 * Defaults that break what the schema plainly says: types, values, bounds, names of fields. What a substitution will give
 * is not known, a form may be half filled in, and alternatives are left alone: nothing is reported that could be right.
 */
export function unfitDefaults(schema: unknown, node: ValueNode, name = "defaults"): readonly UnfitDefault[] {
  if (!isMap(schema) || hasSubstitution(node)) return [];
  const at = (message: string): readonly UnfitDefault[] => [{ range: node.range, message: `\`${name}\` ${message}` }];
  const found = typeOf(node);
  const types = typesOf(schema);
  if (types.length > 0 && !types.some((type) => type === found || (type === "number" && found === "integer")))
    return at(`is ${words[found]}, and the schema wants ${types.map((type) => words[type] ?? type).join(" or ")}`);
  if (node.kind === "map-value") return inMap(schema, node, name);
  if (node.kind === "list-value")
    return node.items.flatMap((item, index) => unfitDefaults(schema["items"], item, `${name}[${index}]`));
  const value = node.kind === "text-value" ? node.text.source.text : node.value;
  const values = schema["enum"];
  if (Array.isArray(values) && !values.some((one) => one === value || isMap(one)))
    return at(
      `is ${shown(String(value))}, and the schema allows ${values.map((one) => shown(String(one))).join(", ")}`,
    );
  const bound = boundBroken(schema, value);
  return bound === null ? [] : at(bound);
}

function inMap(schema: Schema, node: ValueNode & { readonly kind: "map-value" }, name: string) {
  const properties = isMap(schema["properties"]) ? schema["properties"] : {};
  const isClosed = schema["additionalProperties"] === false && schema["patternProperties"] === undefined;
  return node.entries.flatMap(({ key, keyRange, value }): readonly UnfitDefault[] => {
    if (Object.hasOwn(properties, key)) return unfitDefaults(properties[key], value, `${name}.${key}`);
    if (!isClosed) return [];
    const meant = nearest(key, Object.keys(properties));
    const advice = meant === null ? "" : `: write \`${meant}\``;
    return [{ range: keyRange, message: `the schema allows no field \`${key}\`${advice}` }];
  });
}

function boundBroken(schema: Schema, value: string | number | boolean | null): string | null {
  const { minimum, maximum, minLength, maxLength } = schema;
  if (typeof value === "number") {
    if (typeof minimum === "number" && value < minimum) return `is below the \`minimum\` of ${minimum}`;
    if (typeof maximum === "number" && value > maximum) return `is above the \`maximum\` of ${maximum}`;
  }
  if (typeof value !== "string") return null;
  const { length } = [...value];
  if (typeof minLength === "number" && length < minLength) return `is shorter than the \`minLength\` of ${minLength}`;
  return typeof maxLength === "number" && length > maxLength
    ? `is longer than the \`maxLength\` of ${maxLength}`
    : null;
}

/** Only text stays open: a map whose fields hold substitutions is still a map. */
function hasSubstitution(node: ValueNode): boolean {
  return (
    node.kind === "text-value" && node.text.parts.some((part) => part.kind !== "literal" && part.kind !== "suspect")
  );
}

function typeOf(node: ValueNode): "string" | "number" | "integer" | "boolean" | "null" | "array" | "object" {
  if (node.kind === "map-value") return "object";
  if (node.kind === "list-value") return "array";
  if (node.kind === "text-value") return "string";
  if (node.value === null) return "null";
  if (typeof node.value === "boolean") return "boolean";
  return Number.isInteger(node.value) ? "integer" : "number";
}

function typesOf({ type }: Schema): readonly string[] {
  if (typeof type === "string") return [type];
  return Array.isArray(type) ? type.filter((one) => typeof one === "string") : [];
}

const words: { readonly [type: string]: string } = {
  string: "text",
  number: "a number",
  integer: "a whole number",
  boolean: "`true` or `false`",
  null: "nothing",
  array: "a list",
  object: "a map",
};

function isMap(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
