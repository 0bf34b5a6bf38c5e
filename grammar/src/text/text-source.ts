import type { Embedded, Range, TextEdit, TextMap, TextSource } from "@lobster-lang/language";

/** The map of a text that is its own source: an inline pipeline, or a text made for a question. */
const identity: TextMap = {
  toSource: (start, end) => ({ start, end }),
  toText: (offset) => offset,
  isVerbatim: () => true,
  encode: (text) => text,
};

/** A text that is its own source, so that spans and ranges are the same. */
export function wholeText(text: string): TextSource {
  return { text, map: identity, scalar: null };
}

/** The place `[start, end)` of a text, in the text and in the source. */
export function placeIn(source: TextSource, start: number, end: number): Embedded {
  return { span: { start, end }, range: source.map.toSource(start, end) };
}

/**
 * The edit that puts `text` in place of the decoded interval, or null where the source does not show the interval
 * character for character or cannot say `text` in its style: then there is no certain edit and so no fix.
 */
export function editIn(source: TextSource, span: Range, text: string): TextEdit | null {
  if (!source.map.isVerbatim(span.start, span.end)) return null;
  const encoded = source.map.encode(text);
  return encoded === null ? null : { range: source.map.toSource(span.start, span.end), text: encoded };
}
