import { Runs } from "./runs.ts";

/**
 * Plain, single- and double-quoted scalars: source to decoded text, with places. `source` is the whole token. It
 * follows what the `yaml` package makes of the same token, also of broken ones; where they part, the map is coarse.
 */
export function decodePlain(source: string): Runs {
  const runs = new Runs();
  unfold(source, 0, source.length, (from, to) => runs.copy(source, from, to), runs);
  return runs;
}

export function decodeSingle(source: string): Runs {
  const runs = new Runs();
  const copyWithoutDoubling = (from: number, to: number): void => {
    let at = from;
    for (;;) {
      const quotes = source.indexOf("''", at);
      if (quotes < 0 || quotes + 2 > to) break;
      runs.copy(source, at, quotes);
      runs.replace("'", quotes, quotes + 2);
      at = quotes + 2;
    }
    runs.copy(source, at, to);
  };
  unfold(source, 1, Math.max(1, source.length - 1), copyWithoutDoubling, runs);
  return runs;
}

/** Line folding of flow scalars: one line end is a space, each further one a newline; spaces around them vanish. */
function unfold(
  source: string,
  begin: number,
  end: number,
  copy: (from: number, to: number) => void,
  runs: Runs,
): void {
  let lineEnd = source.indexOf("\n", begin);
  if (lineEnd < 0 || lineEnd >= end) {
    copy(begin, end);
    return;
  }
  let contentEnd = trimmedEnd(source, begin, lineEnd);
  copy(begin, contentEnd);
  let emptyLines = 0;
  for (;;) {
    const from = afterBlanks(source, lineEnd + 1, end);
    const nextEnd = source.indexOf("\n", lineEnd + 1);
    const isLast = nextEnd < 0 || nextEnd >= end;
    const to = isLast ? end : trimmedEnd(source, from, nextEnd);
    if (isLast || to > from) {
      runs.replace(emptyLines === 0 ? " " : "\n".repeat(emptyLines), contentEnd, from);
      copy(from, to);
      contentEnd = to;
      emptyLines = 0;
    } else {
      emptyLines++;
    }
    if (isLast) return;
    lineEnd = nextEnd;
  }
}

function afterBlanks(source: string, from: number, end: number): number {
  let at = from;
  while (at < end && isBlank(source.charCodeAt(at))) at++;
  return at;
}

/** End of a line's content, without its `\r` and trailing blanks. */
function trimmedEnd(source: string, from: number, lineEnd: number): number {
  let at = lineEnd;
  if (at > from && source.charCodeAt(at - 1) === 13) at--;
  while (at > from && isBlank(source.charCodeAt(at - 1))) at--;
  return at;
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}

const escapes: Readonly<Record<string, string>> = {
  "0": "\0",
  a: "\x07",
  b: "\b",
  e: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  N: "\u0085",
  _: "\u00a0",
  L: "\u2028",
  P: "\u2029",
  " ": " ",
  '"': '"',
  "/": "/",
  "\\": "\\",
  "\t": "\t",
};

export function decodeDouble(source: string): Runs {
  const runs = new Runs();
  const end = source.length - 1;
  let at = 1;
  while (at < end) {
    const special = nextSpecial(source, at, end);
    if (special > at) {
      runs.copy(source, at, special);
      at = special;
    } else if (source[at] === "\\") {
      at = escape(source, at, end, runs);
    } else {
      at = breakOrBlanks(source, at, end, runs);
    }
  }
  return runs;
}

/** The next character that may mean something else than itself: a backslash, a blank, a line end. */
function nextSpecial(source: string, from: number, end: number): number {
  let at = from;
  for (; at < end; at++) {
    const code = source.charCodeAt(at);
    if (code === 92 || code === 10 || code === 13 || isBlank(code)) break;
  }
  return at;
}

function escape(source: string, at: number, end: number, runs: Runs): number {
  const next = source[at + 1] ?? "";
  const simple = Object.hasOwn(escapes, next) ? escapes[next] : undefined;
  if (simple !== undefined) {
    runs.replace(simple, at, at + 2);
    return at + 2;
  }
  if (next === "\n") return afterBlanks(source, at + 2, end);
  if (next === "\r" && source[at + 2] === "\n") return afterBlanks(source, at + 3, end);
  const digits = next === "x" ? 2 : next === "u" ? 4 : next === "U" ? 8 : 0;
  const code = digits === 0 ? "" : source.slice(at + 2, at + 2 + digits);
  if (digits > 0 && code.length === digits && /^[0-9a-fA-F]+$/.test(code) && Number.parseInt(code, 16) <= 0x10ffff) {
    runs.replace(String.fromCodePoint(Number.parseInt(code, 16)), at, at + 2 + digits);
    return at + 2 + digits;
  }
  // Not an escape: a problem elsewhere, and the text stands for itself.
  const length = digits === 0 ? 2 : 2 + digits;
  runs.copy(source, at, Math.min(at + length, source.length));
  return at + length;
}

/** At a blank or a line end: blanks before a line end vanish, the line end folds, anything else is itself. */
function breakOrBlanks(source: string, at: number, end: number, runs: Runs): number {
  const afterSpaces = afterBlanks(source, at, end);
  const atReturn = source[afterSpaces] === "\r" && source[afterSpaces + 1] === "\n";
  const lineEnd = atReturn ? afterSpaces + 1 : afterSpaces;
  if (source[lineEnd] !== "\n" || lineEnd >= end) {
    const to = Math.max(afterSpaces, at + 1);
    runs.copy(source, at, to);
    return to;
  }
  let next = lineEnd + 1;
  let emptyLines = 0;
  for (; next < end; next++) {
    const code = source.charCodeAt(next);
    if (code === 10) emptyLines++;
    else if (!isBlank(code) && !(code === 13 && source[next + 1] === "\n")) break;
  }
  runs.replace(emptyLines === 0 ? " " : "\n".repeat(emptyLines), at, next);
  return next;
}
