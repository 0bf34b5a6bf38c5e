import type { Embedded, Problem, TextPart } from "./text-nodes.ts";

/** A text for the stage `template` (and values of `map`): literal parts and `{{ path | filter arg … }}`. */
export interface TemplateNode extends Embedded {
  readonly kind: "template";
  /** Substitutions of the workflow (`${arg}`, `$step.x`) stay parts of their own: a value is never read as a template (D3). */
  readonly parts: readonly (TextPart | TemplateExpression)[];
  readonly problems: readonly Problem[];
}

export interface TemplateExpression extends Embedded {
  readonly kind: "expression";
  /** Text of the path as written, trimmed; `.`, `this` and empty are the item itself. */
  readonly path: string;
  readonly pathSpan: Embedded;
  readonly filters: readonly FilterNode[];
}

export interface FilterNode extends Embedded {
  readonly kind: "filter";
  readonly name: string;
  readonly nameSpan: Embedded;
  readonly arguments: readonly FilterArgument[];
}

export interface FilterArgument extends Embedded {
  readonly text: string;
  readonly quoted: boolean;
}

/** `where` expression: `path operator value`. */
export interface WhereNode extends Embedded {
  readonly kind: "where";
  readonly path: string;
  readonly pathSpan: Embedded;
  readonly operator: "==" | "!=" | "<=" | ">=" | "<" | ">";
  readonly operatorSpan: Embedded;
  /** Parts of the value: a substitution fills it as data. */
  readonly value: readonly TextPart[];
  readonly valueSpan: Embedded;
  readonly problems: readonly Problem[];
}
