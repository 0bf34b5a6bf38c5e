import type { Json } from "@lobster-lang/plan";
import { StepFailure } from "../failures.ts";
import { renderTemplate } from "../template.ts";
import { isMap, type FilledTemplate } from "./arguments.ts";
import { eachBatch } from "./batches.ts";
import type { Command } from "./command.ts";

/** `map --wrap k`, `map --unwrap k`, `map key=text …` (original-language.md 3.2); never changes an item in place (D24). */
export const map: Command = {
  kind: "items",
  run: (input, args, { signal }) => {
    const [wrap, unwrap] = [args.text("wrap"), args.text("unwrap")];
    if (wrap !== null && unwrap !== null) throw new StepFailure("map takes --wrap or --unwrap, not both");
    const assignments = args.assignments("assignments");
    const change =
      unwrap === null ? (item: Json) => assigned(item, wrap, assignments) : (item: Json) => unwrapped(item, unwrap);
    return eachBatch(input, signal, (batch) => batch.map(change));
  },
};

function unwrapped(item: Json, key: string): Json {
  if (typeof item !== "object" || item === null) return null;
  const holder = item as { readonly [key: string]: Json };
  return Object.hasOwn(holder, key) ? (holder[key] ?? null) : null;
}

/** The text of each assignment sees the original item; what is set is always text. */
function assigned(
  item: Json,
  wrap: string | null,
  assignments: readonly { readonly key: string; readonly value: FilledTemplate }[],
): Json {
  const base: Json = wrap === null ? item : Object.fromEntries([[wrap, item]]);
  if (assignments.length === 0) return base;
  const entries = isMap(base) ? Object.entries(base) : [["value", base] as const];
  const set = assignments.map(({ key, value }) => [key, renderTemplate(value, item)] as const);
  // fromEntries makes own properties also of names like `__proto__`.
  return Object.fromEntries([...entries, ...set]);
}
