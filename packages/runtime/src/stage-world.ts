import type { ValueStore } from "@lobster-lang/state";
import type { ProcessWorld } from "./capture.ts";
import type { SendRequest } from "./http.ts";
import type { ModelAdapter } from "./model/model-adapter.ts";

/** What a stage needs of its run beyond starting children. */
export interface StageWorld extends ProcessWorld {
  /** Folder of runs, values and cached answers. */
  readonly stateDir: string;
  readonly values: ValueStore;
  readonly request: SendRequest;
  readonly now: () => number;
  /** Models of the program that runs this, by the name of their provider. */
  readonly models: { readonly [provider: string]: ModelAdapter };
}
