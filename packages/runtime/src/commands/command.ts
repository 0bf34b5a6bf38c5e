import type { Json } from "@lobster-lang/plan";
import type { StepCosts } from "../costs/step-costs.ts";
import type { StageWorld } from "../stage-world.ts";
import type { Scope } from "../values.ts";
import type { StepEnvironment } from "../environment.ts";
import type { Arguments } from "./arguments.ts";

/**
 * Items flow in batches: lazy, one batch asked for at a time, and ended from behind by `return()`. A batch is what came
 * together (a chunk of a program's output), so that a million items cost thousands of turns and not millions.
 */
export type Batches = AsyncIterable<readonly Json[]>;

/** What a stage may use of its step. */
export interface StageContext {
  readonly scope: Scope;
  readonly environment: StepEnvironment;
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly world: StageWorld;
  /** Takes what answers of models cost. */
  readonly costs: StepCosts;
  /** Nothing is piped in: no stage and no `stdin:` stands before this stage. */
  readonly isFirst: boolean;
  /** Takes the file with what a child wrote to standard error. */
  readonly keepStderr: (capture: string) => void;
  /** Stores a value once the whole pipeline has ended well, gates included (W27). */
  readonly whenDelivered: (value: NamedValue) => void;
  /**
   * Does a part of the stage's work that acts on others, once: what is done is in the journal under this name, and is not
   * done again when the stage itself is. One that was interrupted is not begun again.
   */
  readonly once: <T extends Json>(name: string, work: () => Promise<T>) => Promise<T>;
  /** Ends the stages before this one: nobody wants what they would give. */
  readonly endBefore: () => void;
}

/** A value and the name that it is stored under. */
export interface NamedValue {
  readonly key: string;
  readonly value: Json;
}

export interface ItemsCommand {
  readonly kind: "items";
  readonly run: (input: Batches, args: Arguments, context: StageContext) => Batches;
}

/** A stage. Items are never changed in place: they belong to earlier results (D24). */
export type Command =
  | ItemsCommand
  | { readonly kind: "rendered"; readonly name: "json" | "table"; readonly render: (items: readonly Json[]) => string }
  /** Handled by the pipeline itself: the run may stop here and go on in another process. */
  | { readonly kind: "gate" };
