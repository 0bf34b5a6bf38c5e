import { printDecision } from "../decided-run.ts";
import type { Verb } from "../verb-types.ts";

/** `lobster reject ID`: the short form of `lobster resume --id ID --approve no`. */
export const verb: Verb = {
  run: (words, io) => printDecision("reject", words, io),
};
