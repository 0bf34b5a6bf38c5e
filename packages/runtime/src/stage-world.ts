import type { CommandSignature } from "@lobster-lang/language";
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
  /** Folder that the files of the project's own commands are in; null where none is known. */
  readonly programFolder: string | null;
  /** The project's own commands. */
  readonly commands: readonly CommandSignature[];
  /** Models of the program that runs this, by the name of their provider. */
  readonly models: { readonly [provider: string]: ModelAdapter };
}
