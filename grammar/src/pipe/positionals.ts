import type { BoundArgument, CommandSignature, FlagSignature } from "@lobster-lang/language";
import { boundPositional } from "./bound.ts";
import { contentOf } from "./content.ts";
import { bindMap } from "./map.ts";
import { bindPick } from "./pick.ts";
import { asWord } from "./quoting.ts";
import { inserting, replacing, type Mend, type Reporter } from "./report.ts";
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
  const signature = command.positionals[0];
  reportMissingFlags(command, name, words, flags, reporter);
  if (signature === undefined) {
    if (words.length > 0) reportExtra(command, words, flags, reporter);
    return words.map((word) => boundPositional(word, null));
  }
  if (signature.type === "where") return bindWhere(name, words, reporter);
  if (signature.type === "fields") return bindPick(name, words, reporter);
  if (signature.rest === "list") return bindMap(name, words, flags, reporter);
  if (signature.rest === "join") return bindTemplate(name, words, flags, reporter);
  return words.map((word) => boundPositional(word, contentOf(signature.type, word, reporter)));
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
    if (words.length > 0) continue;
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

/** The flag that a bare word most likely stands for. */
function flagForWord(command: CommandSignature): FlagSignature | undefined {
  const names: Readonly<Record<string, string>> = { approve: "prompt", head: "n" };
  const wanted = names[command.name] ?? "key";
  return command.flags.find((flag) => flag.name === wanted);
}

function reportExtra(
  command: CommandSignature,
  words: readonly Word[],
  flags: readonly BoundArgument[],
  reporter: Reporter,
): void {
  const rule = "extra-positional";
  const first = words[0]!;
  const last = words.at(-1)!;
  const flag = flagForWord(command);
  const free = flag !== undefined && !flags.some((one) => one.flag === flag.name);
  const said = words.map((word) => word.raw).join(" ");
  const shown = said.length > 60 ? `${said.slice(0, 60)}…` : said;
  if (!free) {
    const message = `\`${command.name}\` has no use for \`${shown}\`: remove it`;
    reporter.span(first.span.start, last.span.end, { rule, message });
    return;
  }
  const value =
    words.length === 1 ? first.raw : flag.type === "text" ? asWord(words.map((word) => word.text).join(" ")) : null;
  const reads = value !== null && fits(flag, first);
  const right = `${command.name} --${flag.name} ${value ?? first.raw}`;
  const mend: Mend | null = !reads
    ? null
    : words.length === 1
      ? inserting(`write \`${right}\``, first.span.start, `--${flag.name} `)
      : replacing(`write \`${right}\``, { start: first.span.start, end: last.span.end }, `--${flag.name} ${value}`);
  const message = reads
    ? `\`${command.name}\` takes \`${shown}\` by a flag: write \`${right}\``
    : `\`${command.name}\` has no use for \`${shown}\`: write \`--${flag.name}\` with its value, or remove it`;
  reporter.span(first.span.start, last.span.end, { rule, message, mend });
}

function fits(flag: FlagSignature, word: Word): boolean {
  if (flag.type !== "number" && flag.type !== "integer") return true;
  return (
    word.hasValues ||
    (word.text.trim() !== "" && Number.isFinite(Number(word.text)) && Number(word.text) >= (flag.minimum ?? -Infinity))
  );
}
