import { readArguments, wholeNumber } from "../arguments.ts";
import type { Arguments } from "../arguments.ts";
import type { Io } from "../io.ts";
import { runForPerson } from "../run-for-person.ts";
import { runAsTool } from "../run-as-tool.ts";
import { namesFile } from "../target.ts";
import { described } from "../verb-table.ts";
import type { Verb } from "../verb-types.ts";

/** `lobster run`, and `lobster 'PIPELINE'` without the verb. */
export const verb: Verb = {
  async run(words, io) {
    if (asksForToolMode(words)) return runAsTool(() => argumentsOf(words, io), io);
    const args = argumentsOf(words, io);
    return args.value("mode") === "tool" ? runAsTool(() => args, io) : runForPerson(args, io);
  },
};

/**
 * A pipeline may come in several words; from its first word on all belong to it (D27). One word that is a whole pipeline,
 * or names a file, leaves the rest to be options.
 */
function argumentsOf(words: readonly string[], io: Io): Arguments {
  const args = readArguments(described("run"), words, (first, rest) => {
    return rest.length > 0 && !namesFile(first, io) && !/[\s|]/.test(first);
  });
  wholeNumber(args, "timeout", 1);
  return args;
}

/** Seen before the options are read: also a wrong command line is answered by one JSON document then. */
function asksForToolMode(words: readonly string[]): boolean {
  return words.some((word, i) => word === "--mode=tool" || (word === "--mode" && words[i + 1] === "tool"));
}
