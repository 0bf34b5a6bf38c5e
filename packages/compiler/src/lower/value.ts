import type { KnownNames, ValueNode } from "@lobster-lang/language";
import type { Json, Value } from "@lobster-lang/plan";
import { isKnown } from "./lowering.ts";
import { literalOf, lowerSubstitution, lowerText } from "./text.ts";

/** A value that keeps its type (D29, D30): a whole reference stays one, a structure without substitutions is plain JSON. */
export function lowerValue(node: ValueNode, names: KnownNames): Value {
  const value = lowerInner(node, names);
  // A text of its own stays a text, so that `stdin: hello` reads the same with and without a substitution in it.
  return node.kind === "text-value" && "json" in value ? { text: lowerText(node.text, names) } : value;
}

function lowerInner(node: ValueNode, names: KnownNames): Value {
  switch (node.kind) {
    case "literal-value":
      return { json: jsonOf(node.value) };
    case "text-value": {
      const { whole } = node.text;
      if (whole !== null && isKnown(whole, names)) return { whole: lowerSubstitution(whole) };
      const text = lowerText(node.text, names);
      const literal = literalOf(text);
      return literal === null ? { text } : { json: literal };
    }
    case "list-value":
      return folded({ list: node.items.map((item) => lowerInner(item, names)) });
    case "map-value":
      return folded({ map: entriesOf(node).map(({ key, value }) => ({ key, value: lowerInner(value, names) })) });
    default:
      return node satisfies never;
  }
}

/** Each key once, the first of its name: the author's own stands before a merged one (D14). */
function entriesOf(node: ValueNode & { readonly kind: "map-value" }) {
  const keys = new Set<string>();
  return node.entries.filter(({ key }) => !keys.has(key) && keys.add(key));
}

/** A list or map of constants is a constant. */
function folded(
  value: { readonly list: readonly Value[] } | { readonly map: readonly { key: string; value: Value }[] },
): Value {
  if ("list" in value) {
    const items = value.list.flatMap((item) => ("json" in item ? [item.json] : []));
    return items.length === value.list.length ? { json: items } : value;
  }
  const entries = value.map.flatMap(({ key, value: inner }): [string, Json][] =>
    "json" in inner ? [[key, inner.json]] : [],
  );
  // fromEntries defines own properties, whatever the key is called.
  return entries.length === value.map.length ? { json: Object.fromEntries(entries) } : value;
}

/** JSON has one zero, so a plan from a file and one from memory must not differ by a sign. */
export function positiveZero(number: number): number {
  return number === 0 ? 0 : number;
}

/** Plain data of a file as JSON: what JSON cannot hold (an infinite number) is null. */
export function jsonOf(value: unknown): Json {
  if (Array.isArray(value)) return value.map(jsonOf);
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, jsonOf(inner)]));
  if (typeof value === "number") return Number.isFinite(value) ? positiveZero(value) : null;
  return typeof value === "string" || typeof value === "boolean" ? value : null;
}
