import { dialectOf, nearest, schemaDialects } from "@lobster-lang/language";
import { listed, shown } from "../structure/describe.ts";
import { keywordShapes, nearKeyword, schemaTypes, typeSynonyms, type KeywordShape } from "./schema-keywords.ts";

/** What is wrong in a schema, and where: keys and numbers from its top. */
export interface SchemaFault {
  readonly path: readonly (string | number)[];
  /** Whether the key itself is meant and not its value. */
  readonly atKey?: true;
  /** Perhaps meant so: a validator does not refuse it. */
  readonly isGuess?: true;
  /** In full, behind the place. */
  readonly message: string;
  /** The text to write instead of the value. */
  readonly instead?: string;
}

/**
 * The faults of a JSON Schema for which a validator would refuse it, and guesses: keys that mean nothing in a schema and are
 * nearly a keyword. A schema that is `true` or `false` is one only inside another.
 */
export function schemaFaults(schema: unknown): readonly SchemaFault[] {
  if (!isMap(schema)) return [{ path: [], message: "a JSON Schema is a map: `{type: string}`" }];
  return inSchema(schema, [], { root: schema, shapes: keywordShapes[dialectOf(schema) ?? "2020-12"] });
}

/** Whether a value can be held against it. */
export function isSchema(schema: unknown): boolean {
  return schemaFaults(schema).every(({ isGuess }) => isGuess === true);
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
    return shape === undefined
      ? inUnknown(keyword, [...path, keyword])
      : inKeyword(keyword, shape, value, [...path, keyword], around);
  });
}

function inUnknown(key: string, path: Path): readonly SchemaFault[] {
  const near = nearKeyword(key);
  if (near === null) return [];
  return [
    { path, atKey: true, isGuess: true, message: `\`${key}\` means nothing in a schema: did you mean \`${near}\`?` },
  ];
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
      if (keyword === "items" && Array.isArray(value))
        return wants("one schema for all items: write the list as `prefixItems`");
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
      return isNames(value) ? [] : [namesFault(keyword, value, path)];
    case "values":
      return isFilled(value) ? [] : wants("a list of values, at least one");
    case "different values":
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
      return Number.isFinite(value) ? [] : wants("a number");
    case "number above 0":
      return Number.isFinite(value) && Number(value) > 0 ? [] : wants("a number above 0");
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
function namesFault(keyword: string, value: unknown, path: Path): SchemaFault {
  if (keyword === "required" && typeof value === "boolean")
    return { path, message: "`required` stands beside `properties` and lists their names: `required: [name]`" };
  const message = `\`${keyword}\` is a list of names, none of them twice`;
  if (typeof value !== "string" || !/^\w+$/.test(value)) return { path, message };
  return { path, message: `${message}: write \`[${value}]\``, instead: `[${value}]` };
}

function typeFaults(value: unknown, path: Path): readonly SchemaFault[] {
  if (Array.isArray(value)) {
    if (!isFilled(value) || !isUnique(value)) return [{ path, message: "`type` names at least one type, none twice" }];
    return value.flatMap((one, index) => typeFaults(Array.isArray(one) ? null : one, [...path, index]));
  }
  if (typeof value === "string" && schemaTypes.includes(value)) return [];
  const list = listed(schemaTypes.map((type) => `\`${type}\``));
  if (value === null) return [{ path, message: `a type is one of ${list}; that of nothing is the text \`"null"\`` }];
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
  if (!value.startsWith("#/") && /"\$(?:id|anchor|dynamicAnchor)":/.test(JSON.stringify(root))) return [];
  if (schemaDialects.has(value.replace(/#$/, ""))) return [];
  if (value.startsWith("#")) {
    const near = nearest(value, placesIn(root));
    const message = `there is nothing at ${shown(value)} in this schema`;
    return [near === null ? { path, message } : { path, message: `${message}: did you mean \`${near}\`?` }];
  }
  return [{ path, message: `${shown(value)} is another file, and nothing is fetched: put that schema into this one` }];
}

function placesIn(root: Map): readonly string[] {
  return ["$defs", "definitions"].flatMap((key) => {
    const map = root[key];
    return isMap(map) ? Object.keys(map).map((name) => `#/${key}/${name}`) : [];
  });
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

function dialectFaults(value: unknown, path: Path): readonly SchemaFault[] {
  if (typeof value === "string" && schemaDialects.has(value.replace(/#$/, ""))) return [];
  const said = typeof value === "string" ? `${shown(value)} is not known here` : "`$schema` is a text";
  const known = [...schemaDialects.keys()].map((one) => `\`${one}\``).join(" or ");
  return [{ path, message: `${said}: leave it out, or write ${known}` }];
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
