import type { PieceKind } from "./piece.ts";

export interface Span {
  readonly kind: PieceKind;
  readonly start: number;
  readonly end: number;
  /** Of an item: its `-` stands this many columns left of the first item's. */
  readonly dedent?: number;
}

/**
 * The pieces of a workflow file by its lines alone: top-level keys, and the items of a block list under `steps:`.
 * Null where lines cannot tell (explicit keys, directives, a flow or quoted top level, …): such a file is read whole.
 * Damage inside a step (a tab, a lost indent, `-id:`) is no reason to give up: it stays in its piece.
 */
export function splitByStep(text: string): readonly Span[] | null {
  const splitter = new Splitter(text);
  return splitter.run() ? splitter.spans : null;
}

interface Line {
  readonly start: number;
  /** Spaces before the first other character. */
  readonly indent: number;
  readonly first: number;
  readonly end: number;
}

type Verdict = "same" | "give-up" | "stop";

const charTab = 9;
const charDash = 45;

class Splitter {
  readonly spans: Span[] = [];
  readonly #text: string;
  #kind: PieceKind = "head";
  #start: number;
  #dedent = 0;
  /** Column of the dashes under `steps:`; -1 outside of it. */
  #itemIndent = -1;
  #sawMarker = false;

  constructor(text: string) {
    this.#text = text;
    this.#start = text.startsWith("\uFEFF") ? 1 : 0;
  }

  /** False when the lines cannot tell. */
  run(): boolean {
    const { length } = this.#text;
    for (let at = this.#start; at < length;) {
      const line = this.#lineAt(at);
      at = line.end + 1;
      if (isBlankOrComment(this.#text, line)) continue;
      const verdict = line.indent === 0 ? this.#topLine(line) : this.#innerLine(line);
      if (verdict === "give-up") return false;
      if (verdict === "stop") break;
    }
    this.#open("rest", length);
    return this.spans.some((span) => span.kind !== "head");
  }

  #topLine(line: Line): Verdict {
    const code = this.#text.charCodeAt(line.first);
    const marker = this.#text.slice(line.first, line.first + 3);
    if (marker === "---" || marker === "...") {
      if (isBlankCode(this.#text.charCodeAt(line.first + 3))) return this.#marker(marker, line);
    }
    if (code === charDash) return this.#dash(line);
    if (code === charTab) return this.#tab(line);
    if (code === 93 || code === 125) return this.#kind === "head" ? "give-up" : "same"; // ] }
    if (this.#isExplicit(line) || unsafeTopStarts.has(code)) return "give-up";
    this.#openKey(line);
    if (stepsLine.test(this.#text.slice(line.start, line.end))) this.#openSteps(line);
    return "same";
  }

  #innerLine(line: Line): Verdict {
    if (this.#kind === "head") return "give-up";
    const code = this.#text.charCodeAt(line.first);
    if (code === charTab) return this.#tab(line);
    if (this.#itemIndent < 0 || line.indent > this.#itemIndent) return "same";
    if (this.#isExplicit(line)) return "give-up";
    return code === charDash ? this.#dash(line) : "same";
  }

  /** `---` before anything else begins the document; a second one ends what we read. */
  #marker(marker: string, line: Line): Verdict {
    const after = this.#text.slice(line.first + 3, line.end);
    if (marker === "..." || !/^[ \t]*(?:#.*)?\r?$/.test(after)) return "give-up";
    if (this.#kind === "head" && !this.#sawMarker) {
      this.#sawMarker = true;
      return "same";
    }
    this.#open("rest", line.start);
    return "stop";
  }

  #dash(line: Line): Verdict {
    const isItem = isBlankCode(this.#text.charCodeAt(line.first + 1));
    const inSteps = this.#itemIndent >= 0;
    if (!isItem && line.indent === 0 && !(this.#itemIndent === 0 && this.#isItemWithoutSpace(line))) {
      this.#openKey(line);
    } else if (inSteps) {
      this.#open("item", line.start, Math.max(0, this.#itemIndent - line.indent));
    } else if (this.#kind === "head") {
      return "give-up";
    }
    return "same";
  }

  #openKey(line: Line): void {
    this.#open("key", line.start);
    this.#itemIndent = -1;
  }

  /** `-id: a` among items: more items follow, so that it cannot be a key that begins with a dash. */
  #isItemWithoutSpace(line: Line): boolean {
    if (!/^-[\w-]+:[ \t]+\S/.test(this.#text.slice(line.first, line.end))) return false;
    for (let at = line.end + 1; at < this.#text.length;) {
      const next = this.#lineAt(at);
      at = next.end + 1;
      if (isBlankOrComment(this.#text, next) || next.indent > line.indent) continue;
      const startsWithDash = this.#text.charCodeAt(next.first) === charDash;
      return next.indent === line.indent && startsWithDash && isBlankCode(this.#text.charCodeAt(next.first + 1));
    }
    return false;
  }

  /** A tab in the indentation is damage. It begins a new step where a dash follows, so that only this step suffers. */
  #tab(line: Line): Verdict {
    if (this.#kind === "head") return "give-up";
    if (this.#itemIndent < 0 || line.indent > this.#itemIndent) return "same";
    const rest = this.#text.slice(line.first, line.end);
    if (/^[ \t]+-(?:\s|$)/.test(rest)) this.#open("item", line.start);
    return "same";
  }

  #openSteps(line: Line): void {
    for (let at = line.end + 1; at < this.#text.length;) {
      const next = this.#lineAt(at);
      at = next.end + 1;
      if (isBlankOrComment(this.#text, next)) continue;
      const [blanks = ""] = /^[ \t]*/.exec(this.#text.slice(next.start, next.end)) ?? [];
      const dash = next.start + blanks.length;
      if (this.#text.charCodeAt(dash) !== charDash) return;
      if (!isBlankCode(this.#text.charCodeAt(dash + 1)) && !this.#isItemWithoutSpace(next)) return;
      this.#kind = "steps";
      this.#itemIndent = blanks.includes("\t") ? next.indent : blanks.length;
      return;
    }
  }

  /** `? key` and `: value` lines: structure that lines alone do not show. */
  #isExplicit(line: Line): boolean {
    const code = this.#text.charCodeAt(line.first);
    return (code === 63 || code === 58) && isBlankCode(this.#text.charCodeAt(line.first + 1));
  }

  #open(kind: PieceKind, start: number, dedent = 0): void {
    if (start > this.#start) {
      const span = { kind: this.#kind, start: this.#start, end: start };
      this.spans.push(this.#dedent > 0 ? { ...span, dedent: this.#dedent } : span);
    }
    this.#kind = kind;
    this.#start = start;
    this.#dedent = dedent;
  }

  #lineAt(start: number): Line {
    const text = this.#text;
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    let first = start;
    while (first < end && text.charCodeAt(first) === 32) first++;
    return { start, indent: first - start, first, end };
  }
}

const stepsLine = /^steps *:(?: *| +#.*)\r?$/;

/** First characters with which a line at column 0 is no plain key. */
const unsafeTopStarts = new Set([..."{[&*!|>'\"@%`,\uFEFF"].map((character) => character.charCodeAt(0)));

function isBlankOrComment(text: string, line: Line): boolean {
  let at = line.first;
  while (at < line.end && isBlankCode(text.charCodeAt(at))) at++;
  return at === line.end || (at === line.first && text.charCodeAt(at) === 35);
}

/** A blank, a line end, or the end of the text. */
function isBlankCode(code: number): boolean {
  return code === 32 || code === charTab || code === 13 || code === 10 || Number.isNaN(code);
}
