import { printDecision } from "../decided-run.ts";
import type { Verb } from "../verb-types.ts";

/** `lobster approve ID`: the short form of `lobster resume --id ID --approve yes`. */
export const verb: Verb = {
  run: (words, io) => printDecision("approve", words, io),
};
