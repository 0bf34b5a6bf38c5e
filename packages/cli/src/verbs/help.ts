import { commandNamed, commands, nearest } from "@lobster-lang/language";
import type { Io } from "../io.ts";
import { renderCommandHelp, renderOverview, renderVerbHelp } from "../render/help-text.ts";
import { UsageError } from "../usage-error.ts";
import { verbNamed, verbTable } from "../verb-table.ts";
import type { Verb } from "../verb-types.ts";

/** `help`, `help VERB`, `help STAGE`. */
export const verb: Verb = {
  async run(words, io: Io) {
    const name = words.find((word) => !word.startsWith("-"));
    io.stdout.write(name === undefined ? renderOverview(verbTable) : helpOf(name));
    return 0;
  },
};

function helpOf(name: string): string {
  const described = verbNamed(name);
  const command = commandNamed(name);
  const pages = [
    ...(described === undefined ? [] : [renderVerbHelp(described)]),
    ...(command === undefined ? [] : [renderCommandHelp(command)]),
  ];
  // `approve` is both: the verb decides, the stage asks.
  if (pages.length > 0) return pages.join("\n");
  const meant = nearest(name, [...verbTable.map((one) => one.name), ...commands.map((one) => one.name)]);
  throw new UsageError(
    `there is no verb and no stage \`${name}\`: ${meant === null ? "`lobster help` lists the verbs" : `write \`lobster help ${meant}\``}`,
  );
}
