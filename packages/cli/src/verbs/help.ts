import { nearest } from "@lobster-lang/language";
import type { CommandTable } from "@lobster-lang/language";
import { readArguments } from "../arguments.ts";
import { configurationsFor } from "../configuration.ts";
import type { Io } from "../io.ts";
import { renderCommandHelp, renderOverview, renderVerbHelp } from "../render/help-text.ts";
import { UsageError } from "../usage-error.ts";
import { described, verbNamed, verbTable } from "../verb-table.ts";
import type { Verb } from "../verb-types.ts";

/** `help`, `help VERB`, `help STAGE`. */
export const verb: Verb = {
  async run(words, io: Io) {
    const args = readArguments(described("help"), words);
    const [name] = args.positionals;
    const { commands } = await configurationsFor(args, io).of(io.cwd);
    io.stdout.write(name === undefined ? renderOverview(verbTable, commands) : helpOf(name, commands));
    return 0;
  },
};

function helpOf(name: string, commands: CommandTable): string {
  const known = verbNamed(name);
  const command = commands.named(name);
  const pages = [
    ...(known === undefined ? [] : [renderVerbHelp(known)]),
    ...(command === undefined ? [] : [renderCommandHelp(command)]),
  ];
  // `approve` is both: the verb decides, the stage asks.
  if (pages.length > 0) return pages.join("\n");
  const meant = nearest(name, [...verbTable.map((one) => one.name), ...commands.all.map((one) => one.name)]);
  throw new UsageError(
    `there is no verb and no stage \`${name}\`: ${meant === null ? "`lobster help` lists the verbs" : `write \`lobster help ${meant}\``}`,
  );
}
