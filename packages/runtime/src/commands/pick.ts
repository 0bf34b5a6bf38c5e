import type { Json } from "@lobster-lang/plan";
import { StepFailure } from "../failures.ts";
import { eachBatch } from "./batches.ts";
import type { Command } from "./command.ts";

/** `pick a,b`: items with only these top-level keys; texts, numbers and null pass through. */
export const pick: Command = {
  kind: "items",
  run: (input, args, { signal }) => {
    const fields = args.fields("fields");
    if (fields.length === 0)
      throw new StepFailure("pick needs names with commas between, for example `pick id,subject`");
    return eachBatch(input, signal, (batch) => batch.map((item) => picked(item, fields)));
  },
};

function picked(item: Json, fields: readonly string[]): Json {
  if (typeof item !== "object" || item === null) return item;
  const map = item as { readonly [key: string]: Json };
  // What an item does not have is a key without a value: none in JSON, but a column of a table.
  const entries = fields.map((field) => [field, Object.hasOwn(map, field) ? map[field] : undefined]);
  return Object.fromEntries(entries) as Json;
}
