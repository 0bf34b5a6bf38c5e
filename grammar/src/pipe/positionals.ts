import type { BoundArgument, CommandSignature } from "@lobster-lang/language";
import { boundPositional, replaces } from "./bound.ts";
import { contentOf } from "./content.ts";
import { reportExtra } from "./extra-words.ts";
import { bindMap } from "./map.ts";
import { bindOwn } from "./own-words.ts";
import { bindPick } from "./pick.ts";
import { bindPlain } from "./plain-words.ts";
import type { Reporter } from "./report.ts";
import { bindWhere } from "./where-words.ts";
import { joined, type Word } from "./word.ts";

/** Binds the words that are no flags, and reports those that the stage has no use for (D28). */
export function bindPositionals(
  command: CommandSignature,
  name: Word,
  words: readonly Word[],
  flags: readonly BoundArgument[],
  reporter: Reporter,
): readonly BoundArgument[] {
  if (command.program !== undefined) return bindOwn(command, name, words, flags, reporter);
  const signature = command.positionals[0];
  reportMissingFlags(command, name, words, flags, reporter);
  if (signature === undefined) {
    if (words.length > 0) reportExtra(command, words, flags, reporter);
    return words.map((word) => boundPositional(word, null));
  }
  if (signature.type === "where") return bindWhere(name, words, reporter);
  if (signature.type === "fields") return bindPick(name, words, reporter);
  if (signature.rest === "list") return bindMap(name, words, flags, reporter);
  if (signature.type === "template") return bindTemplate(name, words, flags, reporter);
  return bindPlain(command, signature, name, words, flags, reporter);
}

function reportMissingFlags(
  command: CommandSignature,
  name: Word,
  words: readonly Word[],
  flags: readonly BoundArgument[],
  reporter: Reporter,
): void {
  for (const flag of command.flags) {
    if (flag.required !== true || flags.some((one) => one.flag === flag.name || one.form === "unknown-flag")) continue;
    if (flags.some((one) => replaces(command, one, flag.name))) continue;
    if (words.length > 0 || command.positionals.some((positional) => positional.flag === flag.name)) continue;
    reporter.at(name, {
      rule: "missing-flag-value",
      message: `\`${command.name}\` needs \`--${flag.name}\`: write \`${command.name} --${flag.name} …\``,
    });
  }
}

/** The text of `template`: all words with a blank between them, unless `--text` or `--file` gives it. */
function bindTemplate(
  name: Word,
  words: readonly Word[],
  flags: readonly BoundArgument[],
  reporter: Reporter,
): readonly BoundArgument[] {
  const given = flags.find((flag) => flag.flag === "text" || flag.flag === "file");
  if (words.length === 0) {
    if (given === undefined && !flags.some((flag) => flag.form === "unknown-flag")) {
      const message = "`template` has no text: write `template --text '…'`, with `{{field}}` for the fields of an item";
      reporter.at(name, { rule: "template-syntax", message });
    }
    return [];
  }
  const text = joined(reporter.source, words);
  if (given !== undefined) {
    reporter.at(text, {
      rule: "extra-positional",
      message: `\`--${given.writtenName}\` gives the text: these words are not used`,
      related: [{ at: given, message: "this is used" }],
    });
  }
  return [boundPositional(text, contentOf("template", text, reporter))];
}
