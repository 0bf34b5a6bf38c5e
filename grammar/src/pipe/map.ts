import type { BoundArgument } from "@lobster-lang/language";
import { boundPositional } from "./bound.ts";
import { contentOf } from "./content.ts";
import { quotedRaw } from "./quoting.ts";
import { replacing, type Reporter } from "./report.ts";
import { joined, type Word } from "./word.ts";

const rule = "map-syntax";

/** Binds the assignments of `map` (T168, T169). A word without `=` after an assignment belongs to it, without its quotes. */
export function bindMap(
  name: Word,
  words: readonly Word[],
  flags: readonly BoundArgument[],
  reporter: Reporter,
): readonly BoundArgument[] {
  const wrap = flags.find((flag) => flag.flag === "wrap");
  const unwrap = flags.find((flag) => flag.flag === "unwrap");
  if (wrap !== undefined && unwrap !== undefined) {
    reporter.at(unwrap, {
      rule,
      message: "`--wrap` and `--unwrap` cannot stand together: write two `map` stages",
      related: [{ at: wrap, message: "the other one" }],
    });
  }
  if (words.length === 0 && flags.length === 0) {
    const message = "`map` changes nothing: write `map field='text'`, `--wrap NAME` or `--unwrap NAME`";
    reporter.at(name, { rule, severity: "warning", message });
  }
  const bound: BoundArgument[] = [];
  for (let index = 0; index < words.length; index++) {
    let last = index;
    if (hasKey(words[index]!)) while (words[last + 1] !== undefined && !hasKey(words[last + 1]!)) last++;
    const word = last === index ? words[index]! : joined(reporter.source, words.slice(index, last + 1));
    if (last > index) reportBlanks(word, reporter);
    else reportShape(word, reporter);
    bound.push(boundPositional(word, contentOf("assignment", word, reporter)));
    index = last;
  }
  return bound;
}

function hasKey(word: Word): boolean {
  return /^[^={}]*=/.test(word.text);
}

function reportBlanks(word: Word, reporter: Reporter): void {
  const raw = reporter.source.text.slice(word.span.start, word.span.end);
  const right = quotedRaw(raw);
  reporter.at(word, {
    rule,
    message: `a text with blanks needs quotes: write \`map ${right ?? `'${word.text}'`}\``,
    mend: right === null ? null : replacing("put the assignment in quotes", word.span, right),
  });
}

function reportShape(word: Word, reporter: Reporter): void {
  const equals = word.text.indexOf("=");
  if (equals === -1) {
    reporter.at(word, {
      rule,
      message: `\`${word.text}\` sets nothing: write \`${word.text === "" ? "field" : word.text}=text\`, with \`{{field}}\` for a field of the item`,
    });
    return;
  }
  const key = word.text.slice(0, equals);
  if (key.trim() === "") {
    reporter.at(word, { rule, message: "the name before `=` is empty: write `field=text`" });
    return;
  }
  if (word.decoded.found.some(({ start, scanned }) => scanned.kind !== "suspect" && start < equals)) {
    const message = "the name before `=` cannot come from a value: write the name itself";
    reporter.at(word.rangeOf(0, equals), { rule, message });
    return;
  }
  if (key.trimEnd().endsWith(":") || word.text.startsWith("==", equals)) {
    const message = `\`${word.text}\`: an assignment is written \`field=text\``;
    reporter.at(word, { rule, severity: "warning", message });
  }
}
