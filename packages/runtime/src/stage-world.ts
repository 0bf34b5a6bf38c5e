import type { ValueStore } from "@lobster-lang/state";
import type { ProcessWorld } from "./capture.ts";
import type { SendRequest } from "./http.ts";

/** What a stage needs of its run beyond starting children. */
export interface StageWorld extends ProcessWorld {
  readonly values: ValueStore;
  readonly request: SendRequest;
  readonly now: () => number;
}
