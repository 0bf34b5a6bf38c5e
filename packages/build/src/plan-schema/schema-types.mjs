// JSON Schema → TypeScript, for the small vocabulary of plan-schema.mjs. The result is compared with the hand-written
// types of the plan by the type checker, so that neither can change alone.

/** One `export type` for each definition and one for the root. */
export function typesOf(schema, rootName) {
  const { $defs, ...root } = schema;
  const declared = Object.entries($defs)
    .filter(([name]) => name !== "Json")
    .map(([name, definition]) => `export type ${name} = ${typeOf(definition)};\n`);
  return `${declared.join("")}export type ${rootName} = ${typeOf(root)};\n`;
}

function typeOf(schema) {
  if (schema.$ref !== undefined) return schema.$ref.replace("#/$defs/", "");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(" | ");
  if (schema.if !== undefined) return `${typeOf(schema.then)} | ${typeOf(schema.else)}`;
  // A union by tag: the variants say everything.
  if (schema.allOf?.[0]?.then !== undefined && schema.additionalProperties === undefined)
    return schema.allOf.map((variant) => typeOf(variant.then)).join(" | ");
  if (schema.enum !== undefined && schema.prefixItems === undefined && !isNameOf(schema))
    return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  switch (schema.type) {
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    case "number":
    case "integer":
      return "number";
    case "array":
      return `readonly (${typeOf(schema.items)})[]`;
    case "object":
      return objectType(schema);
    default:
      throw new Error(`no type for ${JSON.stringify(schema)}`);
  }
}

/** Names of the catalogue are plain text in the types. */
function isNameOf(schema) {
  return schema.type === "string";
}

function objectType(schema) {
  if (schema.minProperties === 1 && schema.maxProperties === 1)
    return Object.entries(schema.properties)
      .map(([key, value]) => `{ readonly ${key}: ${typeOf(value)} }`)
      .join(" | ");
  if (schema.properties === undefined) return `{ readonly [key: string]: ${typeOf(schema.additionalProperties)} }`;
  const fields = Object.entries(schema.properties).map(
    ([key, value]) => `readonly ${key}${schema.required?.includes(key) ? "" : "?"}: ${typeOf(value)}`,
  );
  return `{ ${fields.join("; ")} }`;
}
