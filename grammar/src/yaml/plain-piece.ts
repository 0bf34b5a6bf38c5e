import type {
  AliasNode,
  CommentNode,
  DataNode,
  EntryNode,
  ListNode,
  MapNode,
  ScalarNode,
  ScalarStyle,
} from "@lobster-lang/language";
import { LineScalar } from "./line-scalar.ts";
import type { Link, OpenAlias } from "./links.ts";
import type { PieceKind } from "./piece.ts";
import type { PieceText } from "./piece-text.ts";
import { afterSpaces, blockScalar, endsLine, plainScalar, plainValue, quotedScalar } from "./plain-scalars.ts";

/** What the lines of a piece alone say. */
export interface PlainPiece {
  readonly root: DataNode | null;
  readonly comments: readonly CommentNode[];
  readonly links: readonly Link[];
}

/**
 * Reads a piece in the part of YAML that nearly all workflows are written in: block maps and lists, plain and quoted
 * scalars of one line, block scalars, aliases, comments. That costs a tenth of what all of YAML costs. Null where a piece holds
 * anything else, or might have a fault: then the `yaml` package reads it. Where both can read a piece, they say the same.
 */
export function readPlainPiece(kind: PieceKind, piece: PieceText, maxNesting: number): PlainPiece | null {
  if (kind !== "item" && kind !== "key" && kind !== "steps" && kind !== "head") return null;
  if (piece.text.includes("\r") || piece.text.includes("\0")) return null;
  const reader = new PlainReader(piece, maxNesting);
  const root = reader.root();
  return root === undefined || (root === null) !== (kind === "head")
    ? null
    : { root, comments: reader.comments, links: reader.links };
}

const asterisk = 42;
const dash = 45;

/** Keys of one map that are compared one by one; a longer map is read as all of YAML. */
const mostKeys = 100;

const keyPattern = /[A-Za-z_][\w.-]*:(?=[ \n]|$)/y;

const aliasPattern = /\*[\w-]+(?=[ \n]|$)/y;

/** Each reader of a node returns null for "not in this part of YAML", and else leaves the next line with content as the current one. */
class PlainReader {
  readonly comments: CommentNode[] = [];
  readonly links: Link[] = [];
  readonly #piece: PieceText;
  readonly #text: string;
  readonly #maxNesting: number;
  /** The current line with content: where it begins, its first character, and the spaces before; -1 behind the last. */
  #start = 0;
  #first = 0;
  #indent = -1;

  constructor(piece: PieceText, maxNesting: number) {
    this.#piece = piece;
    this.#text = piece.text;
    this.#maxNesting = maxNesting;
  }

  /** The node of the piece, null for one without content; undefined where this reader must not judge. */
  root(): DataNode | null | undefined {
    this.#goOn(0);
    if (this.#indent < 0) return null;
    const root = this.#block(0);
    return root === null || this.#indent >= 0 ? undefined : root;
  }

  /** The list or map that begins at the current line. */
  #block(depth: number): ListNode | MapNode | null {
    if (depth > 0 && depth >= this.#maxNesting) return null;
    return this.#isDash(this.#first) ? this.#list(depth) : this.#map(depth, this.#indent);
  }

  #list(depth: number): ListNode | null {
    const column = this.#indent;
    const from = this.#first;
    const items: DataNode[] = [];
    let end = from;
    do {
      const at = afterSpaces(this.#text, this.#first + 1);
      const item = this.#item(at, column, depth + 1);
      if (item === null) return null;
      items.push(item);
      end = item.range.end - this.#piece.base.offset;
    } while (this.#indent === column && this.#isDash(this.#first));
    if (this.#indent > column) return null;
    return { kind: "list", range: this.#piece.range(from, end), flow: false, items };
  }

  #item(at: number, column: number, depth: number): DataNode | null {
    keyPattern.lastIndex = at;
    if (keyPattern.test(this.#text)) {
      if (depth >= this.#maxNesting) return null;
      this.#first = at;
      return this.#map(depth, at - this.#start);
    }
    return this.#onOneLine(at, column);
  }

  #map(depth: number, column: number): MapNode | null {
    const from = this.#first;
    const entries: EntryNode[] = [];
    let end = from;
    do {
      const entry = this.#entry(column, depth);
      if (entry === null || entries.length > mostKeys) return null;
      for (const other of entries) if (other.key.text === entry.key.text) return null;
      entries.push(entry);
      end = entry.range.end - this.#piece.base.offset;
    } while (this.#indent === column);
    if (this.#indent > column) return null;
    return { kind: "map", range: this.#piece.range(from, end), flow: false, entries };
  }

  #entry(column: number, depth: number): EntryNode | null {
    const from = this.#first;
    keyPattern.lastIndex = from;
    if (!keyPattern.test(this.#text)) return null;
    const behindColon = keyPattern.lastIndex;
    const key = this.#text.slice(from, behindColon - 1);
    const keyNode = this.#scalar(from, behindColon - 1, "plain", key, plainValue(key), column);
    const at = afterSpaces(this.#text, behindColon);
    const value = this.#value(at, behindColon, column, depth);
    if (value === null) return null;
    const valueEnd = value.range.end - this.#piece.base.offset;
    const isEmpty = value.kind === "scalar" && valueEnd === at && value.text === "" && value.style === "plain";
    const range = this.#piece.range(from, isEmpty ? behindColon : valueEnd);
    return { kind: "entry", range, key: keyNode, value };
  }

  #value(at: number, behindColon: number, column: number, depth: number): DataNode | null {
    const code = this.#text.charCodeAt(at);
    if (code === 124 || code === 62) return this.#blockScalar(at, column);
    if (!endsLine(code) && !(code === 35 && at > behindColon)) return this.#onOneLine(at, column);
    if (!this.#endLine(at)) return null;
    const isBelow = this.#indent > column || (this.#indent === column && this.#isDash(this.#first));
    return isBelow ? this.#block(depth + 1) : this.#scalar(at, at, "plain", "", null, column);
  }

  #onOneLine(at: number, column: number): ScalarNode | AliasNode | null {
    const code = this.#text.charCodeAt(at);
    if (code === asterisk) return this.#alias(at, column);
    const isQuoted = code === 34 || code === 39;
    const found = isQuoted ? quotedScalar(this.#text, at) : plainScalar(this.#text, at);
    // A line below that is indented deeper goes on with the value, or is a fault.
    if (found === null || !this.#endLine(found.to) || this.#indent > column) return null;
    if (isQuoted) return this.#scalar(at, found.to, code === 34 ? "double" : "single", found.text, found.text, column);
    return this.#scalar(at, found.to, "plain", found.text, plainValue(found.text), column);
  }

  #alias(at: number, column: number): AliasNode | null {
    aliasPattern.lastIndex = at;
    if (!aliasPattern.test(this.#text)) return null;
    const to = aliasPattern.lastIndex;
    if (!this.#endLine(to) || this.#indent > column) return null;
    const node: OpenAlias = {
      kind: "alias",
      range: this.#piece.range(at, to),
      name: this.#text.slice(at + 1, to),
      target: null,
    };
    this.links.push({ kind: "alias", at, node });
    return node;
  }

  #blockScalar(at: number, column: number): ScalarNode | null {
    const header = this.#text.charCodeAt(at + 1) === dash ? at + 2 : at + 1;
    if (!this.#endsHere(header)) return null;
    const lineEnd = this.#text.indexOf("\n", header);
    const found = lineEnd < 0 ? null : blockScalar(this.#text, at, lineEnd + 1, column);
    if (found === null) return null;
    this.#comment(afterSpaces(this.#text, header));
    this.#goOn(found.to);
    if (this.#indent > column) return null;
    const style = this.#text.charCodeAt(at) === 124 ? "literal" : "folded";
    return this.#scalar(at, found.to, style, found.text, found.text, column);
  }

  #scalar(
    from: number,
    to: number,
    style: ScalarStyle,
    text: string,
    value: ScalarNode["value"],
    parentIndent: number,
  ): ScalarNode {
    return new LineScalar(this.#text, this.#piece.range(from, to), style, text, value, parentIndent);
  }

  #isDash(at: number): boolean {
    if (this.#text.charCodeAt(at) !== dash) return false;
    const next = this.#text.charCodeAt(at + 1);
    return next === 32 || endsLine(next);
  }

  /** Whether nothing but blanks and a comment behind one stands between `at` and the end of the line. */
  #endsHere(at: number): boolean {
    const rest = afterSpaces(this.#text, at);
    const code = this.#text.charCodeAt(rest);
    return endsLine(code) || (code === 35 && rest > at) || (code === 35 && this.#text.charCodeAt(at - 1) === 32);
  }

  /** Goes to the next line with content; false where something stands in between. */
  #endLine(at: number): boolean {
    if (!this.#endsHere(at)) return false;
    const rest = afterSpaces(this.#text, at);
    this.#goOn(this.#comment(rest) + 1);
    return true;
  }

  /** Takes the comment that may begin at `at`; gives the end of its line. */
  #comment(at: number): number {
    const found = this.#text.indexOf("\n", at);
    const end = found < 0 ? this.#text.length : found;
    if (this.#text.charCodeAt(at) === 35) {
      this.comments.push({ kind: "comment", range: this.#piece.range(at, end), text: this.#text.slice(at + 1, end) });
    }
    return end;
  }

  /** The next line with content, from the line that begins at `start`. */
  #goOn(start: number): void {
    for (let at = start; at < this.#text.length;) {
      const first = afterSpaces(this.#text, at);
      const code = this.#text.charCodeAt(first);
      if (code === 35) {
        at = this.#comment(first) + 1;
      } else if (endsLine(code)) {
        at = first + 1;
      } else {
        this.#start = at;
        this.#first = first;
        this.#indent = first - at;
        return;
      }
    }
    this.#indent = -1;
  }
}
