import { decodeBlock, blockShape } from "./decode-block.ts";
import { decodeDouble, decodeSingle } from "./decode-flow.ts";
import { coreValue } from "./parse.ts";

/** A scalar as one of its readers found it; `to` is the offset behind its token. */
export interface PlainScalar {
  readonly to: number;
  readonly text: string;
}

const tab = 9;
const lineFeed = 10;
const space = 32;
const hash = 35;
const colon = 58;

/** Behind the blanks from `at` on. */
export function afterSpaces(text: string, at: number): number {
  let next = at;
  while (text.charCodeAt(next) === space) next++;
  return next;
}

/** Whether a line or the text ends with this code. */
export function endsLine(code: number): boolean {
  return code === lineFeed || Number.isNaN(code);
}

/** A plain scalar on one line; null where YAML might see more in it than text. */
export function plainScalar(text: string, from: number): PlainScalar | null {
  if (!startsPlain(text, from)) return null;
  let end = from;
  for (let at = from; ; at++) {
    const code = text.charCodeAt(at);
    if (code > colon) {
      end = at + 1;
    } else if (endsLine(code)) {
      return { to: end, text: text.slice(from, end) };
    } else if (code !== space) {
      if (code < space) return null;
      if (code === hash && text.charCodeAt(at - 1) === space) return { to: end, text: text.slice(from, end) };
      if (code === colon) {
        const next = text.charCodeAt(at + 1);
        if (next === space || next === tab || endsLine(next)) return null;
      }
      end = at + 1;
    }
  }
}

/** Letters, digits and signs without a meaning for YAML; others may have one, and are not read here. */
function startsPlain(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code === 45) return isWordCode(text.charCodeAt(at + 1));
  return isWordCode(code) || plainStarts.has(code) || (code > 0xa0 && code !== 0xfeff);
}

function isWordCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;
}

const plainStarts = new Set([..."$/.~()+<=\\^;"].map((character) => character.charCodeAt(0)));

/** What a plain text is by the core schema. */
export function plainValue(text: string): string | number | boolean | null {
  return mayBeOther.test(text) ? coreValue(text) : text;
}

/** Everything that is no text begins like this. */
const mayBeOther = /^(?:[-+.0-9~]|[nN]|[tT]rue$|TRUE$|[fF]alse$|FALSE$)/;

/** A scalar in quotes on one line; null where it has escapes that are seldom, or does not end on its line. */
export function quotedScalar(text: string, from: number): PlainScalar | null {
  const isDouble = text.charCodeAt(from) === 34;
  const quoted = isDouble ? doubleQuoted : singleQuoted;
  quoted.lastIndex = from;
  if (!quoted.test(text)) return null;
  const to = quoted.lastIndex;
  const inner = text.slice(from + 1, to - 1);
  if (!inner.includes(isDouble ? "\\" : "'")) return { to, text: inner };
  const source = text.slice(from, to);
  return { to, text: (isDouble ? decodeDouble(source) : decodeSingle(source)).text };
}

const doubleQuoted = /"(?:[^"\\\n]|\\["\\/nrt])*"/y;
const singleQuoted = /'(?:[^'\n]|'')*'(?!')/y;

/**
 * A block scalar without signs for indentation or for keeping its last lines. `column` is that of its key; null where a
 * line of it is indented otherwise than all of them should be.
 */
export function blockScalar(text: string, from: number, body: number, column: number): PlainScalar | null {
  const indent = blockIndent(text, body);
  if (indent <= column) return null;
  const lines: string[] = [];
  let to = body;
  let filled = 0;
  for (let at = body; at < text.length;) {
    const first = afterSpaces(text, at);
    const found = text.indexOf("\n", first);
    const end = found < 0 ? text.length : found;
    if (first === end) {
      if (first - at > indent) return null;
      lines.push("");
    } else if (first - at >= indent) {
      lines.push(text.slice(at + indent, end));
      filled = lines.length;
      to = found < 0 ? end : end + 1;
    } else if (first - at > column) {
      return null;
    } else {
      break;
    }
    at = end + 1;
  }
  if (text.charCodeAt(from) === 62) {
    const source = text.slice(from, to);
    return { to, text: decodeBlock(source, blockShape(source, column)).runs.text };
  }
  lines.length = filled;
  if (text.charCodeAt(from + 1) !== 45) lines.push("");
  return { to, text: lines.join("\n") };
}

/** Spaces before the first line with content; -1 where there is none, or where empty lines before it have more. */
function blockIndent(text: string, body: number): number {
  let widest = 0;
  for (let at = body; at < text.length;) {
    const first = afterSpaces(text, at);
    if (!endsLine(text.charCodeAt(first))) return first - at < widest ? -1 : first - at;
    widest = Math.max(widest, first - at);
    at = first + 1;
  }
  return -1;
}
