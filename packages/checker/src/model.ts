import type {
  ArgNode,
  BoundArgument,
  ConditionText,
  Embedded,
  KnownNames,
  PipelineNode,
  RefNode,
  ArgRefNode,
  ShellAnalysis,
  StageNode,
  StepNode,
  TextNode,
  WorkflowTree,
  AnalyseShell,
} from "@lobster-lang/language";
import type { PlacedPart } from "./facts/places.ts";

/**
 * Facts about one file, built once and read by every rule (never per expression: that is quadratic).
 */
export interface Model {
  readonly tree: WorkflowTree;
  readonly args: ReadonlyMap<string, ArgNode>;
  /** Steps, branches and sub-steps by id; the first of several with one id. */
  readonly steps: ReadonlyMap<string, StepSymbol>;
  /** Every step-like thing in file order. */
  readonly allSteps: readonly StepSymbol[];
  /** All references, step by step in file order. In shell text also those that only look like one: see `KnownNames`. */
  readonly references: readonly Reference[];
  /** The references of one step (`null` = top level), without those of its inner steps. */
  referencesOf(step: StepNode | null): readonly Reference[];
  /** Everything of a step that holds text, by step (`null` = top level). */
  textsOf(step: StepNode | null): readonly TextPlace[];
  /** What the shell sees in each shell text of a step, those of its stages among them. */
  shellTextsOf(step: StepNode): readonly ShellAnalysis[];
  /** Names that a substitution at this step may name: arguments, and ids of the whole file with loop variables in scope. */
  namesAt(step: StepNode | null): KnownNames;
  /** The same for what stands inside the step, and for its `env` and `cwd`: the variables of a loop are there. */
  namesInside(step: StepNode): KnownNames;
  /** Whether `id` is finished when `step` starts. */
  visibility(id: string, step: StepNode | null): Visibility;
  /** The symbol of a step-like thing of this tree. */
  symbolOf(step: StepNode): StepSymbol | undefined;
  /** The innermost enclosing loop of `step` (not itself) that gives this variable. */
  loopOf(variable: string, step: StepNode | null): StepNode | null;
}

export type Visibility = "ok" | "unknown" | "later" | "itself" | "inner" | "loop-variable-outside" | "sibling-branch";

export interface StepSymbol {
  readonly id: string | null;
  readonly step: StepNode;
  readonly parent: StepNode | null;
  /** Position in file order among all step-like things. */
  readonly index: number;
}

/** A text, condition or pipeline and where it belongs. */
export interface TextPlace {
  readonly step: StepNode | null;
  /** What several rules ask about it, worked out once. */
  readonly facts: PlaceFacts;
  readonly content:
    | { readonly kind: "text"; readonly text: TextNode }
    | {
        readonly kind: "shell";
        readonly text: TextNode;
        readonly analyse: AnalyseShell;
        readonly stage: StageNode | null;
      }
    | { readonly kind: "condition"; readonly condition: ConditionText }
    | { readonly kind: "pipeline"; readonly pipeline: PipelineNode };
}

/** Filled by `facts/places.ts` and `facts/shell.ts`. */
export interface PlaceFacts {
  parts: readonly PlacedPart[] | null;
  analysis: ShellAnalysis | null;
}

export interface Reference {
  readonly ref: RefNode | ArgRefNode;
  readonly step: StepNode | null;
  readonly place: TextPlace;
  /** For a word of a pipeline. */
  readonly argument: BoundArgument | null;
  readonly at: Embedded;
}
