import type {
  ArgRefNode,
  CompareOperator,
  ConditionNode,
  Embedded,
  LiteralNode,
  RefNode,
  TextSource,
} from "@lobster-lang/language";
import { covering } from "@lobster-lang/language";
import { argNode, refNode } from "../text/parts.ts";
import { argAt, refAt } from "../text/scan.ts";
import { placeIn } from "../text/text-source.ts";

/** More comparisons are left to the grammar, which has limits. */
const most = 8;

/**
 * The conditions that nearly all files are made of: references, alone or compared with a literal, joined by one operator.
 * Null for every other text, and for each that might have a fault: the grammar then reads it. Where both can read a text,
 * they give the same tree.
 */
export function simpleCondition(source: TextSource): ConditionNode | null {
  const { text } = source;
  let joined: ConditionNode | null = null;
  let join: Joint | null = null;
  let at = behindBlanks(text, 0);
  for (let count = 0; count < most; count++) {
    const side = comparisonAt(source, at);
    if (side === null) return null;
    joined = joined === null || join === null ? side.node : logical(source, join, joined, side.node);
    at = behindBlanks(text, side.end);
    if (at === text.length) return joined;
    const operator = text.startsWith("&&", at) ? "&&" : text.startsWith("||", at) ? "||" : null;
    if (operator === null || (join !== null && join.operator !== operator)) return null;
    join = { operator, operatorSpan: placeIn(source, at, at + 2) };
    at = behindBlanks(text, at + 2);
  }
  return null;
}

function logical(source: TextSource, joint: Joint, left: ConditionNode, right: ConditionNode): ConditionNode {
  const { span, range } = spanning(source, left, right);
  return { kind: "logical", span, range, operator: joint.operator, operatorSpan: joint.operatorSpan, left, right };
}

interface Joint {
  readonly operator: "&&" | "||";
  readonly operatorSpan: Embedded;
}

interface Side {
  readonly node: ConditionNode;
  readonly end: number;
}

function comparisonAt(source: TextSource, start: number): Side | null {
  const { text } = source;
  const left = substitutionAt(source, start);
  if (left === null || !endsOperand(text, left.end)) return null;
  const at = behindBlanks(text, left.end);
  comparison.lastIndex = at;
  const operator = comparison.exec(text)?.[0] as CompareOperator | undefined;
  if (operator === undefined) return left;
  const right = literalAt(source, behindBlanks(text, at + operator.length));
  if (right === null) return null;
  const operatorSpan = placeIn(source, at, at + operator.length);
  const { span, range } = spanning(source, left.node, right.node);
  return {
    node: { kind: "compare", span, range, operator, operatorSpan, left: left.node, right: right.node },
    end: right.end,
  };
}

function substitutionAt(source: TextSource, at: number): { node: RefNode | ArgRefNode; end: number } | null {
  const { text } = source;
  const place = (from: number, to: number): Embedded => placeIn(source, from, to);
  if (text[at] !== "$") return null;
  if (text[at + 1] === "{") {
    const arg = argAt(text, at);
    return arg === null ? null : { node: argNode(text, at, arg, place), end: arg.end };
  }
  const ref = refAt(text, at);
  return ref === null ? null : { node: refNode(text, at, ref, place), end: ref.end };
}

function literalAt(source: TextSource, at: number): Side | null {
  literal.lastIndex = at;
  const [written] = literal.exec(source.text) ?? [];
  if (written === undefined) return null;
  const end = at + written.length;
  if (!endsOperand(source.text, end)) return null;
  const { span, range } = placeIn(source, at, end);
  const { value, form } = valueOf(written);
  const node: LiteralNode = { kind: "value", span, range, value, form };
  return { node, end };
}

function valueOf(written: string): Pick<LiteralNode, "value" | "form"> {
  switch (written) {
    case "true":
      return { value: true, form: "keyword" };
    case "false":
      return { value: false, form: "keyword" };
    case "null":
      return { value: null, form: "keyword" };
  }
  if (written[0] === '"' || written[0] === "'") return { value: written.slice(1, -1), form: "quoted" };
  return { value: Number(written), form: "number" };
}

const comparison = /(?:==|!=|<=|>=|<|>)(?![=~<>])/y;
const literal = /true|false|null|-?[0-9]+(?:\.[0-9]+)?|"[^"\\]*"|'[^'\\]*'/y;

/** What stands directly behind an operand may belong to it: only blanks, operators and the end do certainly not. */
function endsOperand(text: string, at: number): boolean {
  return at === text.length || /[\s=!<>&|]/.test(text[at]!);
}

function behindBlanks(text: string, at: number): number {
  let next = at;
  while (next < text.length && /\s/.test(text[next]!)) next++;
  return next;
}

function spanning(source: TextSource, first: Embedded, last: Embedded): Embedded {
  const { start, end } = covering(first.span, last.span);
  return placeIn(source, start, end);
}
