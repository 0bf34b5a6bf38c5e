import { languageCommands, nearest } from "@lobster-lang/language";
import type { CommandTable } from "@lobster-lang/language";
import { readArguments } from "../arguments.ts";
import type { Arguments } from "../arguments.ts";
import { configurationsFor } from "../configuration.ts";
import type { Io } from "../io.ts";
import { renderCommandHelp, renderOverview, renderVerbHelp } from "../render/help-text.ts";
import { isUsageError, UsageError } from "../usage-error.ts";
import { described, verbNamed, verbTable } from "../verb-table.ts";
import type { Verb } from "../verb-types.ts";

/** `help`, `help VERB`, `help STAGE`. */
export const verb: Verb = {
  async run(words, io: Io) {
    const args = readArguments(described("help"), words);
    const [name] = args.positionals;
    // What a verb does, no project changes: help with it works everywhere, in a folder that is gone, too.
    const isVerb = name !== undefined && verbNamed(name) !== undefined;
    const commands = isVerb ? languageCommands : await commandsHere(args, io);
    io.stdout.write(name === undefined ? renderOverview(verbTable, commands) : helpOf(name, commands));
    return 0;
  },
};

/** The stages of the language and of the project around; where that cannot be read, those of the language. */
async function commandsHere(args: Arguments, io: Io): Promise<CommandTable> {
  try {
    return (await configurationsFor(args, io).of(io.cwd)).commands;
  } catch (error) {
    if (args.has("config") || !isUsageError(error)) throw error;
    return languageCommands;
  }
}

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
