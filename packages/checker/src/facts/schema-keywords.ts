import { nearest } from "@lobster-lang/language";

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
  | "different values"
  | "list"
  | "types"
  | "reference"
  | "dialect"
  | "foreign";

/** Keywords of both versions. */
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

export const keywordShapes: {
  readonly [dialect in "draft-07" | "2020-12"]: ReadonlyMap<string, KeywordShape>;
} = {
  "draft-07": new Map([
    ...shared,
    ["enum", "different values"],
    ["items", "schema or schemas"],
    ["additionalItems", "schema"],
  ]),
  "2020-12": new Map([
    ...shared,
    ["enum", "values"],
    ["items", "schema"],
    ["unevaluatedItems", "schema"],
    ["unevaluatedProperties", "schema"],
    ["contentSchema", "schema"],
    ["$anchor", "text"],
    ["$dynamicRef", "text"],
    ["$dynamicAnchor", "text"],
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

/** Their values may be anything. */
const unshaped = ["const", "default"];

const words = [...new Set([...keywordShapes["draft-07"].keys(), ...keywordShapes["2020-12"].keys(), ...unshaped])];

/** The keyword that a key which is none was most likely meant to be. `example` and `nullable` come from OpenAPI. */
export function nearKeyword(key: string): string | null {
  if (words.includes(key) || /^(?:x-|example$|nullable$)/.test(key)) return null;
  const near = nearest(key, words);
  // Short words are near to many.
  return near === null || near.length <= 4 ? null : near;
}

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
