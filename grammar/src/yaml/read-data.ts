import type { CommentNode, DataNode, Problem } from "@lobster-lang/language";
import { defaultReadLimits, type ReadLimits } from "./limits.ts";
import { Linker } from "./linker.ts";
import { PieceMemo, type ReaderMemo } from "./memo.ts";
import type { Piece } from "./piece.ts";

export interface ReadOptions {
  /** `json` is strict JSON (a `.json` file); default `yaml`. */
  readonly format?: "yaml" | "json";
  /** Of the same document's earlier texts. */
  readonly memo?: ReaderMemo;
  readonly limits?: Partial<ReadLimits>;
  /** `false` reads the file in one piece: the reference that reading by steps must equal. */
  readonly byStep?: boolean;
}

/** What a YAML or JSON text says. Its ranges are right until its memo reads a newer text. */
export interface DataDocument {
  readonly root: DataNode | null;
  readonly comments: readonly CommentNode[];
  /** All problems, those of the pieces included, in the order of the text. */
  readonly problems: readonly Problem[];
  readonly pieces: readonly Piece[];
}

/** Reads a YAML or JSON text. Never throws: damage is in `problems` and stays in its piece (language.md "Files", D14). */
export function readData(text: string, options: ReadOptions = {}): DataDocument {
  const limits = { ...defaultReadLimits, ...options.limits };
  const memo = options.memo instanceof PieceMemo ? options.memo : new PieceMemo();
  memo.begin(limits.nesting);
  const piece = memo.piece("whole", text);
  memo.finish();
  new Linker(text.length, limits.aliasExpansion).link(piece);
  return { root: piece.root, comments: piece.comments, problems: piece.problems, pieces: [piece] };
}
