import type { CompareNode, ConditionNode, LiteralNode, RefNode, ReferenceFieldName } from "@lobster-lang/language";
import { referenceField } from "@lobster-lang/language";

/** What the value of a condition's operand can be, as far as the text alone says. */
export type ValueKind = "text" | "number" | "flag" | "unknown";

/**
 * `flag` is true or not there at all (`.approved`, `.skipped`, `.error`); `.json`, `.response` and arguments can be
 * anything.
 */
export function kindOf(node: ConditionNode): ValueKind {
  if (node.kind !== "ref") return "unknown";
  const last = node.path.at(-1);
  if (last?.kind === "name" && last.name === "length" && last.form === "dot") return "unknown";
  if (node.path.length > 0) return "unknown";
  const field = referenceField(node.field.name)?.name;
  return field === undefined ? "unknown" : kinds[field];
}

const kinds: { readonly [field in ReferenceFieldName]: ValueKind } = {
  stdout: "text",
  stderr: "text",
  json: "unknown",
  exit_code: "number",
  approved: "flag",
  approved_by: "text",
  initiated_by: "text",
  response: "unknown",
  subject: "unknown",
  skipped: "flag",
  error: "flag",
  error_message: "text",
};

export interface Sides {
  readonly ref: RefNode;
  readonly literal: LiteralNode;
}

/** The reference and the literal of a comparison between the two; null for other comparisons. */
export function sidesOf(node: CompareNode): Sides | null {
  if (node.left.kind === "ref" && node.right.kind === "value") return { ref: node.left, literal: node.right };
  if (node.right.kind === "ref" && node.left.kind === "value") return { ref: node.right, literal: node.left };
  return null;
}

/** Every comparison of a condition, from left to right. */
export function comparisonsIn(node: ConditionNode): CompareNode[] {
  switch (node.kind) {
    case "compare":
      return [...comparisonsIn(node.left), node, ...comparisonsIn(node.right)];
    case "logical":
      return [...comparisonsIn(node.left), ...comparisonsIn(node.right)];
    case "not":
      return comparisonsIn(node.operand);
    default:
      return [];
  }
}

/** What the runtime takes for a number when it orders two values. */
export function isNumeric(value: LiteralNode["value"]): boolean {
  return (
    typeof value === "number" || (typeof value === "string" && value.trim() !== "" && !Number.isNaN(Number(value)))
  );
}

/** The truth of an expression that no run can change, or null. */
export function constantOf(node: ConditionNode): boolean | null {
  switch (node.kind) {
    case "value":
      return node.value !== null && node.value !== false && node.value !== 0 && node.value !== "";
    case "not": {
      const inner = constantOf(node.operand);
      return inner === null ? null : !inner;
    }
    case "logical": {
      const sides = [constantOf(node.left), constantOf(node.right)];
      const decisive = node.operator === "||";
      if (sides.includes(decisive)) return decisive;
      return sides.includes(null) ? null : !decisive;
    }
    case "compare":
      return node.left.kind === "value" && node.right.kind === "value"
        ? compared(node.left, node.right, node.operator)
        : null;
    default:
      return null;
  }
}

function compared(left: LiteralNode, right: LiteralNode, operator: CompareNode["operator"]): boolean {
  if (operator === "==") return Object.is(left.value, right.value);
  if (operator === "!=") return !Object.is(left.value, right.value);
  if (!isNumeric(left.value) || !isNumeric(right.value)) return false;
  const [a, b] = [Number(left.value), Number(right.value)];
  switch (operator) {
    case "<":
      return a < b;
    case ">":
      return a > b;
    case "<=":
      return a <= b;
    case ">=":
      return a >= b;
  }
}
