/**
 * A text as one word of a pipeline, whatever it holds (D2). What could be read as a reference or an argument is escaped (D44),
 * so that it stays text also in a `pipeline:` of a workflow file.
 */
export function word(text: string): string {
  if (/^[\w.,:/@%+=-]+$/.test(text)) return text;
  const looksLikeValue = /\$(?:[{$]|[^\s$]*\.)/.test(text);
  if (!looksLikeValue && !/['\\]/.test(text)) return `'${text}'`;
  return `"${text.replace(looksLikeValue ? /["\\`$]/g : /["\\`]/g, "\\$&")}"`;
}
