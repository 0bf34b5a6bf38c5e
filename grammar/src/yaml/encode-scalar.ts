import type { Decoded, ScalarSource } from "./scalar-map.ts";

/** Part of a token that an edit replaces. */
interface Place {
  readonly from: number;
  readonly to: number;
}

/**
 * How `text` is spelled inside a word of a scalar of this style; null where that depends on the place or cannot be
 * said. Cautious: what `encodeInto` would allow at a known place may be refused here.
 */
export function encodeLoose(text: string, scalar: ScalarSource, contentIndent: number): string | null {
  const spelled = spell(text, scalar, contentIndent);
  if (spelled === null) return null;
  if (scalar.style === "plain") return isSafeInsidePlain(text, scalar.inFlow) ? spelled : null;
  if (scalar.style === "literal" || scalar.style === "folded") return /^[ \t\n]|\n$/.test(text) ? null : spelled;
  return spelled;
}

/** The same for a known place: spells, puts it in, reads the token back, and gives null unless it says `wanted`. */
export function encodeInto(
  text: string,
  scalar: ScalarSource,
  contentIndent: number,
  place: Place,
  wanted: string,
  decode: (scalar: ScalarSource) => Decoded,
): string | null {
  const spelled = spell(text, scalar, contentIndent);
  if (spelled === null) return null;
  const source = scalar.source.slice(0, place.from) + spelled + scalar.source.slice(place.to);
  if (scalar.style === "plain" && !isPlainToken(source, scalar)) return null;
  const isBlock = scalar.style === "literal" || scalar.style === "folded";
  if (isBlock && !blockStaysWhole(source, scalar, contentIndent)) return null;
  const decoded = decode({ ...scalar, source });
  return decoded.runs.text === wanted && decoded.contentIndent === contentIndent ? spelled : null;
}

/** A text as a quoted scalar, for a scalar that has to be rewritten. */
export function quoted(text: string): string {
  if (/[\n\r\t]/.test(text) || hasControl(text)) return `"${escapeDouble(text, false)}"`;
  if (!/["\\]/.test(text)) return `"${text}"`;
  return `'${text.replaceAll("'", "''")}'`;
}

function spell(text: string, scalar: ScalarSource, contentIndent: number): string | null {
  const manyLines = scalar.source.includes("\n");
  switch (scalar.style) {
    case "double":
      return escapeDouble(text, manyLines);
    case "single":
      if (hasControl(text) || (manyLines && /^[ \t]|[ \t]$/.test(text))) return null;
      return text.replaceAll("'", "''");
    case "plain":
      return hasControl(text) ? null : text;
    case "folded":
      return hasControl(text) ? null : text;
    case "literal":
      if (hasControl(text.replaceAll("\n", ""))) return null;
      return text.replace(/\n(?!\n)/g, `\n${" ".repeat(contentIndent)}`).replaceAll("\n", lineEndOf(scalar.source));
  }
}

function lineEndOf(source: string): string {
  return source.includes("\r\n") ? "\r\n" : "\n";
}

/** Line ends and other control characters; a tab is none of them. */
function hasControl(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if ((code < 32 && code !== 9) || code === 127) return true;
  }
  return false;
}

const shortEscapes: Readonly<Record<string, string>> = {
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\0": "\\0",
  '"': '\\"',
  "\\": "\\\\",
};

function escapeDouble(text: string, manyLines: boolean): string {
  let result = "";
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!;
    const short = shortEscapes[character];
    const code = text.charCodeAt(i);
    if (short !== undefined) result += short;
    else if (code < 32 || code === 127) result += `\\x${code.toString(16).padStart(2, "0")}`;
    // A blank at a line's end or start would be folded away.
    else if (code === 32 && manyLines && (i === 0 || i === text.length - 1)) result += "\\ ";
    else result += character;
  }
  return result;
}

/** Whether text can stand anywhere inside a plain scalar without changing what the scalar is. */
function isSafeInsidePlain(text: string, inFlow: boolean): boolean {
  if (/: |:$| #|^[ #:]|[ \t]$|^[-?](?: |$)/.test(text) || text.includes("\t")) return false;
  if (/^[[\]{}&*!|>'"%@`,]/.test(text)) return false;
  if (inFlow && /[,[\]{}]/.test(text)) return false;
  return !isTyped(text);
}

/** Whether a source is one plain scalar that means the text it meant before (a string stays a string). */
function isPlainToken(source: string, scalar: ScalarSource): boolean {
  if (/:(?:[ \t\r\n]|$)|[ \t\n]#|^[ \t]|[ \t]$|^[-?](?:\s|$)|^#/.test(source)) return false;
  if (/^[[\]{}&*!|>'"%@`,]/.test(source) || /^(?:---|\.\.\.)(?:\s|$)/.test(source)) return false;
  if (scalar.inFlow && (/[,[\]{}]/.test(source) || source.startsWith(":"))) return false;
  return isTyped(source) === isTyped(scalar.source);
}

/** Whether YAML's core schema reads a plain scalar as something else than text. */
function isTyped(text: string): boolean {
  return /^(?:|~|null|Null|NULL|true|True|TRUE|false|False|FALSE|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?[0-9]+|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/.test(
    text,
  );
}

/**
 * Whether every line of the body is still indented as content, and its last line of text is still the last: a line that
 * becomes blank at the end would fall out of the scalar.
 */
function blockStaysWhole(source: string, scalar: ScalarSource, contentIndent: number): boolean {
  if (!scalar.source.includes("\n")) return false;
  const lines = bodyLines(source);
  return (
    lines.every((line) => /^ *\r?$/.test(line) || line.startsWith(" ".repeat(contentIndent))) &&
    blankLinesAtEnd(lines) === blankLinesAtEnd(bodyLines(scalar.source))
  );
}

function bodyLines(source: string): string[] {
  return source.slice(source.indexOf("\n") + 1).split("\n");
}

function blankLinesAtEnd(lines: readonly string[]): number {
  return lines.length - 1 - lines.findLastIndex((line) => /[^ \t\r]/.test(line));
}
