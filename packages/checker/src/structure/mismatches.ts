import type { DataNode, EntryNode, Fix, Range, ValueType, WorkflowTree } from "@lobster-lang/language";
import { nearest, resolved } from "@lobster-lang/language";
import { durationOf, fixOf } from "./conversions.ts";
import { describeType, describeValue, listed, shown } from "./describe.ts";
import { flowText, replaceValue } from "./entry-edits.ts";
import { fits } from "./fits.ts";

export interface Mismatch {
  readonly range: Range;
  readonly message: string;
  readonly fix: Fix | null;
}

/**
 * All places in an entry's value that are not of the type: the value itself, or entries and items inside it. `name` is
 * what the message calls it.
 */
export function mismatches(tree: WorkflowTree, entry: EntryNode, name: string, type: ValueType): Mismatch[] {
  if (fits(entry.value, type)) return [];
  const inner = chosenOption(entry.value, type);
  const target = resolved(entry.value);
  if (inner.kind === "map" && target?.kind === "map") {
    return target.entries.flatMap((child) => mismatches(tree, child, `${name}.${child.key.text}`, inner.of));
  }
  if (inner.kind === "list" && target?.kind === "list" && target.items.length > 0) {
    return target.items.flatMap((item, index) =>
      // Items that are no steps are reported as such.
      inner.of.kind === "part" || fits(item, inner.of)
        ? []
        : [ofItem(tree, item, target.range, `item ${index + 1} of ${name}`, inner.of)],
    );
  }
  const { value } = entry;
  const range = value === null || value.range.start === value.range.end ? entry.key.range : value.range;
  return [{ range, message: messageOf(name, value, type), fix: fixFor(tree, entry, type) }];
}

/** Of several options the one that the value's form means. */
function chosenOption(value: DataNode | null, type: ValueType): ValueType {
  if (type.kind !== "one-of") return type;
  return type.options.find((option) => fits(value, option, false)) ?? type;
}

function ofItem(tree: WorkflowTree, item: DataNode | null, at: Range, name: string, type: ValueType): Mismatch {
  const target = resolved(item);
  const edits =
    target?.kind === "scalar" && item?.kind === "scalar" && isText(type) && target.value !== null
      ? [{ range: target.range, text: JSON.stringify(target.text) }]
      : [];
  const fix = edits.length === 0 ? null : fixOf("write it in quotes", true, edits);
  return { range: item?.range ?? at, message: messageOf(name, item, type), fix: tree.format === "json" ? null : fix };
}

function messageOf(name: string, value: DataNode | null, type: ValueType): string {
  const target = resolved(value);
  const words = name.startsWith("item ") ? name.replace(/ of (.*)$/, " of `$1`") : `\`${name}\``;
  const start = `${words} is ${describeValue(value)}, but must be ${describeType(type)}`;
  if (target?.kind === "list" && isOnlyText(type)) {
    return `${start}: YAML reads a list in \`[ ]\`, so put the text in quotes, or behind \`|\` on the next line`;
  }
  if (target?.kind === "map" && isOnlyText(type)) return `${start}: put it in quotes, or behind \`|\` on the next line`;
  if (target?.kind === "map" && type.kind === "list" && type.of.kind === "part")
    return `${start}: begin each with \`- id:\``;
  if (name.startsWith("env.") && describeValue(value) === "nothing") return `${start}: write \`""\` for an empty text`;
  const scalar = target?.kind === "scalar" ? target : null;
  if (scalar === null || scalar.value === null) return start;
  if (isText(type) && typeof scalar.value !== "string") return `${start}: write ${JSON.stringify(scalar.text)}`;
  const typed = typedText(scalar.text, type);
  if (typed !== null && typeof scalar.value === "string") return `${start}: write \`${typed}\``;
  return start;
}

/** Text, and perhaps nothing. */
function isOnlyText(type: ValueType): boolean {
  return (
    type.kind === "text" ||
    (type.kind === "one-of" && type.options.every((option) => option.kind === "null" || isOnlyText(option)))
  );
}

function isText(type: ValueType): boolean {
  if (type.kind === "one-of") return type.options.some(isText);
  return type.kind === "text" || type.kind === "name";
}

/** What a text means as a value of the type, in its right spelling: `"30"` as 30, `Continue` as continue, `5s` as 5000. */
function typedText(text: string, type: ValueType): string | null {
  const trimmed = text.trim();
  if (type.kind === "boolean") return /^(?:true|false)$/i.test(trimmed) ? trimmed.toLowerCase() : null;
  if (type.kind === "enum")
    return (
      synonyms.get(trimmed.toLowerCase())?.find((word) => type.values.includes(word)) ?? nearest(trimmed, type.values)
    );
  if (type.kind !== "number" && type.kind !== "integer") return null;
  if (/^\d+(?:\.\d+)?$/.test(trimmed))
    return Number.isInteger(Number(trimmed)) || type.kind === "number" ? trimmed : null;
  return type.kind === "integer" && type.maximum !== undefined ? wholeText(durationOf(text)) : null;
}

function wholeText(value: number | null): string | null {
  return value !== null && Number.isInteger(value) ? String(value) : null;
}

/** Words of other languages for the values of our enums. */
const synonyms: ReadonlyMap<string, readonly string[]> = new Map([
  ["halt", ["stop"]],
  ["exit", ["stop"]],
  ["fail", ["stop"]],
  ["abort", ["stop"]],
  ["ignore", ["continue"]],
  ["skip", ["skip_rest"]],
  ["end", ["skip_rest"]],
  ["first", ["any"]],
  ["constant", ["fixed"]],
  ["str", ["string"]],
  ["text", ["string"]],
  ["int", ["integer"]],
  ["float", ["number"]],
  ["bool", ["boolean"]],
  ["list", ["array"]],
  ["dict", ["object"]],
  ["map", ["object"]],
]);

function fixFor(tree: WorkflowTree, entry: EntryNode, type: ValueType): Fix | null {
  const target = resolved(entry.value);
  if (target?.kind === "list") return listFix(tree, entry, type);
  if (target?.kind !== "scalar" || target.value === null) return null;
  if (isText(type) && typeof target.value !== "string") return replaced(tree, entry, JSON.stringify(target.text), true);
  if (type.kind === "list" && fits(target, type.of)) return replaced(tree, entry, `[${flowText(tree, target)}]`, true);
  if (typeof target.value !== "string") return null;
  const typed = typedText(target.text, type);
  if (typed === null) return null;
  return replaced(tree, entry, type.kind === "enum" && tree.format === "json" ? JSON.stringify(typed) : typed, true);
}

/** `env: [A=b]` is a map in another language's clothes. */
function listFix(tree: WorkflowTree, entry: EntryNode, type: ValueType): Fix | null {
  const target = resolved(entry.value);
  if (target?.kind !== "list" || !target.flow || !hasMap(type) || target.items.length === 0) return null;
  const pairs = target.items.map((item) => {
    const scalar = resolved(item);
    return scalar?.kind === "scalar" ? /^([A-Za-z_]\w*)=([^]*)$/.exec(scalar.text) : null;
  });
  if (!pairs.every((pair) => pair !== null)) return null;
  const text = pairs.map(
    (pair) => `${tree.format === "json" ? JSON.stringify(pair[1]) : pair[1]}: ${JSON.stringify(pair[2])}`,
  );
  return replaced(tree, entry, `{${text.join(", ")}}`, true);
}

function hasMap(type: ValueType): boolean {
  return type.kind === "map" || (type.kind === "one-of" && type.options.some(hasMap));
}

function replaced(tree: WorkflowTree, entry: EntryNode, text: string, safe: boolean): Fix | null {
  return fixOf(`write ${shown(text)}`, safe, [replaceValue(tree, entry, text)]);
}

/** "`prompt` and `responseSchema`". */
export function namesOf(keys: readonly string[]): string {
  return listed(keys.map((key) => `\`${key}\``)).replace(" or ", " and ");
}
