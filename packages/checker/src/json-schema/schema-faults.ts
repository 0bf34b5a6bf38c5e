import type { DataNode, EntryNode, MapNode, Range, ScalarNode } from "@lobster-lang/language";
import { dialectOf, nearest, plainValue, resolved, schemaDialects, type SchemaDialect } from "@lobster-lang/language";
import { describeValue } from "../structure/describe.ts";
import { keywords, schemaTypes, type KeywordValue } from "./keywords.ts";
import { referenceFault } from "./schema-references.ts";

/** What makes a value no JSON Schema, and where. */
export interface SchemaFault {
  readonly range: Range;
  readonly message: string;
  /** Perhaps meant so: a validator does not refuse it. */
  readonly isGuess?: true;
}

/**
 * Everything for which a validator would refuse the schema itself, each at its own place. Keys that are no keywords mean
 * nothing in JSON Schema and are no faults, unless they are nearly one.
 */
export function schemaFaults(schema: MapNode): readonly SchemaFault[] {
  const dialect = dialectOf(plainValue(schema) as { readonly [key: string]: unknown });
  if (dialect === null) {
    const entry = schema.entries.find(({ key }) => key.text === "$schema")!;
    const known = [...schemaDialects.keys()].map((one) => `\`${one}\``).join(" or ");
    return [{ range: rangeOf(entry), message: `this version of JSON Schema is not understood: write ${known}` }];
  }
  const faults: SchemaFault[] = [];
  inSchema(schema, { root: schema, dialect, report: (fault) => void faults.push(fault) });
  return faults;
}

interface Look {
  readonly root: MapNode;
  readonly dialect: SchemaDialect;
  readonly report: (fault: SchemaFault) => void;
}

function inSchema(schema: MapNode, look: Look): void {
  for (const entry of schema.entries) {
    const wanted = keywords.get(entry.key.text);
    if (wanted !== undefined) checkKeyword(entry, wanted, look);
    else {
      const near = nearest(entry.key.text, [...keywords.keys()]);
      const message = `\`${entry.key.text}\` means nothing in a schema: did you mean \`${near}\`?`;
      if (near !== null && isTypo(entry.key.text, near))
        look.report({ range: entry.key.range, message, isGuess: true });
    }
  }
}

/** Short words are near to many; `example` and `nullable` come from OpenAPI and harm nobody. */
function isTypo(written: string, keyword: string): boolean {
  return keyword.length > 4 && !/^(?:x-|example$|nullable$)/.test(written);
}

function checkKeyword(entry: EntryNode, wanted: KeywordValue, look: Look): void {
  const value = resolved(entry.value);
  const name = `\`${entry.key.text}\``;
  const fault = (message: string, node: DataNode | null = entry.value) =>
    look.report({ range: node === null ? rangeOf(entry) : node.range, message });
  const must = (what: string) => fault(`${name} is ${describeValue(entry.value)}, but must be ${what}`);
  switch (wanted) {
    case "schema":
      return subSchema(entry.value, name, look, fault);
    case "schema-or-list":
      if (value?.kind !== "list") return subSchema(entry.value, name, look, fault);
      if (look.dialect === "2020-12")
        return fault("`items` is one schema for all items: write the list as `prefixItems`");
      return schemaList(value, name, look, fault);
    case "schema-list":
      return value?.kind === "list" ? schemaList(value, name, look, fault) : must("a list of schemas");
    case "schema-map":
    case "pattern-map":
      if (value?.kind !== "map") return must("a map of schemas");
      for (const each of value.entries) {
        const why = wanted === "pattern-map" ? patternFault(each.key.text) : null;
        if (why !== null) fault(why, each.key);
        subSchema(each.value, `\`${each.key.text}\``, look, (message, node = each.value) =>
          fault(message, node ?? each.key),
        );
      }
      return;
    case "names":
      return names(entry.value, name, fault);
    case "names-map":
    case "dependency-map":
      if (value?.kind !== "map") return must("a map");
      for (const each of value.entries) {
        const inner = `\`${each.key.text}\``;
        const at = (message: string, node: DataNode | null = each.value) => fault(message, node ?? each.key);
        if (wanted === "dependency-map" && resolved(each.value)?.kind !== "list")
          subSchema(each.value, inner, look, at);
        else names(each.value, inner, at);
      }
      return;
    default:
      return checkPlain(entry, wanted, look, fault);
  }
}

type Report = (message: string, node?: DataNode | null) => void;

function checkPlain(entry: EntryNode, wanted: KeywordValue, look: Look, fault: Report): void {
  const value = resolved(entry.value);
  const scalar = value?.kind === "scalar" ? value.value : undefined;
  const name = `\`${entry.key.text}\``;
  const must = (what: string) => fault(`${name} is ${describeValue(entry.value)}, but must be ${what}`);
  const isNumber = typeof scalar === "number" && Number.isFinite(scalar);
  switch (wanted) {
    case "type":
      return typeNames(entry.value, fault);
    case "enum":
      if (value?.kind !== "list") return must("a list of values");
      return value.items.length === 0 ? fault("`enum` is empty, so no value fits") : undefined;
    case "list":
      return value?.kind === "list" ? undefined : must("a list");
    case "count":
      return isNumber && Number.isInteger(scalar) && scalar >= 0 ? undefined : must("a whole number from 0");
    case "number":
      return isNumber ? undefined : must("a number");
    case "positive":
      return isNumber && scalar > 0 ? undefined : must("a number above 0");
    case "boolean":
      return typeof scalar === "boolean" ? undefined : must("true or false");
    case "pattern": {
      if (typeof scalar !== "string") return must("a regular expression as text");
      const why = patternFault(scalar);
      return why === null ? undefined : fault(why);
    }
    case "reference": {
      if (typeof scalar !== "string") return must("text");
      const why = referenceFault(scalar, look.root);
      return why === null ? undefined : fault(why);
    }
    default:
      return typeof scalar === "string" ? undefined : must("text");
  }
}

function subSchema(node: DataNode | null, name: string, look: Look, fault: Report): void {
  const value = resolved(node);
  if (value?.kind === "map") return inSchema(value, look);
  if (value?.kind === "scalar" && typeof value.value === "boolean") return;
  const word = value?.kind === "scalar" ? schemaTypes.find((type) => type === value.text) : undefined;
  const hint = word === undefined ? "" : `: write \`{type: ${word}}\``;
  fault(`${name} is ${describeValue(node)}, but must be a schema${hint}`);
}

function schemaList(list: DataNode & { kind: "list" }, name: string, look: Look, fault: Report): void {
  if (list.items.length === 0) return fault(`${name} is empty, but needs at least one schema`);
  for (const item of list.items) subSchema(item, "this item", look, (message) => fault(message, item ?? list));
}

function names(node: DataNode | null, name: string, fault: Report): void {
  const value = resolved(node);
  if (value?.kind !== "list") {
    const hint = value?.kind === "scalar" && typeof value.value === "string" ? `: write \`[${value.text}]\`` : "";
    return fault(`${name} is ${describeValue(node)}, but must be a list of names${hint}`);
  }
  const seen = new Set<string>();
  for (const item of value.items) {
    const text = textOf(item);
    if (text === null) fault(`a name must be text, got ${describeValue(item)}`, item ?? value);
    else if (seen.has(text)) fault(`\`${text}\` stands here twice`, item ?? value);
    if (text !== null) seen.add(text);
  }
}

function typeNames(node: DataNode | null, fault: Report): void {
  const value = resolved(node);
  const list = value?.kind === "list" ? value.items : [node];
  if (list.length === 0) return fault("`type` is empty, so no value fits");
  const seen = new Set<string>();
  for (const item of list) {
    const scalar = resolved(item);
    const text = scalar?.kind === "scalar" ? scalar.text : null;
    // A plain `null` of YAML is no text.
    const isText = scalar?.kind === "scalar" && typeof scalar.value === "string";
    if (!isText || !schemaTypes.some((type) => type === text))
      fault(typeFault(scalar?.kind === "scalar" ? scalar : null, item), item);
    else if (seen.has(text!)) fault(`\`${text}\` stands here twice`, item);
    if (text !== null) seen.add(text);
  }
}

const synonyms: ReadonlyMap<string, string> = new Map([
  ["str", "string"],
  ["text", "string"],
  ["int", "integer"],
  ["float", "number"],
  ["bool", "boolean"],
  ["list", "array"],
  ["map", "object"],
  ["dict", "object"],
  ["nil", "null"],
]);

function typeFault(scalar: ScalarNode | null, node: DataNode | null): string {
  if (scalar !== null && scalar.value === null && scalar.text === "null") return '`type` must be text: write `"null"`';
  const text = scalar?.text ?? "";
  const near = synonyms.get(text.toLowerCase()) ?? nearest(text, schemaTypes);
  const found =
    scalar !== null && typeof scalar.value === "string"
      ? `\`${text}\` is no type`
      : `\`type\` is ${describeValue(node)}`;
  return near === null ? `${found}: write one of ${schemaTypes.join(", ")}` : `${found}: did you mean \`${near}\`?`;
}

function patternFault(pattern: string): string | null {
  try {
    return RegExp(pattern, "u") instanceof RegExp ? null : pattern;
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^Invalid regular expression: \/[^]*\/u?: /, "") : "";
    return `\`${pattern}\` is no regular expression${why === "" ? "" : `: ${why.toLowerCase()}`}`;
  }
}

function textOf(node: DataNode | null): string | null {
  const value = resolved(node);
  return value?.kind === "scalar" && typeof value.value === "string" ? value.value : null;
}

function rangeOf(entry: EntryNode): Range {
  return entry.value === null || entry.value.range.start === entry.value.range.end
    ? entry.key.range
    : entry.value.range;
}
