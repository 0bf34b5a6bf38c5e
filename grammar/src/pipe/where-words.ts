import type { BoundArgument } from "@lobster-lang/language";
import { boundPositional } from "./bound.ts";
import { contentOf } from "./content.ts";
import { asWord, quotedRaw } from "./quoting.ts";
import { replacing, type Mend, type Reporter } from "./report.ts";
import { joined, type Word } from "./word.ts";

const rule = "where-syntax";
const complete = /^\s*[A-Za-z0-9_.]+\s*(?:==|=|!=|<=|>=|<|>)\s*[^\s=<>~][^]*$/;

/** Binds the expression of `where`. Several words are one expression without its quotes, or several of them. */
export function bindWhere(name: Word, words: readonly Word[], reporter: Reporter): readonly BoundArgument[] {
  if (words.length === 0) {
    reporter.at(name, { rule, message: "`where` has no expression: write `where 'field = value'`" });
    return [];
  }
  if (words.length === 1) return [boundPositional(words[0]!, contentOf("where", words[0]!, reporter))];
  const span = { start: words[0]!.span.start, end: words.at(-1)!.span.end };
  const whole = joined(reporter.source, words);
  const report = (message: string, mend: Mend | null): readonly BoundArgument[] => {
    reporter.span(span.start, span.end, { rule, message, mend });
    return [boundPositional(whole, null)];
  };
  const raw = reporter.source.text.slice(span.start, span.end);
  const pieces = raw.split(/\s+(?:and|&&)\s+/i);
  if (pieces.length > 1 || words.every((word) => complete.test(word.text))) {
    const each = pieces.length > 1 ? pieces : words.map((word) => word.raw);
    const chained = each.map((piece) => (/\s/.test(piece) ? quotedRaw(piece) : piece));
    const right = chained.join(" | where ");
    const certain = chained.every((piece) => piece !== null) && each.every((piece) => complete.test(piece));
    return report(
      certain
        ? `\`where\` has one comparison: write \`where ${right}\``
        : "`where` has one comparison: write one `where` stage for each",
      certain ? replacing(`write \`where ${right}\``, span, right) : null,
    );
  }
  if (/\sor\s/i.test(raw)) {
    return report('`where` knows no "or": let a program filter, with `exec --stdin json`', null);
  }
  if (complete.test(whole.text)) {
    const right = quotedRaw(raw) ?? (whole.hasValues ? null : asWord(whole.text));
    return report(
      `an expression with blanks needs quotes: write \`where ${right ?? `'${whole.text}'`}\``,
      right === null ? null : replacing("put the expression in quotes", span, right),
    );
  }
  const before = reporter.problems.length;
  const content = contentOf("where", whole, reporter);
  if (reporter.problems.length === before) report("an expression with blanks needs quotes: write `where '…'`", null);
  return [boundPositional(whole, content)];
}
