import { StepFailure } from "../failures.ts";
import { searchMail } from "../mail/search-mail.ts";
import { batchesOf } from "./batches.ts";
import type { Batches, ItemsCommand } from "./command.ts";
import { discardInput } from "./exec-input.ts";

const command = "gog.gmail.search";

/** `gog.gmail.search --query Q --max N`: the mails that the program `gog` finds (original-runtime.md 2.7). */
export const gogGmailSearch: ItemsCommand = {
  kind: "items",
  run: async function* (input, args, context): Batches {
    await discardInput(input);
    const max = args.number("max") ?? 20;
    if (!Number.isInteger(max) || max < 1) throw new StepFailure(`${command} --max must be a whole number from 1 on`);
    yield* batchesOf(await searchMail(command, { query: args.text("query") ?? "newer_than:1d", max }, context));
  },
};
