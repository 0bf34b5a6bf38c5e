/** What the value of a keyword must be. `map of schemas` with `patterns`: its keys are regular expressions. */
export type KeywordShape =
  | "schema"
  | "schemas"
  | "schema or schemas"
  | "map of schemas"
  | "map by patterns"
  | "map of names"
  | "schema or names"
  | "text"
  | "pattern"
  | "count"
  | "number"
  | "number above 0"
  | "boolean"
  | "names"
  | "values"
  | "list"
  | "types"
  | "reference"
  | "dialect"
  | "foreign";

/** Keywords of draft 07, which a schema is of that does not say otherwise. */
const shared: readonly (readonly [keyword: string, shape: KeywordShape])[] = [
  ["$schema", "dialect"],
  ["$ref", "reference"],
  ["$id", "text"],
  ["$comment", "text"],
  ["title", "text"],
  ["description", "text"],
  ["format", "text"],
  ["contentMediaType", "text"],
  ["contentEncoding", "text"],
  ["examples", "list"],
  ["pattern", "pattern"],
  ["type", "types"],
  ["enum", "values"],
  ["required", "names"],
  ["properties", "map of schemas"],
  ["patternProperties", "map by patterns"],
  ["additionalProperties", "schema"],
  ["propertyNames", "schema"],
  ["definitions", "map of schemas"],
  ["contains", "schema"],
  ["if", "schema"],
  ["then", "schema"],
  ["else", "schema"],
  ["not", "schema"],
  ["allOf", "schemas"],
  ["anyOf", "schemas"],
  ["oneOf", "schemas"],
  ["minLength", "count"],
  ["maxLength", "count"],
  ["minItems", "count"],
  ["maxItems", "count"],
  ["minProperties", "count"],
  ["maxProperties", "count"],
  ["minimum", "number"],
  ["maximum", "number"],
  ["exclusiveMinimum", "number"],
  ["exclusiveMaximum", "number"],
  ["multipleOf", "number above 0"],
  ["uniqueItems", "boolean"],
  ["readOnly", "boolean"],
  ["dependencies", "schema or names"],
  // Of older drafts, and of no draft: the validator refuses them.
  ["id", "foreign"],
  ["$async", "foreign"],
];

/** By `$schema`: draft 07, or 2020-12. */
export const keywordShapes: {
  readonly [dialect in "draft-07" | "2020-12"]: ReadonlyMap<string, KeywordShape>;
} = {
  "draft-07": new Map([...shared, ["items", "schema or schemas"], ["additionalItems", "schema"]]),
  "2020-12": new Map([
    ...shared,
    ["items", "schema"],
    ["prefixItems", "schemas"],
    ["$defs", "map of schemas"],
    ["dependentSchemas", "map of schemas"],
    ["dependentRequired", "map of names"],
    ["minContains", "count"],
    ["maxContains", "count"],
    ["writeOnly", "boolean"],
    ["deprecated", "boolean"],
  ]),
};

export const schemaTypes: readonly string[] = ["string", "number", "integer", "boolean", "object", "array", "null"];

/** Names of other languages for types. */
export const typeSynonyms: ReadonlyMap<string, string> = new Map([
  ["str", "string"],
  ["text", "string"],
  ["date", "string"],
  ["datetime", "string"],
  ["int", "integer"],
  ["long", "integer"],
  ["float", "number"],
  ["double", "number"],
  ["decimal", "number"],
  ["bool", "boolean"],
  ["map", "object"],
  ["dict", "object"],
  ["json", "object"],
  ["list", "array"],
  ["tuple", "array"],
  ["nil", "null"],
  ["none", "null"],
]);
