import type { ConditionNode, WhenNode } from "@lobster-lang/language";
import type { Expression } from "@lobster-lang/plan";
import { isKnown, type PlaceLowering } from "./lowering.ts";
import { lowerSubstitution } from "./text.ts";
import { positiveZero } from "./value.ts";

/** More nesting than any condition that a person wrote; it keeps every walk over a plan shallow. */
const deepest = 400;

/**
 * A condition as an expression, with its constants folded; null means "always". Comparisons stay as they are: how values
 * compare is the runtime's business (D19, D20).
 */
export function lowerWhen(node: WhenNode, lowering: PlaceLowering): Expression | null {
  const { condition } = node;
  if (condition === null) return null;
  if (condition === true) return null;
  if (condition === false) return { value: false };
  if (depthOf(condition.expression) > deepest) {
    lowering.refuse(
      "bad-condition",
      condition.range,
      `this condition nests more than ${deepest} levels deep; split it over several steps`,
    );
    return null;
  }
  const expression = foldTruth(lowerCondition(condition.expression, lowering));
  return isTruth(expression, true) ? null : expression;
}

function lowerCondition(node: ConditionNode, lowering: PlaceLowering): Expression {
  switch (node.kind) {
    case "logical":
      return {
        op: node.operator === "&&" ? "and" : "or",
        left: lowerCondition(node.left, lowering),
        right: lowerCondition(node.right, lowering),
      };
    case "not":
      return { op: "not", operand: lowerCondition(node.operand, lowering) };
    case "compare":
      return {
        op: node.operator,
        left: lowerCondition(node.left, lowering),
        right: lowerCondition(node.right, lowering),
      };
    case "value":
      if (typeof node.value !== "number") return { value: node.value };
      if (!Number.isFinite(node.value))
        lowering.refuse("bad-condition", node.range, "this number is too large to be compared with");
      return { value: positiveZero(node.value) };
    case "arg":
    case "ref":
      if (isKnown(node, lowering.names)) return lowerSubstitution(node);
      lowering.refuse(
        node.kind === "arg" ? "unknown-arg" : "unknown-step",
        node.range,
        node.kind === "arg" ? `there is no argument \`${node.name}\`` : `there is no step \`${node.id}\``,
      );
      return { value: null };
    case "missing":
      lowering.refuse("bad-condition", node.range, "something is missing here in the condition");
      return { value: null };
    default:
      return node satisfies never;
  }
}

/** Without recursion: the depth is what is in question. */
function depthOf(root: ConditionNode): number {
  let level: ConditionNode[] = [root];
  let depth = 0;
  while (level.length > 0 && depth <= deepest) {
    depth++;
    level = level.flatMap((node) => {
      if (node.kind === "not") return [node.operand];
      return node.kind === "logical" || node.kind === "compare" ? [node.left, node.right] : [];
    });
  }
  return depth;
}

/** Folds where only true or false counts. References have no effects and cannot fail, so dropping one changes nothing. */
function foldTruth(expression: Expression): Expression {
  if ("value" in expression) return { value: Boolean(expression.value) };
  if (!("op" in expression)) return expression;
  if (expression.op === "not") {
    const operand = foldTruth(expression.operand);
    return "value" in operand ? { value: !operand.value } : { op: "not", operand };
  }
  if (expression.op !== "and" && expression.op !== "or") return expression;
  const left = foldTruth(expression.left);
  const right = foldTruth(expression.right);
  const decides = expression.op === "or";
  if (isTruth(left, decides) || isTruth(right, decides)) return { value: decides };
  if (isTruth(left, !decides)) return right;
  return isTruth(right, !decides) ? left : { op: expression.op, left, right };
}

function isTruth(expression: Expression, truth: boolean): boolean {
  return "value" in expression && expression.value === truth;
}
