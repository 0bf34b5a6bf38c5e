import type { Json } from "@lobster-lang/plan";

type JsonMap = { readonly [key: string]: Json };

/** An answer as it may be written down. */
export interface KeptAnswer {
  /** With null in the places of secrets. */
  readonly response: Json;
  /** JSON pointers of those places. */
  readonly withheld: readonly string[];
  /** What stood there, for masking. */
  readonly secrets: readonly Json[];
}

/**
 * Takes out of an answer what its schema calls secret: `writeOnly: true` or `format: password`. Where a keyword that is not
 * looked into holds such a mark, the whole value that it is about is withheld: rather too much than a secret on the disk.
 */
export function withoutSecrets(schema: JsonMap, response: Json): KeptAnswer {
  const places = new Set<string>();
  mark(schema, response, "", { root: schema, places, refs: [] });
  const secrets: Json[] = [];
  const kept = strip(response, "", places, secrets);
  return { response: kept, withheld: [...places], secrets };
}

interface Search {
  readonly root: JsonMap;
  readonly places: Set<string>;
  /** References followed at this value: one that leads back to itself ends there. */
  readonly refs: readonly string[];
}

/** Keywords that apply schemas to the same value. */
const alike = ["allOf", "anyOf", "oneOf"];

function mark(schema: Json | undefined, value: Json, at: string, search: Search): void {
  if (!isMap(schema)) return;
  if (isSecret(schema)) {
    search.places.add(at);
    return;
  }
  for (const [keyword, inner] of Object.entries(schema)) {
    if (alike.includes(keyword) && Array.isArray(inner)) {
      for (const one of inner as readonly Json[]) mark(one, value, at, search);
    } else if (keyword === "properties" && isMap(inner)) {
      if (!isMap(value)) continue;
      for (const [key, own] of Object.entries(inner)) {
        if (Object.hasOwn(value, key)) mark(own, value[key] ?? null, `${at}/${escaped(key)}`, { ...search, refs: [] });
      }
    } else if (keyword === "items" && isMap(inner)) {
      if (!Array.isArray(value)) continue;
      for (const [index, item] of (value as readonly Json[]).entries())
        mark(inner, item, `${at}/${index}`, { ...search, refs: [] });
    } else if (keyword === "$ref" && typeof inner === "string") {
      if (search.refs.includes(inner)) continue;
      mark(behind(inner, search.root), value, at, { ...search, refs: [...search.refs, inner] });
    } else if (!noSchemas.has(keyword) && holdsMark(inner)) search.places.add(at);
  }
}

/** Definitions apply where they are referred to; data is no schema. */
const noSchemas: ReadonlySet<string> = new Set(["$defs", "definitions", "enum", "const", "default", "examples"]);

function isSecret(schema: JsonMap): boolean {
  return schema["writeOnly"] === true || schema["format"] === "password";
}

function holdsMark(value: Json): boolean {
  if (Array.isArray(value)) return (value as readonly Json[]).some(holdsMark);
  return isMap(value) && (isSecret(value) || Object.values(value).some(holdsMark));
}

/** What a reference within the schema names; one that is not understood counts as secret if the schema holds any mark. */
function behind(reference: string, root: JsonMap): Json {
  if (reference === "#") return root;
  let found: Json | undefined = root;
  for (const key of reference.startsWith("#/") ? reference.slice(2).split("/") : [reference]) {
    const name = decoded(key);
    const holder: Json | undefined = found;
    if (Array.isArray(holder)) found = (holder as readonly Json[])[Number(name)];
    else found = isMap(holder) && Object.hasOwn(holder, name) ? holder[name] : undefined;
  }
  return found ?? { writeOnly: holdsMark(root) };
}

function decoded(key: string): string {
  const plain = key.replaceAll("~1", "/").replaceAll("~0", "~");
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

function strip(value: Json, at: string, places: ReadonlySet<string>, secrets: Json[]): Json {
  if (places.has(at)) {
    secrets.push(value);
    return null;
  }
  if (Array.isArray(value))
    return (value as readonly Json[]).map((item, index) => strip(item, `${at}/${index}`, places, secrets));
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, strip(inner, `${at}/${escaped(key)}`, places, secrets)]),
  );
}

function escaped(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

function isMap(value: Json | undefined): value is JsonMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
