import type { BoundArgument } from "@lobster-lang/language";
import { boundPositional } from "./bound.ts";
import { contentOf } from "./content.ts";
import { asWord } from "./quoting.ts";
import { replacing, type Reporter } from "./report.ts";
import { joined, type Word } from "./word.ts";

const rule = "pick-syntax";

/** Binds the fields of `pick`: one word with commas (T143, T144). */
export function bindPick(name: Word, words: readonly Word[], reporter: Reporter): readonly BoundArgument[] {
  if (words.length === 0) {
    reporter.at(name, { rule, message: "`pick` has no fields: write `pick field,other`" });
    return [];
  }
  const word = words.length === 1 ? words[0]! : joined(reporter.source, words);
  if (word.hasValues) {
    if (words.length > 1)
      reporter.at(word, { rule, message: "`pick` takes one word: write the fields with commas and no blanks" });
    return [boundPositional(word, null)];
  }
  const names = word.text
    .split(words.length > 1 ? /[\s,]+/ : /\s*,\s*/)
    .map((one) => one.trim())
    .filter(Boolean);
  const right = names.join(",");
  const span = { start: word.span.start, end: word.span.end };
  if (names.length === 0) {
    reporter.at(word, { rule, message: "`pick` has no fields: write `pick field,other`" });
  } else if (words.length > 1) {
    reporter.at(word, {
      rule,
      message: `\`pick\` takes one word: write \`pick ${right}\`, with commas and no blanks`,
      mend: replacing(`write \`pick ${right}\``, span, asWord(right)),
    });
  } else if (/\s,|,\s|^\s|\s$/.test(word.text)) {
    reporter.at(word, {
      rule,
      message: `the blanks would be part of the names: write \`pick ${right}\``,
      mend: replacing(`write \`pick ${right}\``, span, asWord(right)),
    });
  } else {
    reportPaths(word, names, reporter);
  }
  return [boundPositional(word, contentOf("fields", word, reporter))];
}

function reportPaths(word: Word, names: readonly string[], reporter: Reporter): void {
  let from = 0;
  for (const name of names) {
    const start = word.text.indexOf(name, from);
    from = start + name.length;
    if (!/^[\w-]+(?:\.[\w-]+)+$|\[|\{\{/.test(name)) continue;
    const last = /(\w+)\W*$/.exec(name)?.[1] ?? "name";
    reporter.at(word.rangeOf(start, from), {
      rule,
      message: `\`${name}\`: \`pick\` takes top-level fields only: write \`map ${last}={{${name.replace(/\{\{|\}\}/g, "")}}}\` before, and pick \`${last}\``,
    });
  }
}
