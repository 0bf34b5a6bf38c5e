import { commandNamed, commands } from "./commands.ts";
import type { CommandSignature } from "./command-types.ts";

/** The stages that a text may use: those of the language, and those that a project's configuration adds. */
export interface CommandTable {
  /** In order of their names. */
  readonly all: readonly CommandSignature[];
  readonly named: (name: string) => CommandSignature | undefined;
}

/** The stages of the language alone. */
export const languageCommands: CommandTable = { all: commands, named: commandNamed };

/** The stages of the language and a project's own. A name of the language keeps its meaning. */
export function commandsWith(own: readonly CommandSignature[]): CommandTable {
  const added = new Map(own.filter(({ name }) => commandNamed(name) === undefined).map((one) => [one.name, one]));
  if (added.size === 0) return languageCommands;
  const all = [...commands, ...added.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return { all, named: (name) => commandNamed(name) ?? added.get(name) };
}
