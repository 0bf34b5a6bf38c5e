/** The two versions of JSON Schema that are understood. */
export type SchemaDialect = "draft-07" | "2020-12";

/** What `$schema` may say. */
export const schemaDialects: ReadonlyMap<string, SchemaDialect> = new Map([
  ["http://json-schema.org/draft-07/schema", "draft-07"],
  ["https://json-schema.org/draft/2020-12/schema", "2020-12"],
]);

/**
 * The version that a schema is read by: what `$schema` says, else 2020-12, unless it uses a form that only draft-07 has
 * (a list of `items`, `additionalItems`, `dependencies`). Null for a `$schema` that is not understood.
 */
export function dialectOf(schema: { readonly [key: string]: unknown }): SchemaDialect | null {
  const said = Object.hasOwn(schema, "$schema") ? schema["$schema"] : undefined;
  if (said !== undefined) return schemaDialects.get(String(said).replace(/#$/, "")) ?? null;
  return usesDraft07(schema) ? "draft-07" : "2020-12";
}

/** Values of these keywords are data, not schemas. */
const data: ReadonlySet<string> = new Set(["const", "enum", "default", "examples"]);
/** The keys of these are names, not keywords. */
const named: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "definitions",
  "$defs",
  "dependentSchemas",
]);

function usesDraft07(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(usesDraft07);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, inner]) => {
    if (data.has(key)) return false;
    if (named.has(key)) return typeof inner === "object" && inner !== null && Object.values(inner).some(usesDraft07);
    if (key === "additionalItems" || key === "dependencies" || (key === "items" && Array.isArray(inner))) return true;
    return usesDraft07(inner);
  });
}
