/**
 * Canonical JSON (RFC 8785): no blanks, keys by UTF-16 code units, numbers as ECMAScript writes them. Equal values give
 * equal bytes on every machine (invariant 3).
 * @throws TypeError for what JSON cannot say exactly: `undefined`, functions, NaN, infinities, half a surrogate pair.
 */
export function canonicalJson(value: unknown): string {
  return write(value, "", "");
}

/** The same order of keys, indented by two blanks and with a final newline: for files that people read and diff. */
export function prettyCanonicalJson(value: unknown): string {
  return `${write(value, "\n", "  ")}\n`;
}

/** `lineBreak` holds the newline with the current indent; it is empty for the compact form, as is `indent`. */
function write(value: unknown, lineBreak: string, indent: string): string {
  if (value === null) return "null";
  switch (typeof value) {
    case "boolean":
      return value ? "true" : "false";
    case "number":
      return writeNumber(value);
    case "string":
      return writeString(value);
    case "object":
      return Array.isArray(value) ? writeList(value, lineBreak, indent) : writeMap(value, lineBreak, indent);
    default:
      throw new TypeError(`a value of type ${typeof value} has no canonical JSON`);
  }
}

function writeNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`the number ${value} has no canonical JSON`);
  return JSON.stringify(value);
}

function writeString(value: string): string {
  if (hasLoneSurrogate(value)) throw new TypeError("a text with half a surrogate pair has no canonical JSON");
  return JSON.stringify(value);
}

/** Whether a text holds half of a pair: no UTF-8 file can carry it, so nothing could be hashed the same twice. */
export function hasLoneSurrogate(value: string): boolean {
  return /\p{Surrogate}/u.test(value);
}

function writeList(items: readonly unknown[], lineBreak: string, indent: string): string {
  if (items.length === 0) return "[]";
  const inner = lineBreak + indent;
  return `[${inner}${items.map((item) => write(item, inner, indent)).join(`,${inner}`)}${lineBreak}]`;
}

function writeMap(map: object, lineBreak: string, indent: string): string {
  const colon = indent === "" ? ":" : ": ";
  const inner = lineBreak + indent;
  // The default order of sort() compares UTF-16 code units, which is what RFC 8785 asks for; no locale has a say in it.
  const entries = Object.keys(map)
    .toSorted()
    .map((key) => `${writeString(key)}${colon}${write((map as { [key: string]: unknown })[key], inner, indent)}`);
  return entries.length === 0 ? "{}" : `{${inner}${entries.join(`,${inner}`)}${lineBreak}}`;
}
