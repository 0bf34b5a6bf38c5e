import type { Json } from "@lobster-lang/plan";

/**
 * The walker of map, template, sort, groupBy and dedupe: into any value, so that `.length` of lists and texts can be read;
 * own properties only (D23). Empty segments are skipped: a leading dot does no harm.
 */
export function atPath(item: Json, path: readonly string[]): Json | undefined {
  let value: Json | undefined = item;
  for (const segment of path) {
    if (segment === "") continue;
    if (value === null || value === undefined) return undefined;
    value = ownProperty(value, segment);
  }
  return value;
}

/** The walker of `where`: only into maps and lists; empty segments are keys like others. */
export function atStructuredPath(item: Json, path: readonly string[]): Json | undefined {
  let value: Json | undefined = item;
  for (const segment of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = ownProperty(value, segment);
  }
  return value;
}

function ownProperty(value: Json, segment: string): Json | undefined {
  const holder = Object(value) as { readonly [key: string]: Json };
  return Object.hasOwn(holder, segment) ? holder[segment] : undefined;
}

/** `String(value)` of JavaScript, for values that may carry a `toString` of their own. */
export function plainText(value: Json | undefined): string {
  if (Array.isArray(value)) return value.map((each: Json) => (each === null ? "" : plainText(each))).join(",");
  return typeof value === "object" && value !== null ? "[object Object]" : String(value);
}
