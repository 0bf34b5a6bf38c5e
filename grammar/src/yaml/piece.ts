import type { CommentNode, DataNode, EntryNode, Problem, Range } from "@lobster-lang/language";
import type { Link } from "./links.ts";
import type { Base } from "./placed-range.ts";
import type { PieceText } from "./piece-text.ts";

/**
 * `head`: what stands before the first key; `key`: one key of the file; `steps`: the line `steps:` when its items are
 * pieces of their own; `item`: one item of it; `whole`: a file that is read in one piece; `json`: a JSON file; `rest`: a second document.
 */
export type PieceKind = "head" | "key" | "steps" | "item" | "whole" | "json" | "rest";

/** A part of a file that is read by itself and kept while its text stays the same. */
export interface Piece {
  readonly kind: PieceKind;
  readonly text: string;
  /** Moves with the piece. */
  readonly range: Range;
  /** Of a `key` or `steps` piece: normally one. */
  readonly entries: readonly EntryNode[];
  /** Of an `item` piece: normally one. */
  readonly items: readonly (DataNode | null)[];
  /** Of a `whole` or `json` piece: the root. */
  readonly root: DataNode | null;
  readonly comments: readonly CommentNode[];
  readonly problems: readonly Problem[];
  /**
   * Changes exactly when something that can be read from the piece's nodes has changed: its text, or what its aliases
   * stand for. Holds what was computed from the piece.
   */
  readonly memo: Computed;
}

/** What other layers keep for a piece. */
export interface Computed {
  built?: unknown;
}

const none: readonly never[] = [];

/** The reader's own view of a piece. */
export class StoredPiece implements Piece {
  readonly kind: PieceKind;
  readonly text: string;
  readonly range: Range;
  readonly base: Base;
  readonly entries: readonly EntryNode[];
  readonly items: readonly (DataNode | null)[];
  readonly root: DataNode | null;
  /** Of an `item` piece: from its dash to the end of its content. */
  readonly itemRange: Range | null;
  /** Whether a piece of kind `key` is one: a line of running text is none. */
  readonly hasKey: boolean;
  readonly comments: readonly CommentNode[];
  readonly ownProblems: readonly Problem[];
  readonly links: readonly Link[];
  /** The linker's part: what its aliases stood for at the last reading. */
  linkProblems: readonly Problem[] = none;
  linkedTo: readonly unknown[] = none;
  memo: Computed = {};

  constructor(kind: PieceKind, source: PieceText, content: PieceContent) {
    this.kind = kind;
    this.text = source.text;
    this.range = source.range(0, source.text.length);
    this.base = source.base;
    this.comments = content.comments;
    this.links = content.links;
    this.ownProblems = source.problems;
    const { root } = content;
    this.root = kind === "whole" || kind === "json" ? root : null;
    const isKey = kind === "key" || kind === "steps";
    this.entries = isKey ? (root?.kind === "map" ? root.entries : keyAlone(root)) : none;
    this.hasKey = isKey && root?.kind === "map";
    this.itemRange = kind === "item" && root !== null ? root.range : null;
    this.items = kind === "item" ? (root?.kind === "list" ? root.items : root === null ? none : [root]) : none;
  }

  get problems(): readonly Problem[] {
    return this.linkProblems.length === 0 ? this.ownProblems : [...this.ownProblems, ...this.linkProblems];
  }
}

/** A half-typed key is an entry without a value. */
function keyAlone(root: DataNode | null): readonly EntryNode[] {
  return root?.kind === "scalar" ? [{ kind: "entry", range: root.range, key: root, value: null }] : [];
}

interface PieceContent {
  readonly root: DataNode | null;
  readonly comments: readonly CommentNode[];
  readonly links: readonly Link[];
}
