/**
 * The reference grammar (language.md "References"), written by hand because it is read inside every other language here:
 *
 *     ref = "$" id "." field { "." segment | "[" index "]" | "[" quoted "]" }      arg = "${" name "}"
 */

/** Offsets of a reference's pieces, relative to the scanned text. */
export interface ScannedRef {
  readonly kind: "ref";
  readonly end: number;
  readonly id: Piece;
  readonly field: Piece;
  readonly path: readonly ScannedSegment[];
}

export interface Piece {
  readonly start: number;
  readonly end: number;
}

export type ScannedSegment =
  | (Piece & { readonly kind: "dot" })
  | (Piece & { readonly kind: "key"; readonly name: string })
  | (Piece & { readonly kind: "index"; readonly index: number });

export interface ScannedArg {
  readonly kind: "arg";
  readonly end: number;
  readonly name: Piece;
}

/** `$$id.field` or `\$id.field` (D44); `dollar` is where the literal text begins. */
export interface ScannedEscape {
  readonly kind: "escaped";
  readonly end: number;
  readonly dollar: number;
}

export interface ScannedSuspect {
  readonly kind: "suspect";
  readonly end: number;
  readonly form: "braced" | "mustache" | "github" | "bare";
  readonly content: Piece;
}

export type Scanned = ScannedRef | ScannedArg | ScannedEscape | ScannedSuspect;

const head = /\$([A-Za-z0-9_-]+)\.([A-Za-z0-9_]+)/y;
const dotSegment = /\.([A-Za-z0-9_]+)/y;
const indexSegment = /\[([0-9]{1,15})\]/y;
const keySegment = /\[(?:"((?:[^"\\\n]|\\["\\])*)"|'((?:[^'\\\n]|\\['\\])*)')\]/y;
const argument = /\$\{([A-Za-z0-9_-]+)\}/y;
const github = /\$\{\{([^\n]{0,1000}?)\}\}/y;
const mustache = /\{\{([^{}]*)\}\}/y;
const braced = /\$\{([^${}\n]*)\}/y;
const bare = /\$([A-Za-z_][A-Za-z0-9_-]*)/y;

function at(pattern: RegExp, text: string, offset: number): RegExpExecArray | null {
  pattern.lastIndex = offset;
  return pattern.exec(text);
}

/** `$5.00`: an amount of money. No step has a field of digits, so that this can be no reference. */
const amount = /^\$[0-9]+\.[0-9]+$/;

/** The reference that begins at `offset`, or null. Greedy; a dash or a dot without a segment ends it. */
export function refAt(text: string, offset: number): ScannedRef | null {
  const found = at(head, text, offset);
  if (found === null || amount.test(found[0])) return null;
  const idEnd = offset + 1 + found[1]!.length;
  const field = { start: idEnd + 1, end: offset + found[0].length };
  const path: ScannedSegment[] = [];
  let end = field.end;
  for (let next = segmentAt(text, end); next !== null; next = segmentAt(text, end)) {
    path.push(next.segment);
    end = next.end;
  }
  return { kind: "ref", end, id: { start: offset + 1, end: idEnd }, field, path };
}

function segmentAt(text: string, offset: number): { readonly segment: ScannedSegment; readonly end: number } | null {
  if (text[offset] === ".") {
    const dot = at(dotSegment, text, offset);
    if (dot === null) return null;
    const end = offset + dot[0].length;
    return { segment: { kind: "dot", start: offset + 1, end }, end };
  }
  if (text[offset] !== "[") return null;
  const index = at(indexSegment, text, offset);
  if (index !== null) {
    const end = offset + index[0].length;
    return { segment: { kind: "index", start: offset + 1, end: end - 1, index: Number(index[1]) }, end };
  }
  const key = at(keySegment, text, offset);
  if (key === null) return null;
  const end = offset + key[0].length;
  const name = (key[1] ?? key[2] ?? "").replace(/\\(.)/g, "$1");
  return { segment: { kind: "key", start: offset + 1, end: end - 1, name }, end };
}

/** `${name}` at `offset`, or null. */
export function argAt(text: string, offset: number): ScannedArg | null {
  const found = at(argument, text, offset);
  if (found === null) return null;
  const end = offset + found[0].length;
  return { kind: "arg", end, name: { start: offset + 2, end: end - 1 } };
}

/** What begins at a `$` or `{{`: a substitution, an escape by `$$`, or what only looks like one. */
export function scanAt(text: string, offset: number): Scanned | null {
  if (text[offset] === "{") return suspectAt(mustache, "mustache", 2, 2, text, offset);
  if (text[offset] !== "$") return null;
  const next = text[offset + 1];
  if (next === "{") {
    return (
      argAt(text, offset) ??
      suspectAt(github, "github", 3, 2, text, offset) ??
      suspectAt(braced, "braced", 2, 1, text, offset)
    );
  }
  if (next === "$") {
    const escaped = refAt(text, offset + 1);
    return escaped === null ? null : { kind: "escaped", end: escaped.end, dollar: offset + 1 };
  }
  return refAt(text, offset) ?? suspectAt(bare, "bare", 1, 0, text, offset);
}

function suspectAt(
  pattern: RegExp,
  form: ScannedSuspect["form"],
  before: number,
  after: number,
  text: string,
  offset: number,
): ScannedSuspect | null {
  const found = at(pattern, text, offset);
  if (found === null) return null;
  const end = offset + found[0].length;
  return { kind: "suspect", end, form, content: { start: offset + before, end: end - after } };
}

/** `\$id.field` at a backslash, or null. The caller counts: only an odd backslash escapes. */
function backslashEscapeAt(text: string, offset: number): ScannedEscape | null {
  if (text[offset] !== "\\") return null;
  const escaped = refAt(text, offset + 1);
  return escaped === null ? null : { kind: "escaped", end: escaped.end, dollar: offset + 1 };
}

/** What a scan of a whole text gives: everything that is more than a literal, in order. */
export interface Found {
  readonly start: number;
  readonly scanned: Scanned;
}

/**
 * All substitutions, escapes and look-alikes of a text, in order and without overlap. `inert` names offsets of
 * characters that have no power of their own because the language around already unescaped them (`\$` and `\\` in
 * double quotes of a pipeline): a `$` there makes an escape of what would be a reference, a `\` there escapes nothing.
 */
export function scanText(text: string, inert?: ReadonlySet<number>): readonly Found[] {
  let offset = nextSign(text, 0);
  if (offset < 0) return nothing;
  const found: Found[] = [];
  for (;;) {
    offset = nextSign(text, offset);
    if (offset < 0) return found;
    const character = text[offset]!;
    if (character === "\\" && inert?.has(offset) !== true) {
      let end = offset + 1;
      while (text[end] === "\\" && inert?.has(end) !== true) end++;
      const escape = (end - offset) % 2 === 1 ? backslashEscapeAt(text, end - 1) : null;
      if (escape !== null) found.push({ start: end - 1, scanned: escape });
      offset = escape === null ? end : escape.end;
      continue;
    }
    if (character === "$" && inert?.has(offset) === true) {
      const literal = refAt(text, offset);
      if (literal !== null) {
        found.push({ start: offset, scanned: { kind: "escaped", end: literal.end, dollar: offset } });
      }
      offset = literal === null ? offset + 1 : literal.end;
      continue;
    }
    const scanned = scanAt(text, offset);
    if (scanned !== null) {
      found.push({ start: offset, scanned });
      offset = scanned.end;
    } else {
      offset += character === "$" && text[offset + 1] === "$" && text[offset + 2] !== "{" ? 2 : 1;
    }
  }
}

const nothing: readonly Found[] = [];

/** Where the next `$`, backslash or `{{` stands; -1 when there is none. */
function nextSign(text: string, from: number): number {
  sign.lastIndex = from;
  return sign.test(text) ? sign.lastIndex - 1 : -1;
}

const sign = /[$\\]|\{(?=\{)/g;
