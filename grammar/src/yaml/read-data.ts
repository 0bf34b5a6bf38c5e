import type { CommentNode, DataNode, Problem } from "@lobster-lang/language";
import { spanProblems } from "./file-problems.ts";
import { defaultReadLimits, type ReadLimits } from "./limits.ts";
import { assemble } from "./assemble.ts";
import { Linker } from "./linker.ts";
import { PieceMemo, type ReaderMemo } from "./memo.ts";
import type { Piece, StoredPiece } from "./piece.ts";
import { type Span, splitByStep } from "./split.ts";

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
  const spans = options.byStep === false ? null : splitByStep(text);
  memo.begin(limits.nesting);
  const pieces = readSpans(text, spans, memo) ?? readSpans(text, null, memo)!;
  memo.finish();
  const linker = new Linker(text.length, limits.aliasExpansion);
  for (const piece of pieces) linker.link(piece);
  const { root, problems } = assemble(pieces);
  const fileProblems = spans === null || pieces[0]?.kind === "whole" ? [] : spanProblems(text, spans);
  const all = [...problems, ...fileProblems, ...pieces.flatMap((piece) => piece.problems)];
  return { root, comments: pieces.flatMap((piece) => piece.comments), problems: inOrder(all), pieces };
}

/** The pieces at these spans, moved to where they stand now; null when they turn out to be no keys at all. */
function readSpans(text: string, spans: readonly Span[] | null, memo: PieceMemo): StoredPiece[] | null {
  const whole: Span = { kind: "whole", start: 0, end: text.length };
  const pieces = (spans ?? [whole]).map(({ kind, start, end }) => {
    const piece = memo.piece(kind, text.slice(start, end));
    piece.base.offset = start;
    return piece;
  });
  // Lines of running text look like keys to the split.
  if (spans !== null && !pieces.some((piece) => piece.hasKey)) return null;
  return pieces;
}

function inOrder(problems: readonly Problem[]): readonly Problem[] {
  return problems.length < 2 ? problems : problems.toSorted((a, b) => a.range.start - b.range.start);
}
