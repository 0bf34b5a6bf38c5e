import type { BoundArgument, CommandSignature, PositionalSignature } from "@lobster-lang/language";
import { boundPositional, replaces } from "./bound.ts";
import { contentOf } from "./content.ts";
import { reportExtra } from "./extra-words.ts";
import type { Reporter } from "./report.ts";
import { joined, type Word } from "./word.ts";

/**
 * Binds the words of a stage that takes one text (`state.get KEY`, `llm.invoke PROMPT …`): the first word, or all with a
 * blank between them. Reports a text that is missing, given twice, or followed by words that nobody reads (D28).
 */
export function bindPlain(
  command: CommandSignature,
  signature: PositionalSignature,
  name: Word,
  words: readonly Word[],
  flags: readonly BoundArgument[],
  reporter: Reporter,
): readonly BoundArgument[] {
  if (words.length === 0) {
    reportMissing(command, signature, name, flags, reporter);
    return [];
  }
  const word = signature.rest === "join" ? joined(reporter.source, words) : words[0]!;
  const given = flags.find((flag) => flag.flag === signature.flag && signature.flag !== undefined);
  if (given !== undefined) {
    reporter.at(word, {
      rule: "extra-positional",
      message: `\`--${given.writtenName}\` says it already: \`${word.raw}\` is not used`,
      related: [{ at: given, message: "this is used" }],
    });
  } else if (signature.rest !== "join" && words.length > 1) {
    reportExtra(command, words.slice(1), flags, reporter);
  }
  return [boundPositional(word, contentOf(signature.type, word, reporter))];
}

function reportMissing(
  command: CommandSignature,
  signature: PositionalSignature,
  name: Word,
  flags: readonly BoundArgument[],
  reporter: Reporter,
): void {
  const byFlag = signature.flag ?? null;
  const isNeeded = signature.required || command.flags.some((flag) => flag.name === byFlag && flag.required === true);
  const isSaid = (flag: BoundArgument) =>
    flag.flag === byFlag || flag.form === "unknown-flag" || (byFlag !== null && replaces(command, flag, byFlag));
  if (!isNeeded || flags.some(isSaid)) return;
  reporter.at(name, {
    rule: "missing-flag-value",
    message: `\`${command.name}\` needs a ${signature.name}: write \`${command.name} ${signature.name.toUpperCase()}\``,
  });
}
