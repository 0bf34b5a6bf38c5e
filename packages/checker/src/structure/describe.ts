import type { DataNode, ValueType } from "@lobster-lang/language";
import { resolved } from "@lobster-lang/language";

/** What a value may be, in words: "text", "a whole number of 1 or more", "`all` or `any`". */
export function describeType(type: ValueType): string {
  switch (type.kind) {
    case "any":
      return "anything";
    case "scalar":
      return "a single value";
    case "null":
      return "nothing";
    case "text":
      return "text";
    case "name":
      return "a name of letters, digits, `_` and `-`";
    case "boolean":
      return "`true` or `false`";
    case "number":
      return `a number${bounds(type.minimum, undefined)}`;
    case "integer":
      return `a whole number${bounds(type.minimum, type.maximum)}`;
    case "enum":
      return listed(type.values.map((value) => `\`${value}\``));
    case "map":
    case "part":
      return "a map";
    case "list":
      return (type.minimum ?? 0) > 0 ? "a list with at least one item" : "a list";
    case "one-of":
      return listed(type.options.flatMap(optionWords));
  }
}

function optionWords(type: ValueType): readonly string[] {
  if (type.kind === "null") return [];
  return type.kind === "boolean" ? ["`true`", "`false`"] : [describeType(type)];
}

function bounds(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum === undefined) return "";
  return maximum === undefined ? ` of ${minimum} or more` : ` from ${minimum} to ${maximum}`;
}

/** `a`, `b` or `c`. */
export function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1)!}`;
}

/** What a value is, in words: "a list", "nothing", "the number `5`". */
export function describeValue(node: DataNode | null): string {
  const target = resolved(node);
  if (target === null) return "nothing";
  if (target.kind === "list") return target.items.length === 0 ? "an empty list" : "a list";
  if (target.kind === "map") return "a map";
  if (target.value === null) return "nothing";
  if (typeof target.value === "number") return `the number \`${target.text}\``;
  if (typeof target.value === "boolean") return `\`${target.text}\``;
  return target.text.trim() === "" ? "blank text" : `the text ${shown(target.text)}`;
}

/** The user's own words, shortened to one line. */
export function shown(text: string): string {
  const line = text.split("\n", 1)[0] ?? "";
  return `\`${line.length > 40 ? `${line.slice(0, 39)}…` : line}\``;
}
