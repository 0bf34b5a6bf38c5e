import type { Stage } from "./stage-types.ts";

export type * from "./stage-types.ts";

/**
 * The plan: what a workflow or pipeline means, with all defaults written out. Everything that acts reads plans and never
 * YAML (design.md "The plan"). Plans are JSON; `planVersion` 1.
 */
export interface Plan {
  readonly planVersion: 1;
  readonly kind: "workflow" | "pipeline";
  readonly name: string | null;
  readonly description: string | null;
  /** Shell family that the scripts were compiled for. */
  readonly shell: "posix";
  readonly args: readonly PlanArg[];
  readonly env: readonly PlanEnv[];
  readonly cwd: Text | null;
  readonly steps: readonly PlanStep[];
  readonly costLimit: { readonly maxUsd: number; readonly action: "warn" | "stop" } | null;
  readonly requires: Requires;
  /** The workflows that steps run, each content once, by `childKey`; absent where no step runs one. */
  readonly children?: { readonly [key: string]: ChildPlan };
  /** Separable: not part of the hash, absent with --no-source. */
  readonly source?: PlanSource;
}

/**
 * A workflow that a step runs: what a run of it needs, and nothing of the place it came from, so that one content is one
 * child whoever runs it. Its scope is its own: it sees neither steps nor arguments of the workflow that runs it.
 */
export interface ChildPlan {
  readonly name: string | null;
  readonly args: readonly PlanArg[];
  readonly env: readonly PlanEnv[];
  readonly cwd: Text | null;
  readonly steps: readonly PlanStep[];
  readonly costLimit: Plan["costLimit"];
}

export interface PlanArg {
  readonly name: string;
  /** `LOBSTER_ARG_<NAME>`, or null where the name gives none. */
  readonly variable: string | null;
  readonly type: "string" | "number" | "integer" | "boolean" | "array" | "object";
  readonly required: boolean;
  readonly default: Json | null;
  readonly hasDefault: boolean;
  readonly enum: readonly Json[] | null;
  readonly secret: boolean;
  readonly description: string | null;
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** One piece of a text. */
export type Part = TextPiece | ArgPiece | RefPiece;
export interface TextPiece {
  readonly text: string;
}
export interface ArgPiece {
  readonly arg: string;
}
export interface RefPiece {
  readonly ref: Reference;
}

/** `path[0]` is the canonical field name (`stdout`, `json`, `error_message`); a number is a bracket index. */
export interface Reference {
  readonly step: string;
  readonly path: readonly (string | number)[];
}

/** Pieces in order; neighbouring texts are merged; empty text is `[]`. */
export type Text = readonly Part[];

/** A value that keeps its type: a text, one whole reference or argument, a literal, or a structure of them. */
export type Value =
  | { readonly text: Text }
  | { readonly whole: ArgPiece | RefPiece }
  | { readonly json: Json }
  | { readonly list: readonly Value[] }
  | { readonly map: readonly { readonly key: string; readonly value: Value }[] };

export interface PlanEnv {
  readonly name: string;
  readonly value: Text;
}

export interface PlanStep {
  readonly id: string;
  readonly name: string | null;
  readonly description: string | null;
  /** Null: always. */
  readonly when: Expression | null;
  /** Null: a bare gate. */
  readonly action: Action | null;
  readonly gate: Gate | null;
  readonly stdin: Value | null;
  readonly env: readonly PlanEnv[];
  readonly cwd: Text | null;
  readonly timeoutMs: number | null;
  readonly onError: "stop" | "continue" | "skip_rest";
  /** Null: one attempt. */
  readonly retry: Retry | null;
  readonly idempotent: boolean;
  readonly outputSchema: Json | null;
}

/** How a failed step is repeated: the delay before attempt k + 2 is `delayMs`, or `delayMs` × 2^k up to `maxDelayMs`. */
export interface Retry {
  /** All attempts, the first included. */
  readonly max: number;
  readonly delayMs: number;
  readonly backoff: "fixed" | "exponential";
  /** Of exponential delays only. */
  readonly maxDelayMs: number;
  /** Each delay is up to a tenth shorter or longer. */
  readonly jitter: boolean;
}

export type Action = ShellAction | PipelineAction | ForEachAction | ParallelAction | InputAction | WorkflowAction;

export interface ShellAction {
  readonly kind: "shell";
  readonly script: Script;
}

export interface PipelineAction {
  readonly kind: "pipeline";
  readonly stages: readonly Stage[];
}

/** Runs `steps` once for each item of a list. They see the item and its number as results of steps of those names. */
export interface ForEachAction {
  readonly kind: "for_each";
  /** A list when it is reached, else the step fails. */
  readonly list: ArgPiece | RefPiece;
  readonly itemVariable: string;
  readonly indexVariable: string;
  readonly steps: readonly PlanStep[];
  /** How many items at once. */
  readonly concurrency: number;
  /** Null: no pauses. */
  readonly pause: LoopPause | null;
}

/** A loop sleeps after each batch of items, but not after the last one. */
export interface LoopPause {
  readonly batchSize: number;
  readonly ms: number;
}

/** Runs branches at the same time; none of them has a gate (D9) or a block of its own. */
export interface ParallelAction {
  readonly kind: "parallel";
  readonly branches: readonly PlanStep[];
  /** `any`: the first that succeeds decides, and the others are ended (D12). */
  readonly wait: "all" | "any";
  readonly concurrency: number;
  /** Of the block; beside the time limit of its step. */
  readonly timeoutMs: number | null;
}

/** Asks a person for data, and stops the run until there is an answer (original-language.md 14). */
export interface InputAction {
  readonly kind: "input";
  readonly prompt: Text;
  /** JSON Schema that the answer fits. */
  readonly responseSchema: { readonly [keyword: string]: Json };
  /** What a form shows before it is filled in; never an answer by itself. */
  readonly defaults: Value | null;
  /** What is asked about. Null: the result of the step before, in a loop's first step the item. */
  readonly subject: Value | null;
}

/** Runs another workflow, which was linked in when the plan was compiled; its output is the result of the step. */
export interface WorkflowAction {
  readonly kind: "workflow";
  /** Path from the file that names it, for people: nothing reads it at a run. */
  readonly file: string;
  /** Key in `children` of the plan. */
  readonly child: string;
  /** In the order of the file; those not given have their defaults. */
  readonly args: readonly { readonly name: string; readonly value: Value }[];
}

/** Shell text with every substitution replaced by a variable, and what those variables hold (D1). */
export interface Script {
  readonly text: string;
  readonly bindings: readonly Binding[];
}

export interface Binding {
  /** `LOBSTER_ARG_X`, or a private `_LOBSTER_<n>` that is set for this script alone. */
  readonly variable: string;
  readonly value: ArgPiece | RefPiece;
  /** `integer`: the shell evaluates the place as arithmetic; the runtime refuses anything but an integer. */
  readonly type: "text" | "integer";
}

export interface Gate {
  readonly prompt: Text;
  /** Null: the step's own json. */
  readonly items: Value | null;
  /** Null: the step's stdout or json. */
  readonly preview: Text | null;
  readonly initiatedBy: Text | null;
  readonly requiredApprover: Text | null;
  readonly requireDifferentApprover: boolean;
  /** Public keys, `ed25519:` and 43 characters: an approval counts that one of them has signed. Empty: no signature is asked for. */
  readonly approvers: readonly string[];
  /** An undecided gate cancels the run after this time. Null: it waits for ever. */
  readonly expiresMs: number | null;
}

export type Expression =
  | { readonly op: "and" | "or"; readonly left: Expression; readonly right: Expression }
  | { readonly op: "not"; readonly operand: Expression }
  | { readonly op: "==" | "!=" | "<=" | ">=" | "<" | ">"; readonly left: Expression; readonly right: Expression }
  | { readonly value: string | number | boolean | null }
  | ArgPiece
  | RefPiece;

/** What the plan may do, at a glance. Each list sorted, without doubles. */
export interface Requires {
  readonly commands: readonly string[];
  /** Programs that scripts and exec name literally. */
  readonly programs: readonly string[];
  /** Environment variables that scripts read and nothing in the plan sets. */
  readonly environment: readonly string[];
  /** Where the plan stops and asks: steps with a gate or an input (`id`, `loop/id`, `child/id`), stages that do (`id/<number>`). */
  readonly gates: readonly string[];
  /** Stages that reach a network. */
  readonly network: readonly string[];
}

/** Where things came from: offsets in the source text, by JSON pointer into the plan (`/steps/0`). */
export interface PlanSource extends FileSource {
  /** The same for each of `children`, by key; pointers are those into the child. Absent without children. */
  readonly children?: { readonly [key: string]: FileSource };
}

export interface FileSource {
  /** Base name only: no folder of any machine. */
  readonly file: string | null;
  /** sha256 of the source text, hex. */
  readonly sha256: string;
  readonly ranges: { readonly [pointer: string]: { readonly start: number; readonly end: number } };
}
