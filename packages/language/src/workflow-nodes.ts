import type { Range } from "./range.ts";
import type { CommentNode, DataNode, EntryNode, MapNode, ScalarNode } from "./data-nodes.ts";
import type { Problem, TextNode } from "./text-nodes.ts";
import type { ConditionText } from "./condition-nodes.ts";
import type { PipelineNode } from "./pipe-nodes.ts";
import type { AnalyseShell } from "./shell-nodes.ts";

/**
 * The workflow layer of the tree. It is total: every file gives one, whatever is wrong with it, and holds all that
 * could be read. Structure faults (unknown keys, wrong types, missing ids) are NOT problems of the tree: the checker's
 * rules find them on the data layer with the table of fields.
 */
export interface WorkflowTree {
  readonly kind: "workflow";
  readonly range: Range;
  readonly text: string;
  readonly fileName: string | null;
  readonly format: "yaml" | "json";
  readonly root: DataNode | null;
  readonly name: ScalarNode | null;
  readonly description: ScalarNode | null;
  readonly args: readonly ArgNode[];
  readonly env: readonly EnvNode[];
  readonly cwd: TextNode | null;
  readonly steps: readonly StepNode[];
  readonly comments: readonly CommentNode[];
  /** Set when the file is of another language or dialect; then only that is reported (rule not-lobster, foreign dialects). */
  readonly dialect: Dialect | null;
  readonly problems: readonly Problem[];
}

export interface Dialect {
  readonly name: string;
  readonly message: string;
  readonly range: Range;
  /** `skip`: not ours at all (info); `error`: meant for us, but written for another engine. */
  readonly kind: "skip" | "error";
}

export interface ArgNode {
  readonly kind: "arg-definition";
  readonly range: Range;
  readonly entry: EntryNode;
  readonly name: string;
  /** The definition map; null for a shorthand (`city: Paris`), which rule arg-shorthand reports. */
  readonly definition: MapNode | null;
  readonly default: DataNode | null;
  readonly hasDefault: boolean;
  readonly type: ArgType;
  readonly required: boolean | null;
  readonly secret: boolean;
  readonly enum: readonly unknown[] | null;
  readonly description: string | null;
}

export type ArgType = "string" | "number" | "integer" | "boolean" | "array" | "object";

export interface EnvNode {
  readonly kind: "env-entry";
  readonly range: Range;
  readonly entry: EntryNode;
  readonly name: string;
  /** Null for a value that is a map or a list. A number or boolean is text as spelled (D13). */
  readonly value: TextNode | null;
}

/** Text, or a map or list with texts inside (D29). */
export type ValueNode = TextValue | MapValue | ListValue | LiteralValue;
export interface TextValue {
  readonly kind: "text-value";
  readonly range: Range;
  readonly text: TextNode;
}
export interface LiteralValue {
  readonly kind: "literal-value";
  readonly range: Range;
  readonly value: number | boolean | null;
  readonly scalar: ScalarNode;
}
export interface ListValue {
  readonly kind: "list-value";
  readonly range: Range;
  readonly items: readonly ValueNode[];
}
export interface MapValue {
  readonly kind: "map-value";
  readonly range: Range;
  readonly entries: readonly { readonly key: string; readonly keyRange: Range; readonly value: ValueNode }[];
}

/** Whatever can be executed: a step, a branch of `parallel`, a sub-step of `for_each` (D10: all by the same code). */
export interface StepNode {
  readonly kind: "step";
  readonly role: "step" | "branch" | "sub-step";
  readonly range: Range;
  /** The map; null for an item that is none. */
  readonly data: MapNode | null;
  /** The `id` when it is text (also an invalid one); `idNode` is its scalar. */
  readonly id: string | null;
  readonly idNode: ScalarNode | null;
  readonly name: ScalarNode | null;
  readonly description: ScalarNode | null;
  /** All actions found, in file order; a good step has one, or none with a gate or input. */
  readonly actions: readonly ActionNode[];
  readonly approval: ApprovalNode | null;
  readonly when: WhenNode | null;
  readonly stdin: ValueNode | null;
  readonly stdinEntry: EntryNode | null;
  readonly env: readonly EnvNode[];
  readonly cwd: TextNode | null;
}

export type ActionNode = ShellAction | PipelineAction | WorkflowAction | ParallelAction | ForEachAction | InputAction;

export interface ShellAction {
  readonly kind: "shell";
  readonly entry: EntryNode;
  readonly key: "run" | "command";
  readonly text: TextNode;
  /** What the shell sees in the text, given the names that exist in the file; parsed on first use, then kept. */
  readonly analyse: AnalyseShell;
}
export interface PipelineAction {
  readonly kind: "pipeline";
  readonly entry: EntryNode;
  readonly pipeline: PipelineNode;
}
export interface WorkflowAction {
  readonly kind: "workflow";
  readonly entry: EntryNode;
  readonly path: TextNode;
  readonly args: ValueNode | null;
}
export interface ParallelAction {
  readonly kind: "parallel";
  readonly entry: EntryNode;
  readonly branches: readonly StepNode[];
  readonly wait: "all" | "any";
}
export interface ForEachAction {
  readonly kind: "for-each";
  readonly entry: EntryNode;
  readonly list: TextNode | null;
  readonly steps: readonly StepNode[];
  readonly itemVariable: { readonly name: string; readonly range: Range | null };
  readonly indexVariable: { readonly name: string; readonly range: Range | null };
}
export interface InputAction {
  readonly kind: "input";
  readonly entry: EntryNode;
  readonly prompt: TextNode | null;
  readonly responseSchema: DataNode | null;
  readonly defaults: ValueNode | null;
}

export interface WhenNode {
  readonly kind: "when";
  readonly entry: EntryNode;
  readonly key: "when" | "condition";
  /** A constant for a YAML boolean, else the parsed text; null when the value is no text at all. */
  readonly condition: ConditionText | boolean | null;
}

export interface ApprovalNode {
  readonly kind: "approval";
  readonly entry: EntryNode;
  /** Whether the runtime stops here (original-language.md 13). Wrong forms are rules' business. */
  readonly isGate: boolean;
  readonly prompt: TextNode | null;
  readonly items: ValueNode | null;
  readonly preview: TextNode | null;
  readonly initiatedBy: TextNode | null;
  readonly requiredApprover: TextNode | null;
  readonly requireDifferentApprover: boolean;
  /** Public keys as they are written; what is no text is left out. */
  readonly approvers: readonly ScalarNode[];
  readonly expiresMs: number | null;
}
