import type { Json } from "@lobster-lang/plan";
import { StepFailure } from "../failures.ts";
import type { FilledWhere } from "./arguments.ts";
import { eachBatch } from "./batches.ts";
import type { Command } from "./command.ts";
import { atStructuredPath, plainText } from "./item-path.ts";

/** `where 'path op value'`: keeps the items that match (original-language.md 3.1). */
export const where: Command = {
  kind: "items",
  run: (input, args, { signal }) => {
    const condition = args.where("expression");
    if (condition === null) throw new StepFailure("where needs an expression, for example `where 'age >= 18'`");
    return eachBatch(input, signal, (batch) => batch.filter((item) => matches(item, condition)));
  },
};

/** JavaScript's loose comparison: `9` and `"9"` are equal, missing equals null, `true` equals 1. */
export function matches(item: Json, { path, operator, value }: FilledWhere): boolean {
  const found = primitive(atStructuredPath(item, path));
  switch (operator) {
    case "==":
      return looselyEqual(found, value);
    case "!=":
      return !looselyEqual(found, value);
    case "<":
      return comparable(found) < comparable(value);
    case "<=":
      return comparable(found) <= comparable(value);
    case ">":
      return comparable(found) > comparable(value);
    case ">=":
      return comparable(found) >= comparable(value);
  }
}

type Primitive = null | undefined | boolean | number | string;

/** Structures compare by their text, as JavaScript does; an own `toString` in the data has no say. */
function primitive(value: Json | undefined): Primitive {
  return typeof value === "object" && value !== null ? plainText(value) : value;
}

function looselyEqual(left: Primitive, right: Primitive): boolean {
  if (left === null || left === undefined) return right === null || right === undefined;
  if (right === null || right === undefined) return false;
  if (typeof left === typeof right) return left === right;
  return Number(left) === Number(right);
}

/** Relational operators compare two texts as texts, and everything else as numbers; `undefined` is no number. */
function comparable(value: Primitive): number | string {
  if (typeof value === "string") return value;
  return value === undefined ? Number.NaN : Number(value);
}
