import type { ArgumentContent, BoundArgument, CommandSignature, Embedded, TextSource } from "@lobster-lang/language";
import { placeIn } from "../text/text-source.ts";
import type { Word } from "./word.ts";

/** A word that begins with `--`, taken apart. */
export interface DashedWord {
  readonly word: Word;
  /** Name as written, without dashes and value. */
  readonly name: string;
  readonly nameSpan: Embedded;
  /** The part after `=`; null without one. */
  readonly value: Word | null;
  /** A value of the workflow stands in the name. */
  readonly nameFromValue: boolean;
}

/** Takes `--name=value` apart; null for any other word. Quotes around it change nothing, as in the original. */
export function dashed(word: Word): DashedWord | null {
  if (!word.text.startsWith("--")) return null;
  const equals = word.text.indexOf("=");
  const end = equals === -1 ? word.text.length : equals;
  return {
    word,
    name: word.text.slice(2, end),
    nameSpan: word.rangeOf(2, end),
    value: equals === -1 ? null : word.slice(equals + 1, word.text.length),
    nameFromValue: word.decoded.found.some(({ start, scanned }) => scanned.kind !== "suspect" && start < end),
  };
}

/** The bound flag; it reaches from the flag's word to the value's. */
export function boundFlag(
  source: TextSource,
  flag: DashedWord,
  canonical: string | null,
  value: Word | null,
  more: { readonly negated?: boolean; readonly content?: ArgumentContent | null } = {},
): BoundArgument {
  const end = Math.max(flag.word.span.end, value?.span.end ?? 0);
  return {
    kind: "argument",
    ...placeIn(source, flag.word.span.start, end),
    flag: canonical,
    form: canonical === null ? "unknown-flag" : "flag",
    nameSpan: flag.nameSpan,
    writtenName: flag.name,
    negated: more.negated ?? false,
    value,
    content: more.content ?? null,
  };
}

/** A bound positional. */
export function boundPositional(word: Word, content: ArgumentContent | null): BoundArgument {
  return {
    kind: "argument",
    span: word.span,
    range: word.range,
    flag: null,
    form: "positional",
    nameSpan: null,
    writtenName: null,
    negated: false,
    value: word,
    content,
  };
}

/** Binds without a signature, as the original does: for stages that do not exist or are not supported yet. */
export function bindLoosely(source: TextSource, words: readonly Word[]): readonly BoundArgument[] {
  const bound: BoundArgument[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!;
    const flag = dashed(word);
    if (flag === null) {
      bound.push(boundPositional(word, null));
      continue;
    }
    const next = words[index + 1];
    const takesNext = flag.value === null && next !== undefined && !next.text.startsWith("--");
    if (takesNext) index++;
    bound.push(boundFlag(source, flag, null, takesNext ? next : flag.value));
  }
  return bound;
}

/** Whether a flag that is given stands in the place of another one (`--file` of `--name`). */
export function replaces(command: CommandSignature, given: BoundArgument, name: string): boolean {
  return command.flags.some((flag) => flag.replaces === name && flag.name === given.flag);
}
