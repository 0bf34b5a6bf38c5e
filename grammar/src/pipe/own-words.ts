import type { BoundArgument, CommandSignature } from "@lobster-lang/language";
import { boundPositional } from "./bound.ts";
import { contentOf } from "./content.ts";
import { reportExtra } from "./extra-words.ts";
import { checkValue } from "./flags.ts";
import type { Reporter } from "./report.ts";
import type { Word } from "./word.ts";

/**
 * Binds the words of a command of the project's configuration: each stands for the flag that `positionals:` names at its
 * place. Reports flags that are missing, given twice, and words that no flag is left for.
 */
export function bindOwn(
  command: CommandSignature,
  name: Word,
  words: readonly Word[],
  flags: readonly BoundArgument[],
  reporter: Reporter,
): readonly BoundArgument[] {
  const places = command.positionals.map(({ flag }) => command.flags.find((one) => one.name === flag));
  const bound = words.map((word, index) => {
    const flag = places[index];
    if (flag === undefined) return boundPositional(word, null);
    const given = flags.find((one) => one.flag === flag.name);
    if (given === undefined) checkValue({ word: name, written: flag.name }, flag, word, reporter);
    else {
      reporter.at(word, {
        rule: "extra-positional",
        message: `\`--${given.writtenName}\` says it already: \`${word.raw}\` is not used`,
        related: [{ at: given, message: "this is used" }],
      });
    }
    return boundPositional(word, contentOf(flag.type, word, reporter));
  });
  if (words.length > places.length) reportExtra(command, words.slice(places.length), flags, reporter);
  const isGiven = (flag: string) =>
    flags.some((one) => one.flag === flag || one.form === "unknown-flag") ||
    command.positionals.findIndex((one) => one.flag === flag) < words.length;
  for (const flag of command.flags) {
    const asWord = command.positionals.some((one) => one.flag === flag.name);
    if (flag.required !== true || (asWord ? isGiven(flag.name) : flags.some((one) => one.flag === flag.name))) continue;
    const way = asWord ? `${command.name} ${flag.name.toUpperCase()}` : `${command.name} --${flag.name} …`;
    reporter.at(name, {
      rule: "missing-flag-value",
      message: `\`${command.name}\` needs \`--${flag.name}\`: write \`${way}\``,
    });
  }
  return bound;
}
