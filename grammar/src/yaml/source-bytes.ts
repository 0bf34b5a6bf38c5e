import type { Problem } from "@lobster-lang/language";

export interface DecodedSource {
  /** With its byte order mark, if it has one, so that offsets and edits fit the file. */
  readonly text: string;
  readonly problems: readonly Problem[];
}

/** The text of a file's bytes. Bytes that are no UTF-8 are a problem with a place, and U+FFFD in the text. */
export function decodeSource(bytes: Uint8Array): DecodedSource {
  const utf16 =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : null;
  if (utf16 !== null) {
    const text = new TextDecoder(utf16, { ignoreBOM: true }).decode(bytes);
    return { text, problems: [problem(0, "the file is UTF-16, and workflows are UTF-8: save it as UTF-8")] };
  }
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const at = text.includes("\uFFFD") ? firstInvalid(text, bytes) : null;
  if (at === null) return { text, problems: [] };
  const byte = (bytes[at.byte] ?? 0).toString(16).toUpperCase().padStart(2, "0");
  return { text, problems: [problem(at.offset, `the byte 0x${byte} here is no UTF-8: save the file as UTF-8`)] };
}

function problem(at: number, message: string): Problem {
  return { rule: "yaml-syntax", range: { start: at, end: at + 1 }, message };
}

/** The first replacement character that does not stand in the bytes itself. */
function firstInvalid(text: string, bytes: Uint8Array): { offset: number; byte: number } | null {
  let byte = 0;
  for (let offset = 0; offset < text.length;) {
    const code = text.codePointAt(offset)!;
    if (code === 0xfffd && !(bytes[byte] === 0xef && bytes[byte + 1] === 0xbf && bytes[byte + 2] === 0xbd)) {
      return { offset, byte };
    }
    byte += utf8Length(code);
    offset += code > 0xffff ? 2 : 1;
  }
  return null;
}

function utf8Length(code: number): number {
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

/** Whether a text takes more than `limit` bytes as UTF-8. */
export function isLongerThan(text: string, limit: number): boolean {
  if (text.length > limit) return true;
  if (text.length * 3 <= limit) return false;
  let bytes = 0;
  for (const character of text) bytes += utf8Length(character.codePointAt(0)!);
  return bytes > limit;
}
