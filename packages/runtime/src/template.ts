import type { Json } from "@lobster-lang/plan";
import type { FilledTemplate } from "./commands/arguments.ts";
import { atPath } from "./commands/item-path.ts";
import { applyFilter } from "./filters.ts";
import { asText } from "./values.ts";

/** The text that a template gives for one item: missing is empty, lists and maps are compact JSON. */
export function renderTemplate(template: FilledTemplate, item: Json): string {
  let text = "";
  for (const part of template) {
    if (typeof part === "string") {
      text += part;
      continue;
    }
    let value = atPath(item, part.path);
    for (const filter of part.filters) value = applyFilter(filter.name, value, filter.arguments);
    text += asText(value);
  }
  return text;
}
