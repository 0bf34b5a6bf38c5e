import { type BoundArgument, type CommandSignature, flagNamed, type FlagSignature } from "@lobster-lang/language";
import { asWord } from "./quoting.ts";
import { inserting, replacing, type Mend, type Reporter } from "./report.ts";
import type { Word } from "./word.ts";

const rule = "extra-positional";

/** The flag that a bare word most likely stands for. */
function flagForWord(command: CommandSignature): FlagSignature | undefined {
  const names: Readonly<Record<string, string>> = { approve: "prompt", head: "n" };
  const wanted = names[command.name] ?? "key";
  return command.flags.find((flag) => flag.name === wanted);
}

/** Reports words that the stage has no use for (D28, T142): by the flag that they stand for, where that is plain. */
export function reportExtra(
  command: CommandSignature,
  words: readonly Word[],
  flags: readonly BoundArgument[],
  reporter: Reporter,
): void {
  if (reportSingleDash(command, words, reporter)) return;
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

/** What single letters stand for in the programs that these stages are named after. */
const letters: Readonly<Record<string, string>> = {
  k: "key",
  r: "desc",
  d: "desc",
  n: "n",
  c: "n",
  p: "prompt",
  l: "limit",
};

/** `head -n 2`, `head -5`, `sort -k date -r`: flags have two dashes here. */
function reportSingleDash(command: CommandSignature, words: readonly Word[], reporter: Reporter): boolean {
  const meant = words.map((word) => {
    const letter = /^-([A-Za-z])$/.exec(word.text)?.[1];
    if (letter !== undefined) {
      const flag = flagNamed(command, letter) ?? flagNamed(command, letters[letter] ?? "");
      return flag === undefined ? null : { word, text: `--${flag.name}` };
    }
    const count = /^-(\d+)$/.exec(word.text)?.[1];
    return count === undefined || command.name !== "head" ? null : { word, text: `--n ${count}` };
  });
  const found = meant.filter((one) => one !== null);
  if (found.length === 0) return false;
  const span = { start: words[0]!.span.start, end: words.at(-1)!.span.end };
  const right = words.map((word, index) => meant[index]?.text ?? word.raw).join(" ");
  reporter.span(span.start, span.end, {
    rule,
    message: `flags have two dashes here: write \`${command.name} ${right}\``,
    mend: {
      title: `write \`${command.name} ${right}\``,
      safe: true,
      changes: found.map(({ word, text }) => ({ span: word.span, text })),
    },
  });
  return true;
}
