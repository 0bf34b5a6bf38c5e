import {
  plainValue,
  resolved,
  type ArgumentType,
  type DataNode,
  type FlagSignature,
  type MapNode,
} from "@lobster-lang/language";
import { valueIn, type ReportConfig } from "./config-part.ts";

const types: Readonly<Record<string, ArgumentType>> = {
  string: "text",
  number: "number",
  integer: "integer",
  boolean: "boolean",
  json: "json",
};

/** The flags of a command; a flag without anything below it takes a text. */
export function flagsIn(node: DataNode | null, report: ReportConfig): readonly FlagSignature[] {
  if (node?.kind !== "map") return [];
  return node.entries.map(({ key, value }) => {
    const definition = resolved(value);
    return definition?.kind === "map" ? flagOf(key.text, definition, report) : bareFlag(key.text);
  });
}

function bareFlag(name: string): FlagSignature {
  return { name, type: "text", doc: "" };
}

function flagOf(name: string, map: MapNode, report: ReportConfig): FlagSignature {
  const written = String(plainValue(valueIn(map, "type")) ?? "string");
  const plain = Object.hasOwn(types, written) ? types[written]! : "text";
  const values = textsIn(valueIn(map, "enum"));
  const isNumber = plain === "number" || plain === "integer";
  if (values.length > 0 && plain !== "text") {
    report(
      valueIn(map, "enum")!,
      `\`enum\` lists texts, and the type of \`${name}\` is ${written}: take one of both away`,
    );
  }
  const minimum = plainValue(valueIn(map, "minimum"));
  if (minimum !== null && !isNumber) {
    report(valueIn(map, "minimum")!, `\`minimum\` is for numbers: write \`type: integer\` for \`${name}\``);
  }
  const type = values.length > 0 && plain === "text" ? "enum" : plain;
  const description = plainValue(valueIn(map, "description"));
  const required = plainValue(valueIn(map, "required")) === true;
  const flag: FlagSignature = {
    name,
    type,
    ...(type === "enum" ? { values } : {}),
    ...(required ? { required } : {}),
    ...(isNumber && typeof minimum === "number" ? { minimum } : {}),
    doc: typeof description === "string" ? description : "",
  };
  return withDefault(flag, valueIn(map, "default"), report);
}

function withDefault(flag: FlagSignature, node: DataNode | null, report: ReportConfig): FlagSignature {
  if (node?.kind !== "scalar") return flag;
  const { value } = node;
  const fault = faultOfDefault(flag, value, node.text);
  if (fault !== null) report(node, fault);
  if (flag.required === true) {
    report(node, `\`${flag.name}\` has a default and is never missing: remove \`required\`, or the default`);
  }
  if (fault !== null || value === null) return flag;
  return { ...flag, default: flag.type === "text" || flag.type === "enum" || flag.type === "json" ? node.text : value };
}

function faultOfDefault(flag: FlagSignature, value: unknown, text: string): string | null {
  const { name, type, values, minimum } = flag;
  switch (type) {
    case "boolean":
      return typeof value === "boolean" ? null : `the default of \`${name}\` must be true or false`;
    case "number":
    case "integer":
      if (typeof value !== "number" || !Number.isFinite(value)) return `the default of \`${name}\` must be a number`;
      if (type === "integer" && !Number.isInteger(value)) return `the default of \`${name}\` must be a whole number`;
      return minimum !== undefined && value < minimum ? `the default of \`${name}\` is below its minimum` : null;
    case "enum":
      return values?.includes(text) === true ? null : `the default of \`${name}\` is none of its \`enum\``;
    case "json":
      return isJson(text) ? null : `the default of \`${name}\` must be JSON in quotes`;
    default:
      return null;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function textsIn(node: DataNode | null): readonly string[] {
  const value = plainValue(node);
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === "string") : [];
}
