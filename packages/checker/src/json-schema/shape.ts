import type { DataNode, MapNode } from "@lobster-lang/language";
import { entryOf, plainValue, resolved } from "@lobster-lang/language";
import { targetOf } from "./schema-references.ts";

/** What a schema says of one value. `all` holds of it at once, of `any` one; `open` says nothing, `typed` only the type. */
export type Shape =
  | { readonly kind: "open" }
  | { readonly kind: "typed"; readonly type: ValueKind }
  | { readonly kind: "schema"; readonly node: MapNode; readonly root: MapNode; readonly depth: number }
  | { readonly kind: "all" | "any"; readonly of: readonly Shape[] };

export type ValueKind = "string" | "number" | "boolean" | "array" | "object" | "null";

const open: Shape = { kind: "open" };
/** References may lead in circles; nobody nests this deep. */
const deepest = 40;

/** The shape that a whole schema gives. */
export function shapeOf(schema: MapNode): Shape {
  return { kind: "schema", node: schema, root: schema, depth: 0 };
}

/** The shape of a member; null: no value of this shape can have it. */
export function memberOf(shape: Shape, segment: string | number): Shape | null {
  switch (shape.kind) {
    case "open":
      return open;
    case "typed":
      return shape.type === "string" && segment === "length" ? { kind: "typed", type: "number" } : null;
    case "all":
      return together(shape.of.map((each) => memberOf(each, segment)));
    case "any":
      return oneOf(shape.of.map((each) => memberOf(each, segment)));
    case "schema":
      return together([ownMember(shape, segment), ...joined(shape).map((each) => memberOf(each, segment))]);
  }
}

function together(parts: readonly (Shape | null)[]): Shape | null {
  if (parts.includes(null)) return null;
  const known = parts.filter((part): part is Shape => part !== null && part.kind !== "open");
  return known.length === 0 ? open : known.length === 1 ? known[0]! : { kind: "all", of: known };
}

function oneOf(parts: readonly (Shape | null)[]): Shape | null {
  const possible = parts.filter((part) => part !== null);
  if (possible.length === 0) return null;
  return possible.some((part) => part.kind === "open") ? open : { kind: "any", of: possible };
}

type SchemaShape = Shape & { readonly kind: "schema" };

/** What must hold beside a schema's own keywords: `allOf`, `anyOf`, `oneOf`, `$ref`. */
function joined(shape: SchemaShape): readonly Shape[] {
  const { node, root, depth } = shape;
  if (depth > deepest) return [];
  const parts = (key: string) => {
    const list = resolved(entryOf(node, key)?.value);
    return list?.kind === "list" ? list.items.map((item) => sub(item, shape)) : [];
  };
  const reference = plainValue(entryOf(node, "$ref")?.value ?? null);
  const target = typeof reference === "string" ? targetOf(reference, root) : undefined;
  const choices = ["anyOf", "oneOf"].map(parts).filter((list) => list.length > 0);
  return [
    ...parts("allOf"),
    ...choices.map((of): Shape => ({ kind: "any", of })),
    ...(target === undefined ? [] : [sub(target, shape)]),
  ];
}

function sub(node: DataNode | null, { root, depth }: SchemaShape): Shape {
  const value = resolved(node);
  return value?.kind === "map" ? { kind: "schema", node: value, root, depth: depth + 1 } : open;
}

function ownMember(shape: SchemaShape, segment: string | number): Shape | null {
  const types = typesIn(shape.node);
  const ways: (Shape | null)[] = [];
  if (types === null || types.has("object")) ways.push(propertyOf(shape, String(segment)));
  if (types === null || types.has("array")) ways.push(itemOf(shape, segment));
  if (types === null || types.has("string")) ways.push(segment === "length" ? { kind: "typed", type: "number" } : null);
  return oneOf(ways);
}

function propertyOf(shape: SchemaShape, name: string): Shape | null {
  const { node } = shape;
  const properties = resolved(entryOf(node, "properties")?.value);
  const own = properties?.kind === "map" ? entryOf(properties, name) : undefined;
  if (own !== undefined) return isNever(own.value) ? null : sub(own.value, shape);
  const patterns = resolved(entryOf(node, "patternProperties")?.value);
  if (patterns?.kind === "map" && patterns.entries.length > 0) return open;
  const others = entryOf(node, "additionalProperties");
  return isNever(others?.value ?? null) ? null : sub(others?.value ?? null, shape);
}

/** An index, also as a name (`.0`), or `.length`. */
function itemOf(shape: SchemaShape, segment: string | number): Shape | null {
  if (segment === "length") return { kind: "typed", type: "number" };
  if (typeof segment === "string" && !/^\d+$/.test(segment)) return null;
  const index = Number(segment);
  const { node } = shape;
  const items = entryOf(node, "items");
  const list = resolved(entryOf(node, "prefixItems")?.value ?? items?.value);
  if (list?.kind === "list") {
    if (index < list.items.length) return sub(list.items[index] ?? null, shape);
    const rest = entryOf(node, "prefixItems") === undefined ? entryOf(node, "additionalItems") : items;
    return isNever(rest?.value ?? null) ? null : sub(rest?.value ?? null, shape);
  }
  return isNever(items?.value ?? null) ? null : sub(items?.value ?? null, shape);
}

function isNever(node: DataNode | null): boolean {
  const value = resolved(node);
  return value?.kind === "scalar" && value.value === false;
}

/** The kinds of value that fit; null: any. */
export function typesOf(shape: Shape): ReadonlySet<ValueKind> | null {
  switch (shape.kind) {
    case "open":
      return null;
    case "typed":
      return new Set([shape.type]);
    case "any": {
      const sets = shape.of.map(typesOf);
      return sets.includes(null) ? null : new Set(sets.flatMap((set) => [...set!]));
    }
    case "all":
      return shared(shape.of.map(typesOf));
    case "schema":
      return shared([typesIn(shape.node), ...joined(shape).map(typesOf)]);
  }
}

function shared(sets: readonly (ReadonlySet<ValueKind> | null)[]): ReadonlySet<ValueKind> | null {
  const known = sets.filter((set) => set !== null);
  const [first, ...others] = known;
  return first === undefined ? null : new Set([...first].filter((type) => others.every((set) => set.has(type))));
}

/** The values that fit, where the schema lists them (`enum`, `const`); null: others, too. */
export function valuesOf(shape: Shape): readonly unknown[] | null {
  switch (shape.kind) {
    case "open":
    case "typed":
      return null;
    case "any": {
      const lists = shape.of.map(valuesOf);
      return lists.includes(null) ? null : lists.flatMap((list) => [...list!]);
    }
    case "all":
      return shape.of.map(valuesOf).find((list) => list !== null) ?? null;
    case "schema":
      return (
        listed(shape.node) ??
        joined(shape)
          .map(valuesOf)
          .find((list) => list !== null) ??
        null
      );
  }
}

function listed(node: MapNode): readonly unknown[] | null {
  const only = entryOf(node, "const");
  if (only !== undefined) return [plainValue(only.value)];
  const list = plainValue(entryOf(node, "enum")?.value ?? null);
  return Array.isArray(list) ? list : null;
}

function typesIn(node: MapNode): ReadonlySet<ValueKind> | null {
  const values = listed(node);
  if (values !== null) return new Set(values.map(kindOf));
  const said = plainValue(entryOf(node, "type")?.value ?? null);
  const names = Array.isArray(said) ? (said as readonly unknown[]) : said === null ? [] : [said];
  if (names.length === 0) return null;
  return new Set(names.map((name) => (name === "integer" ? "number" : (name as ValueKind))));
}

/** The kind of a plain value. */
export function kindOf(value: unknown): ValueKind {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value as "string" | "number" | "boolean" | "object";
}

/** Names of the properties that a shape tells of, for a word about what was meant. */
export function propertiesOf(shape: Shape): readonly string[] {
  switch (shape.kind) {
    case "open":
    case "typed":
      return [];
    case "all":
    case "any":
      return shape.of.flatMap(propertiesOf);
    case "schema": {
      const properties = resolved(entryOf(shape.node, "properties")?.value);
      const own = properties?.kind === "map" ? properties.entries.map((entry) => entry.key.text) : [];
      return [...own, ...joined(shape).flatMap(propertiesOf)];
    }
  }
}
