import type { Json } from "@lobster-lang/plan";

/**
 * The value of a text that is one JSON value as a whole (blanks around it and a BOM are tolerated), or undefined: that is a
 * step's `.json`.
 */
export function parseWhole(text: string): Json | undefined {
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  // The first character decides most texts without the price of an exception.
  if (!/^[[{"\-0-9tfn]/.test(trimmed)) return undefined;
  try {
    return JSON.parse(trimmed) as Json;
  } catch {
    return undefined;
  }
}

/** Whether a JSON text holds a number that a double cannot (D34): then the text itself must be passed on. */
export function holdsLongNumber(source: string): boolean {
  return /[0-9]{16}/.test(source);
}

/** A JSON text without the blanks between its tokens; numbers keep their spelling. The text must be valid JSON. */
export function compactSource(source: string): string {
  return source
    .replace(/^\uFEFF/, "")
    .replace(/("(?:[^"\\]|\\.)*")|[ \t\r\n]+/g, (_, text: string | undefined) => text ?? "");
}
