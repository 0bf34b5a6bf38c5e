/** The parts of a workflow file that have keys of their own. A branch and a sub-step are steps with fewer keys. */
export type PartName =
  | "file"
  | "argument"
  | "step"
  | "branch"
  | "sub-step"
  | "approval"
  | "parallel"
  | "input"
  | "retry"
  | "cost-limit";

/**
 * What a value may be. `text` is text of YAML or JSON (`blank: false`: with something in it), `scalar` any single value,
 * `name` a text that a reference can spell, `map` has keys of the author's choice, `part` the keys of that part.
 */
export type ValueType =
  | { readonly kind: "any" }
  | { readonly kind: "scalar" }
  | { readonly kind: "null" }
  | { readonly kind: "text"; readonly blank?: false }
  | { readonly kind: "name" }
  | { readonly kind: "boolean" }
  | { readonly kind: "number"; readonly minimum?: number }
  | { readonly kind: "integer"; readonly minimum?: number; readonly maximum?: number }
  | { readonly kind: "enum"; readonly values: readonly string[] }
  | { readonly kind: "map"; readonly of: ValueType }
  | { readonly kind: "part"; readonly part: PartName }
  | { readonly kind: "list"; readonly of: ValueType; readonly minimum?: number }
  | { readonly kind: "one-of"; readonly options: readonly ValueType[] };

export interface FieldSignature {
  readonly name: string;
  /** Other spellings that mean the same (the camel ones of the original's identity fields). */
  readonly aliases?: readonly string[];
  readonly type: ValueType;
  readonly required?: boolean;
  /** One of run, command, pipeline, workflow, parallel, for_each: a step has at most one. */
  readonly action?: boolean;
  /** The rule that judges the value, where it is another than wrong-type. */
  readonly judge?: "invalid-id" | "not-a-gate" | "arg-shorthand";
  /** Without one of these keys beside it the field does nothing. */
  readonly owner?: Companion;
  /** Beside one of these keys the field does nothing. */
  readonly inertBeside?: Companion;
  /** Of the original, or an addition of ours (language.md "Fields that are ours"). */
  readonly since: "original" | "ours";
  readonly doc: string;
  /** One line of YAML, or several, at the level of the field. */
  readonly example: string;
}

export interface Companion {
  readonly keys: readonly string[];
  /** What the original silently ignores without harm is a warning. */
  readonly severity: "error" | "warning";
  /** What to do, one clause. */
  readonly advice: string;
}

/** How the value of a key of another language becomes the value of ours. */
export type Conversion =
  | "same"
  | "seconds"
  | "minutes"
  | "milliseconds"
  | "retries"
  | "attempts"
  | "continue-flag"
  | "optional-flag"
  | "file-order"
  | "remove";

/** A key that people write and that is none: of another language, or of another place. */
export interface LookAlike {
  readonly keys: readonly string[];
  readonly on: readonly PartName[];
  /** Our key in the same part, if there is one. */
  readonly instead?: string;
  readonly convert?: Conversion;
  /** What to write, one clause. */
  readonly advice: string;
  /** What the step is meant to do by it, so that it does not count as a step without anything to do. */
  readonly action?: boolean;
  /** Means nothing to the run and was never meant to: a warning. */
  readonly cosmetic?: boolean;
  /** The rule that reports it, where it is another than unknown-key. */
  readonly judge?: "not-a-gate" | "unknown-approval-key";
}
