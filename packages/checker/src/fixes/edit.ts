import type { Range, TextEdit, TextSource } from "@lobster-lang/language";

/**
 * Replaces the decoded interval `span` of a text inside a scalar by `text`. Null where that needs the whole scalar to be
 * rewritten: the interval does not stand in the source as it is, or this style cannot say `text`.
 */
export function editIn(source: TextSource, span: Range, text: string): TextEdit | null {
  if (!source.map.isVerbatim(span.start, span.end)) return null;
  const encoded = source.map.encode(text, span.start, span.end);
  return encoded === null ? null : { range: source.map.toSource(span.start, span.end), text: encoded };
}

/** All edits, or null when one of them is impossible: a fix is done wholly or not at all. */
export function together(edits: readonly (TextEdit | null)[]): TextEdit[] | null {
  const possible = edits.filter((edit) => edit !== null);
  return possible.length === edits.length ? possible : null;
}
