import type { ValueStore } from "@lobster-lang/state";
import type { ProcessWorld } from "./capture.ts";

/** What a stage needs of its run beyond starting children. */
export interface StageWorld extends ProcessWorld {
  readonly values: ValueStore;
  readonly now: () => number;
}
