import type { CompareNode, LiteralNode, StepNode } from "@lobster-lang/language";
import { isNumeric, sidesOf } from "../facts/conditions.ts";
import type { Model } from "../model.ts";
import type { Finding } from "../rule.ts";
import { listed } from "../structure/describe.ts";
import { kindOf, typesOf, valuesOf, type Shape, type ValueKind } from "./shape.ts";
import { valueAt } from "./step-shapes.ts";

/** A comparison with a fixed value that the schema of the other side lets come out in one way only; null: both are possible. */
export function comparisonBySchema(node: CompareNode, step: StepNode, model: Model): Finding | null {
  const sides = sidesOf(node);
  const found = sides === null ? null : valueAt(sides.ref, step, model);
  if (sides === null || found === null || !("shape" in found)) return null;
  const isEquality = node.operator === "==" || node.operator === "!=";
  const why = isEquality ? inequality(found.shape, sides.literal) : disorder(found.shape, sides.literal);
  if (why === null) return null;
  const message = `this comparison is ${node.operator === "!=" ? "always" : "never"} true: by its schema ${why}`;
  return { range: node.range, message, severity: "warning" };
}

/** Why a value can never be the literal. Something that is not there equals `null`. */
function inequality(shape: Shape, { value }: LiteralNode): string | null {
  if (value === null) return null;
  const types = typesOf(shape);
  if (types !== null && !types.has(kindOf(value))) return `the value is ${words(types)}, never ${literalWords(value)}`;
  const values = valuesOf(shape);
  if (values === null || values.includes(value)) return null;
  const list = listed(
    values.slice(0, 8).map((each) => `\`${typeof each === "string" ? each : JSON.stringify(each)}\``),
  );
  return `the value is ${list}, never ${literalWords(value)}`;
}

/** `<` and `>` compare numbers, and texts that spell one. */
function disorder(shape: Shape, literal: LiteralNode): string | null {
  const types = typesOf(shape);
  if (types === null || types.has("number") || types.has("string") || !isNumeric(literal.value)) return null;
  return `the value is ${words(types)}, and \`<\` and \`>\` compare numbers`;
}

function words(types: ReadonlySet<ValueKind>): string {
  const names = {
    string: "text",
    number: "a number",
    boolean: "true or false",
    array: "a list",
    object: "a map",
    null: "null",
  };
  return types.size === 0 ? "nothing" : listed([...types].map((type) => names[type]));
}

function literalWords(value: LiteralNode["value"]): string {
  return typeof value === "string" ? `the text \`${value}\`` : `\`${value}\``;
}
