import { resolve } from "node:path";
import { isMissing } from "@lobster-lang/state";
import { StepFailure } from "../failures.ts";
import { renderTemplate } from "../template.ts";
import { parseTemplateText } from "../template-text.ts";
import type { Arguments, FilledTemplate } from "./arguments.ts";
import { eachBatch } from "./batches.ts";
import type { Batches, Command, StageContext } from "./command.ts";

/** `template --text '{{path | filter}}'` or `--file`: one text for each item. */
export const template: Command = {
  kind: "items",
  run: async function* (input, args, context): Batches {
    const filled = args.template("text") ?? (await fromFile(args, context));
    yield* eachBatch(input, context.signal, (batch) => batch.map((item) => renderTemplate(filled, item)));
  },
};

async function fromFile(args: Arguments, { cwd, world }: StageContext): Promise<FilledTemplate> {
  const name = args.text("file");
  if (name === null) throw new StepFailure("template needs --text or --file");
  const path = resolve(cwd, name);
  try {
    return parseTemplateText((await world.files.read(path)).toString("utf8"));
  } catch (error) {
    if (isMissing(error)) throw new StepFailure(`template --file: there is no file \`${path}\``, { cause: error });
    throw error;
  }
}
