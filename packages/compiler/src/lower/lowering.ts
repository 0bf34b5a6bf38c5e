import type {
  ArgRefNode,
  Diagnostic,
  KnownNames,
  Range,
  RefNode,
  ShellAnalysis,
  StepNode,
  WorkflowAction,
} from "@lobster-lang/language";
import type { PlanSource, PlanStep } from "@lobster-lang/plan";

/** What every part of lowering shares: where to report, where to note places, and which names there are. */
export interface Lowering {
  /** `LOBSTER_ARG_…` by argument name. */
  readonly argVariables: ReadonlyMap<string, string | null>;
  /** Notes where the value at a JSON pointer came from. */
  mark(pointer: string, range: Range): void;
  /** What cannot be lowered though the checker let it pass: the plan is then refused. */
  refuse(rule: string, range: Range, message: string): void;
  /** Notes what a script does, for `requires`. */
  noteScript(script: AnalysedScript): void;
  /** Notes that a workflow is called, for `requires`. */
  noteCall(call: NotedCall): void;
  /** The workflows that steps call, linked in. */
  readonly children: ReadonlyMap<WorkflowAction, LinkedChild>;
}

/** A workflow that a step calls. */
export interface LinkedChild {
  /** In `children` of the plan. */
  readonly key: string;
  /** Path from the file that calls it. */
  readonly file: string;
}

/** The call of a workflow, with the variables that `env:` sets around it. */
export interface NotedCall {
  readonly child: string;
  readonly env: ReadonlySet<string>;
}

/** A script as the shell sees it, with the variables that `env:` sets around it. */
export interface AnalysedScript {
  readonly analysis: ShellAnalysis;
  readonly env: ReadonlySet<string>;
}

/** Lowering at one place of the file. */
export interface PlaceLowering extends Lowering {
  /** What a substitution may name here. */
  readonly names: KnownNames;
  /** Variables that the `env:` of the file and of the step set. */
  readonly env: ReadonlySet<string>;
}

/** Lowering of one step, and of what is inside it. */
export interface StepLowering extends PlaceLowering {
  /** What `env` and `cwd` may name: a loop makes them anew for each item. */
  readonly namesInEnv: KnownNames;
  /** Whether the step is a branch of `parallel`, where nothing can wait for a person (D9). */
  readonly isBranch: boolean;
  /** Lowers the steps inside this one, which see its `env` around them. */
  readonly inside: (steps: readonly StepNode[], pointer: string) => readonly PlanStep[];
}

/** A lowering together with what it collects. */
export interface CollectingLowering {
  readonly lowering: Lowering;
  readonly diagnostics: readonly Diagnostic[];
  readonly ranges: PlanSource["ranges"];
  readonly scripts: readonly AnalysedScript[];
  readonly calls: readonly NotedCall[];
}

export function collectingLowering(
  argVariables: ReadonlyMap<string, string | null>,
  children: ReadonlyMap<WorkflowAction, LinkedChild>,
): CollectingLowering {
  const scripts: AnalysedScript[] = [];
  const calls: NotedCall[] = [];
  const diagnostics: Diagnostic[] = [];
  const ranges: { [pointer: string]: { start: number; end: number } } = {};
  return {
    diagnostics,
    ranges,
    scripts,
    calls,
    lowering: {
      argVariables,
      children,
      noteScript: (script) => void scripts.push(script),
      noteCall: (call) => void calls.push(call),
      mark: (pointer, { start, end }) => void (ranges[pointer] = { start, end }),
      refuse: (rule, range, message) =>
        void diagnostics.push({ rule, severity: "error", range, message, related: [], fixes: [] }),
    },
  };
}

/** Whether a reference or argument names something that exists at this place; else it is the text that it looks like. */
export function isKnown(node: RefNode | ArgRefNode, names: KnownNames): boolean {
  return node.kind === "arg" ? names.args.has(node.name) : names.steps.has(node.id);
}
