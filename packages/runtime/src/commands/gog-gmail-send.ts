import type { Json } from "@lobster-lang/plan";
import { StepFailure } from "../failures.ts";
import { parseWhole } from "../json-text.ts";
import { isMap } from "./arguments.ts";
import { batchesOf, collect } from "./batches.ts";
import type { Batches, ItemsCommand, StageContext } from "./command.ts";
import { checkWords, outputOfProgram, programFrom } from "./run-program.ts";

const command = "gog.gmail.send";

/** A mail to send. */
interface Draft {
  readonly to: string;
  /** Empty for none. */
  readonly subject: string;
  readonly body: string;
}

/**
 * `gog.gmail.send`: sends each item, a map `{to, subject, body}`, by the program `gog`, one after the other. All are looked at
 * before the first is sent; a failure says how many were (original-runtime.md 2.7).
 */
export const gogGmailSend: ItemsCommand = {
  kind: "items",
  run: async function* (input, args, context): Batches {
    const items = await collect(input, context);
    const drafts = items.map(draftOf);
    const words = drafts.map(wordsOf);
    for (const each of words) checkWords(command, each);
    if (args.flag("dry-run")) yield* batchesOf(drafts.map((draft) => ({ ok: true, dryRun: true, ...draft })));
    else yield* batchesOf(await sendAll(words, context));
  },
};

function draftOf(item: Json, index: number): Draft {
  const place = `${command}: item ${index + 1}`;
  if (!isMap(item)) throw new StepFailure(`${place} must be a map with \`to\`, \`subject\` and \`body\``);
  const text = (field: string) => {
    const value = item[field] ?? "";
    if (typeof value !== "object") return String(value).trim();
    throw new StepFailure(`${place}: \`${field}\` must be text`);
  };
  const to = text("to");
  if (to === "" || to.startsWith("-")) throw new StepFailure(`${place} has no \`to\` that mail can be sent to`);
  return { to, subject: text("subject"), body: text("body") };
}

function wordsOf({ to, subject, body }: Draft): readonly string[] {
  return ["gmail", "send", "--to", to, ...option("--subject", subject), ...option("--body", body), "--json"];
}

/** A text that starts with a dash would read as an option of its own. */
function option(flag: string, value: string): readonly string[] {
  if (value === "") return [];
  return value.startsWith("-") ? [`${flag}=${value}`] : [flag, value];
}

async function sendAll(mails: readonly (readonly string[])[], context: StageContext): Promise<readonly Json[]> {
  const { file, before } = programFrom(context.environment.variables, "GOG_BIN", "gog");
  const results: Json[] = [];
  for (const [index, words] of mails.entries()) {
    try {
      const result = await context.once(`mail ${index + 1}`, async (): Promise<Json> => {
        const raw = (await outputOfProgram({ command, file, args: [...before, ...words] }, context)).trim();
        return raw === "" ? { ok: true } : (parseWhole(raw) ?? { ok: true, raw });
      });
      results.push(result);
    } catch (error) {
      if (!(error instanceof StepFailure)) throw error;
      const sent = index === 1 ? "1 before it was sent" : `${index} before it were sent`;
      const place = `mail ${index + 1} of ${mails.length}; ${sent}`;
      throw new StepFailure(`${error.message} (${place})`, { exitCode: error.exitCode, cause: error });
    }
  }
  return results;
}
