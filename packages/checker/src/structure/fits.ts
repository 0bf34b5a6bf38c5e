import type { DataNode, ValueType } from "@lobster-lang/language";
import { namePattern, resolved } from "@lobster-lang/language";

/**
 * Whether a value is of a type. Maps of a part fit as maps: their keys are judged by themselves; `deep` looks at the
 * values of free maps and lists, too.
 */
export function fits(node: DataNode | null, type: ValueType, deep = true): boolean {
  const target = resolved(node);
  if (type.kind === "any") return true;
  if (type.kind === "one-of") return type.options.some((option) => fits(node, option, deep));
  if (target?.kind === "map") {
    if (type.kind === "part") return true;
    return type.kind === "map" && (!deep || target.entries.every((entry) => fits(entry.value, type.of)));
  }
  if (target?.kind === "list") {
    if (type.kind !== "list") return false;
    return !deep || (target.items.length >= (type.minimum ?? 0) && target.items.every((item) => fits(item, type.of)));
  }
  return valueFits(target?.value ?? null, type);
}

function valueFits(value: string | number | boolean | null, type: ValueType): boolean {
  switch (type.kind) {
    case "scalar":
      return true;
    case "null":
      return value === null;
    case "text":
      return typeof value === "string" && (type.blank !== false || value.trim() !== "");
    case "name":
      return typeof value === "string" && namePattern.test(value);
    case "boolean":
      return typeof value === "boolean";
    case "number":
      return typeof value === "number" && within(value, type.minimum, undefined);
    case "integer":
      return typeof value === "number" && Number.isInteger(value) && within(value, type.minimum, type.maximum);
    case "enum":
      return typeof value === "string" && type.values.includes(value);
    default:
      return false;
  }
}

function within(value: number, minimum: number | undefined, maximum: number | undefined): boolean {
  return Number.isFinite(value) && value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity);
}
