import type { Json } from "@lobster-lang/plan";
import { StepFailure } from "../failures.ts";
import { batchesOf, collect } from "./batches.ts";
import type { Batches, Command } from "./command.ts";
import { atPath } from "./item-path.ts";

/** `groupBy --key path`: `{key, items, count}` in order of first appearance; a missing key is a group without `key`. */
export const groupBy: Command = {
  kind: "items",
  run: async function* (input, args, context): Batches {
    const path = args.path("key");
    if (path === null) throw new StepFailure("groupBy needs --key, for example `groupBy --key from`");
    const groups = new Map<string | undefined, { readonly key: Json | undefined; readonly items: Json[] }>();
    for (const item of await collect(input, context)) {
      const key = atPath(item, path);
      const identity = key === undefined ? undefined : JSON.stringify(key);
      const group = groups.get(identity);
      if (group === undefined) groups.set(identity, { key, items: [item] });
      else group.items.push(item);
    }
    // A missing key is a key without a value: none in JSON, but a column of a table.
    const given = [...groups.values()].map(({ key, items }) => ({ key, items, count: items.length }));
    yield* batchesOf(given as readonly Json[]);
  },
};
