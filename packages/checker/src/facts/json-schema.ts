import { nearest } from "@lobster-lang/language";
import { listed, shown } from "../structure/describe.ts";
import { keywordShapes, schemaTypes, typeSynonyms, type KeywordShape } from "./schema-keywords.ts";

/** What is wrong in a schema, and where: keys and numbers from its top. */
export interface SchemaFault {
  readonly path: readonly (string | number)[];
  /** Whether the key itself is meant and not its value. */
  readonly atKey?: true;
  /** In full, behind the place. */
  readonly message: string;
  /** The text to write instead of the value. */
  readonly instead?: string;
}

/**
 * The faults of a JSON Schema (draft 07, or 2020-12 by its `$schema`) for which a validator would refuse it. A schema that
 * is `true` or `false` is one only inside another.
 */
export function schemaFaults(schema: unknown): readonly SchemaFault[] {
  if (!isMap(schema)) return [{ path: [], message: "a JSON Schema is a map: `{type: string}`" }];
  const dialect = /2020-12/.test(String(schema["$schema"])) ? "2020-12" : "draft-07";
  return inSchema(schema, [], { root: schema, shapes: keywordShapes[dialect] });
}

type Path = readonly (string | number)[];
interface Around {
  readonly root: Map;
  readonly shapes: ReadonlyMap<string, KeywordShape>;
}
type Map = { readonly [key: string]: unknown };

function inSchema(schema: unknown, path: Path, around: Around): readonly SchemaFault[] {
  if (typeof schema === "boolean") return [];
  if (!isMap(schema)) {
    const type = typeof schema === "string" ? typeNamed(schema) : null;
    const instead = type === null ? {} : { instead: `{type: ${type}}` };
    return [{ path, message: `a schema is a map: \`{type: ${type ?? "string"}}\``, ...instead }];
  }
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const shape = around.shapes.get(keyword);
    return shape === undefined ? [] : inKeyword(keyword, shape, value, [...path, keyword], around);
  });
}

function inKeyword(
  keyword: string,
  shape: KeywordShape,
  value: unknown,
  path: Path,
  around: Around,
): readonly SchemaFault[] {
  const wants = (what: string): readonly SchemaFault[] => [{ path, message: `\`${keyword}\` is ${what}` }];
  const schemasIn = (list: readonly unknown[]) => list.flatMap((one, index) => inSchema(one, [...path, index], around));
  const mapOf = (each: (inner: unknown, at: Path) => readonly SchemaFault[], what: string) =>
    isMap(value) ? Object.entries(value).flatMap(([key, inner]) => each(inner, [...path, key])) : wants(what);
  switch (shape) {
    case "schema":
      return inSchema(value, path, around);
    case "schemas":
      return isFilled(value) ? schemasIn(value) : wants("a list of schemas, at least one");
    case "schema or schemas":
      if (!Array.isArray(value)) return inSchema(value, path, around);
      return isFilled(value) ? schemasIn(value) : wants("a schema, or a list of them");
    case "map of schemas":
      return mapOf((inner, at) => inSchema(inner, at, around), "a map from names to schemas: `{name: {type: string}}`");
    case "map by patterns":
      return mapOf((inner, at) => {
        const fault = patternFault(String(at.at(-1)));
        return fault === null ? inSchema(inner, at, around) : [{ path: at, atKey: true, message: fault }];
      }, "a map from regular expressions to schemas");
    case "map of names":
      return mapOf((inner, at) => (isNames(inner) ? [] : [{ path: at, message: namesWanted }]), "a map of lists");
    case "schema or names":
      return mapOf((inner, at) => (isNames(inner) ? [] : inSchema(inner, at, around)), "a map of schemas or lists");
    case "names":
      return isNames(value) ? [] : [{ path, message: namesFault(keyword, value) }];
    case "values":
      return isFilled(value) && isUnique(value) ? [] : wants("a list of values, at least one, and none twice");
    case "list":
      return Array.isArray(value) ? [] : wants("a list");
    case "types":
      return typeFaults(value, path);
    case "pattern": {
      const fault = typeof value === "string" ? patternFault(value) : "`pattern` is a regular expression, as text";
      return fault === null ? [] : [{ path, message: fault }];
    }
    case "reference":
      return referenceFaults(value, path, around.root);
    case "dialect":
      return dialectFaults(value, path);
    case "text":
      return typeof value === "string" ? [] : wants("a text");
    case "boolean":
      return typeof value === "boolean" ? [] : wants("`true` or `false`");
    case "count":
      return Number.isInteger(value) && Number(value) >= 0 ? [] : wants("a whole number of 0 or more");
    case "number":
      return typeof value === "number" ? [] : wants("a number");
    case "number above 0":
      return typeof value === "number" && value > 0 ? [] : wants("a number above 0");
    case "foreign":
      return [
        {
          path,
          atKey: true,
          message: `\`${keyword}\` is no keyword of a JSON Schema; a field of that name belongs under \`properties\``,
        },
      ];
  }
}

const namesWanted = "a list of names is expected, none of them twice";

/** `required: true` on a field is how other languages say it. */
function namesFault(keyword: string, value: unknown): string {
  if (keyword === "required" && typeof value === "boolean")
    return "`required` stands beside `properties` and lists their names: `required: [name]`";
  return `\`${keyword}\` is a list of names, none of them twice`;
}

function typeFaults(value: unknown, path: Path): readonly SchemaFault[] {
  if (Array.isArray(value)) {
    if (!isFilled(value) || !isUnique(value)) return [{ path, message: "`type` names at least one type, none twice" }];
    return value.flatMap((one, index) => typeFaults(Array.isArray(one) ? null : one, [...path, index]));
  }
  if (typeof value === "string" && schemaTypes.includes(value)) return [];
  const list = listed(schemaTypes.map((type) => `\`${type}\``));
  if (typeof value !== "string") return [{ path, message: `a type is one of ${list}` }];
  const meant = typeNamed(value);
  if (meant === null) return [{ path, message: `${shown(value)} is no type: it is one of ${list}` }];
  return [{ path, message: `${shown(value)} is no type: write \`${meant}\``, instead: meant }];
}

function typeNamed(text: string): string | null {
  const name = text.toLowerCase();
  return typeSynonyms.get(name) ?? nearest(name, schemaTypes);
}

function patternFault(text: string): string | null {
  try {
    return RegExp(text, "u") === null ? "" : null;
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^.*:\s*/s, "").toLowerCase() : String(error);
    return `${shown(text)} is no regular expression: ${why}`;
  }
}

function referenceFaults(value: unknown, path: Path, root: Map): readonly SchemaFault[] {
  if (typeof value !== "string") return [{ path, message: "`$ref` is a text, such as `#/definitions/name`" }];
  if (value === "#" || (value.startsWith("#/") && isThere(value, root))) return [];
  // Names that schemas give themselves are left to the validator, which is asked before anything runs.
  if (!value.startsWith("#/") && JSON.stringify(root).includes('"$id"')) return [];
  if (value.startsWith("#")) return [{ path, message: `there is nothing at ${shown(value)} in this schema` }];
  return [{ path, message: `${shown(value)} is another file, and nothing is fetched: put that schema into this one` }];
}

function isThere(reference: string, root: Map): boolean {
  let found: unknown = root;
  for (const key of reference.slice(2).split("/")) {
    const name = unescaped(key);
    if (Array.isArray(found)) found = (found as readonly unknown[])[Number(name)];
    else found = isMap(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  }
  return found !== undefined;
}

function unescaped(key: string): string {
  try {
    return decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return key;
  }
}

const dialects = [
  /^http:\/\/json-schema\.org\/draft-07\/schema#?$/,
  /^https:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/,
];

function dialectFaults(value: unknown, path: Path): readonly SchemaFault[] {
  if (typeof value === "string" && dialects.some((dialect) => dialect.test(value))) return [];
  const said = typeof value === "string" ? `${shown(value)} is not known here` : "`$schema` is a text";
  const known = "`https://json-schema.org/draft/2020-12/schema`";
  return [{ path, message: `${said}: leave it out (then it is draft 07), or write ${known}` }];
}

function isNames(value: unknown): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === "string") && isUnique(value);
}

function isFilled(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0;
}

function isUnique(values: readonly unknown[]): boolean {
  return new Set(values.map((value) => JSON.stringify(value))).size === values.length;
}

function isMap(value: unknown): value is Map {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
