import type { ArgRefNode, Embedded, Problem, RefNode, TextSource } from "./text-nodes.ts";

export type CompareOperator = "==" | "!=" | "<=" | ">=" | "<" | ">";

export type ConditionNode = LogicalNode | NotNode | CompareNode | LiteralNode | RefNode | ArgRefNode | MissingNode;

export interface LogicalNode extends Embedded {
  readonly kind: "logical";
  readonly operator: "&&" | "||";
  readonly operatorSpan: Embedded;
  readonly left: ConditionNode;
  readonly right: ConditionNode;
}

export interface NotNode extends Embedded {
  readonly kind: "not";
  readonly operand: ConditionNode;
}

export interface CompareNode extends Embedded {
  readonly kind: "compare";
  readonly operator: CompareOperator;
  readonly operatorSpan: Embedded;
  readonly left: ConditionNode;
  readonly right: ConditionNode;
}

export interface LiteralNode extends Embedded {
  readonly kind: "value";
  readonly value: string | number | boolean | null;
  /** `bare` is a word without quotes, allowed on the right of a comparison only. */
  readonly form: "quoted" | "bare" | "number" | "keyword";
}

/** What recovery puts where an operand is missing or unreadable; there is always a problem for it. */
export interface MissingNode extends Embedded {
  readonly kind: "missing";
}

/** A parsed `when:` / `condition:` text. `expression` is always there; with problems it is the recovered tree. */
export interface ConditionText extends Embedded {
  readonly kind: "condition";
  readonly source: TextSource;
  readonly expression: ConditionNode;
  readonly problems: readonly Problem[];
}
