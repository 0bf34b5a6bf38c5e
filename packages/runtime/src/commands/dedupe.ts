import { eachBatch } from "./batches.ts";
import type { Command } from "./command.ts";
import { atPath } from "./item-path.ts";

/** `dedupe --key path`: the first item of each identity, which is the JSON text of the key. */
export const dedupe: Command = {
  kind: "items",
  run: (input, args, { signal }) => {
    const path = args.path("key") ?? [];
    const seen = new Set<string | undefined>();
    return eachBatch(input, signal, (batch) =>
      batch.filter((item) => {
        const key = atPath(item, path);
        const identity = key === undefined ? undefined : JSON.stringify(key);
        if (seen.has(identity)) return false;
        seen.add(identity);
        return true;
      }),
    );
  },
};
