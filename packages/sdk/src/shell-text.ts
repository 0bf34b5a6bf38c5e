import { UnwritableError } from "./unwritable.ts";

/**
 * Shell text with values in it, as a tagged template: each value is quoted, so that it is one word whatever it holds; a list
 * is as many words. Not for places that stand in quotes already.
 * @throws UnwritableError for a NUL character, which no program can be given.
 */
export function shell(
  texts: TemplateStringsArray,
  ...values: readonly (string | number | readonly (string | number)[])[]
): string {
  return texts.raw.reduce((whole, text, index) => whole + wordsOf(values[index - 1]!) + text);
}

/** One word of a POSIX shell. */
export function shellWord(value: string | number): string {
  const text = String(value);
  if (text.includes("\0")) throw new UnwritableError("a NUL character cannot be given to a program");
  return /^[\w.,:/@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

function wordsOf(value: string | number | readonly (string | number)[]): string {
  return typeof value === "object" ? value.map(shellWord).join(" ") : shellWord(value);
}
