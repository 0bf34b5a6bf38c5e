/** JSON as the generator makes it and the rewriters change copies of it. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** How a pause is answered. A question takes `response`; an approval takes the rest. */
export interface Answer {
  readonly approve: "yes" | "no" | "cancel";
  readonly response: Json;
}

/** One file that both programs run, and how. */
export interface PeerFile {
  /** Where it comes from, for people. */
  readonly name: string;
  readonly fileName: string;
  readonly text: string;
  /** `pipeline`: the text is no file but a pipeline on the command line. */
  readonly kind: "workflow" | "pipeline";
  readonly args: { readonly [name: string]: Json } | null;
  /** One a pause, the last for all that follow. */
  readonly answers: readonly Answer[];
  readonly dryRun: boolean;
  /** Files beside it. */
  readonly beside: { readonly [path: string]: string };
  /** Rules that refuse it, by intent; a refusal for any other reason is a difference to explain. */
  readonly faults: readonly string[];
}

export const yes: Answer = { approve: "yes", response: {} };

/** A file with what most files have. */
export function peerFile(given: Pick<PeerFile, "name" | "text"> & Partial<PeerFile>): PeerFile {
  return {
    fileName: "w.lobster",
    kind: "workflow",
    args: null,
    answers: [yes],
    dryRun: false,
    beside: {},
    faults: [],
    ...given,
  };
}
