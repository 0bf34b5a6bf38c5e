/** What the value of a keyword must be. `pattern` is a regular expression, `names` a list of different texts. */
export type KeywordValue =
  | "schema"
  | "schema-or-list"
  | "schema-list"
  | "schema-map"
  | "pattern-map"
  | "names"
  | "names-map"
  | "dependency-map"
  | "type"
  | "enum"
  | "count"
  | "number"
  | "positive"
  | "pattern"
  | "reference"
  | "text"
  | "boolean"
  | "list";

const groups: { readonly [value in KeywordValue]: string } = {
  schema:
    "not if then else contains propertyNames additionalProperties additionalItems unevaluatedItems unevaluatedProperties contentSchema",
  "schema-or-list": "items",
  "schema-list": "allOf anyOf oneOf prefixItems",
  "schema-map": "properties definitions $defs dependentSchemas",
  "pattern-map": "patternProperties",
  names: "required",
  "names-map": "dependentRequired",
  "dependency-map": "dependencies",
  type: "type",
  enum: "enum",
  count: "minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains",
  number: "minimum maximum exclusiveMinimum exclusiveMaximum",
  positive: "multipleOf",
  pattern: "pattern",
  reference: "$ref",
  text: "$id $schema $anchor $comment $dynamicRef $dynamicAnchor title description format contentEncoding contentMediaType",
  boolean: "uniqueItems readOnly writeOnly deprecated",
  list: "examples",
};

/** Every keyword with what its value must be; other keys mean nothing to a schema. */
export const keywords: ReadonlyMap<string, KeywordValue> = new Map(
  Object.entries(groups).flatMap(([value, names]) =>
    names.split(" ").map((name): [string, KeywordValue] => [name, value as KeywordValue]),
  ),
);

export const schemaTypes = ["string", "number", "integer", "boolean", "array", "object", "null"] as const;
