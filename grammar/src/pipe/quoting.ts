/** A text as one word of a pipeline. */
export function asWord(text: string): string {
  if (/^[\w.,:/@%+=-]+$/.test(text)) return text;
  if (!text.includes("'") && !text.endsWith("\\")) return `'${text}'`;
  return `"${text.replace(/["\\`]/g, "\\$&")}"`;
}

/** Source spelling put in quotes as it stands, or null when it holds quotes already. */
export function quotedRaw(raw: string): string | null {
  return /['"\\]/.test(raw) ? null : `'${raw}'`;
}
