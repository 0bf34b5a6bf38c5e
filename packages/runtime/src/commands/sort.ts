import type { Json } from "@lobster-lang/plan";
import { batchesOf, collect } from "./batches.ts";
import type { Batches, Command } from "./command.ts";
import { atPath, plainText } from "./item-path.ts";

/** `sort --key path --desc`: stable; null and missing last in both directions (D35). */
export const sort: Command = {
  kind: "items",
  run: async function* (input, args, context): Batches {
    const path = args.path("key") ?? [];
    const direction = args.flag("desc") ? -1 : 1;
    const keyed = (await collect(input, context)).map((item) => ({ item, key: atPath(item, path) ?? null }));
    keyed.sort((a, b) => compare(a.key, b.key, direction));
    yield* batchesOf(keyed.map(({ item }) => item));
  },
};

/** Two numbers as numbers, everything else as text by code units. */
function compare(a: Json, b: Json, direction: 1 | -1): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  const [left, right] = typeof a === "number" && typeof b === "number" ? [a, b] : [plainText(a), plainText(b)];
  return left < right ? -direction : left > right ? direction : 0;
}
