import type { ArgumentType, BoundArgument, FlagSignature, PositionalSignature, WordNode } from "@lobster-lang/language";
import type { StageArgument } from "@lobster-lang/plan";
import type { PlaceLowering } from "./lowering.ts";
import { lowerScriptIn } from "./script.ts";
import { lowerTemplate } from "./template.ts";
import { positiveZero } from "./value.ts";
import { literalOf, lowerParts, merged } from "./text.ts";

/** A flag with its value, typed by the catalogue; null where there is no usable value. */
export function lowerFlag(flag: FlagSignature, bound: BoundArgument, lowering: PlaceLowering): StageArgument | null {
  if (flag.type === "boolean") return { boolean: !bound.negated };
  return bound.value === null ? null : lowerTyped(flag.type, bound, bound.value, lowering);
}

/** The default of a flag as the plan writes it; null where the catalogue has none. */
export function defaultOf(flag: FlagSignature): StageArgument | null {
  const value = flag.default;
  if (value === undefined) return null;
  if (typeof value === "boolean") return { boolean: value };
  if (typeof value === "number") return { number: value };
  if (flag.type === "json") return { jsonText: [{ text: value }] };
  return { text: value === "" ? [] : [{ text: value }] };
}

/** A positional with all the words that belong to it. */
export function lowerPositional(
  positional: PositionalSignature,
  bound: readonly BoundArgument[],
  lowering: PlaceLowering,
): StageArgument | null {
  const [first] = bound;
  if (first?.value == null) return null;
  switch (positional.type) {
    case "program":
      if (first.content?.kind === "shell")
        return { script: lowerScriptIn(first.content.text, first.content.analyse, lowering) };
      return { texts: bound.flatMap(({ value }) => (value === null ? [] : [lowerParts(value.parts, lowering.names)])) };
    case "assignment":
      return { assignments: bound.flatMap((argument) => lowerAssignment(argument, lowering)) };
    case "template":
      return { template: joined(bound, lowering) };
    default:
      return lowerTyped(positional.type, first, first.value, lowering);
  }
}

function lowerTyped(
  type: ArgumentType,
  bound: BoundArgument,
  word: WordNode,
  lowering: PlaceLowering,
): StageArgument | null {
  const text = lowerParts(word.parts, lowering.names);
  const literal = literalOf(text);
  const { content } = bound;
  switch (type) {
    case "json":
      return { jsonText: text };
    case "text":
    case "enum":
      return { text };
    case "boolean":
      return { boolean: !bound.negated };
    case "program":
      return { texts: [text] };
    case "number":
    case "integer":
      return literal === null ? { numberText: text } : lowerNumber(literal, word, lowering);
    case "path":
      if (literal === null) return { pathText: text };
      return { path: content?.kind === "path" ? content.segments.map((segment) => segment.name) : dotted(literal) };
    case "fields":
      if (literal === null) return { fieldsText: text };
      return { fields: content?.kind === "fields" ? content.names.map((field) => field.name) : literal.split(",") };
    case "template":
      return { template: content?.kind === "template" ? lowerTemplate(content.template, lowering.names) : text };
    case "assignment":
      return { assignments: lowerAssignment(bound, lowering) };
    case "where":
      return content?.kind === "where" ? { where: lowerWhere(content.where, lowering) } : null;
    case "shell":
      return content?.kind === "shell" ? { script: lowerScriptIn(content.text, content.analyse, lowering) } : null;
    default:
      return type satisfies never;
  }
}

function lowerNumber(literal: string, word: WordNode, lowering: PlaceLowering): StageArgument | null {
  const number = Number(literal);
  if (literal.trim() !== "" && Number.isFinite(number)) return { number: positiveZero(number) };
  lowering.refuse("flag-value", word.range, `\`${word.text}\` is no number`);
  return null;
}

/** The keys of an item on the way to a value. */
function dotted(path: string): readonly string[] {
  return path.split(".").filter((segment) => segment !== "");
}

/** The value stays text with pieces: what it means (a number, `null` …) is decided for each item at run time. */
function lowerWhere(node: (BoundArgument["content"] & { readonly kind: "where" })["where"], lowering: PlaceLowering) {
  return { path: node.path.split("."), operator: node.operator, value: lowerParts(node.value, lowering.names) };
}

function lowerAssignment({ content }: BoundArgument, lowering: PlaceLowering) {
  if (content?.kind !== "assignment") return [];
  return [{ key: content.key, value: lowerTemplate(content.template, lowering.names) }];
}

/** Several words are one text with blanks between (`template Hello {{name}}`); the reader may have joined them already. */
function joined(bound: readonly BoundArgument[], lowering: PlaceLowering) {
  const templates = bound.flatMap(({ content, value }) => {
    if (content?.kind === "template") return [lowerTemplate(content.template, lowering.names)];
    return value === null ? [] : [lowerParts(value.parts, lowering.names)];
  });
  return merged(templates.flatMap((template, index) => (index === 0 ? template : [{ text: " " }, ...template])));
}
