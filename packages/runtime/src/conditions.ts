import type { Expression, Json } from "@lobster-lang/plan";
import { isDeepStrictEqual } from "node:util";
import { pieceValue, type Scope } from "./values.ts";

/**
 * Whether a condition holds: operands are looked at from left to right and only as far as needed (D22); a missing value
 * equals null (D20); `.stdout` and `.stderr` compare without their last newlines (D19).
 */
export async function holds(expression: Expression, scope: Scope): Promise<boolean> {
  return isTrue((await operand(expression, scope)).value);
}

/** False, 0, empty text, null and missing are false; everything else is true, also `"false"` and empty lists. */
export function isTrue(value: Json | undefined): boolean {
  return Boolean(value);
}

interface Operand {
  readonly value: Json | undefined;
  /** Output text, whose final newlines no author means. */
  readonly isOutput: boolean;
}

async function operand(expression: Expression, scope: Scope): Promise<Operand> {
  if ("value" in expression) return plain(expression.value);
  if ("arg" in expression) return plain(await pieceValue(scope, expression));
  if ("ref" in expression) {
    const { path } = expression.ref;
    const isOutput = path.length === 1 && (path[0] === "stdout" || path[0] === "stderr");
    return { value: await pieceValue(scope, expression), isOutput };
  }
  if (expression.op === "not") return plain(!(await holds(expression.operand, scope)));
  if (expression.op === "and") {
    return plain((await holds(expression.left, scope)) && (await holds(expression.right, scope)));
  }
  if (expression.op === "or") {
    return plain((await holds(expression.left, scope)) || (await holds(expression.right, scope)));
  }
  return plain(compare(expression.op, await operand(expression.left, scope), await operand(expression.right, scope)));
}

function plain(value: Json | undefined): Operand {
  return { value, isOutput: false };
}

function compare(operator: "==" | "!=" | "<=" | ">=" | "<" | ">", left: Operand, right: Operand): boolean {
  if (operator === "==" || operator === "!=") {
    const trim = left.isOutput || right.isOutput;
    const same = equal(
      trim ? withoutFinalNewlines(left.value) : left.value,
      trim ? withoutFinalNewlines(right.value) : right.value,
    );
    return operator === "==" ? same : !same;
  }
  const [a, b] = [numberOf(left.value), numberOf(right.value)];
  if (a === null || b === null) return false;
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

function withoutFinalNewlines(value: Json | undefined): Json | undefined {
  return typeof value === "string" ? value.replace(/[\r\n]+$/, "") : value;
}

function equal(left: Json | undefined, right: Json | undefined): boolean {
  const [a, b] = [left ?? null, right ?? null];
  return isDeepStrictEqual(a, b);
}

/** Numbers, and text that is a number; booleans and null never are. */
function numberOf(value: Json | undefined): number | null {
  if (typeof value === "number") return value;
  if (typeof value !== "string" || value.trim() === "") return null;
  const number = Number(value);
  return Number.isNaN(number) ? null : number;
}
