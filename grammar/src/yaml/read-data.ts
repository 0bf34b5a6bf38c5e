import type { CommentNode, DataNode, Problem } from "@lobster-lang/language";
import { spanProblems } from "./file-problems.ts";
import { defaultReadLimits, readLimitSettings, type ReadLimits } from "./limits.ts";
import { assemble } from "./assemble.ts";
import { Linker } from "./linker.ts";
import { PieceMemo, type ReaderMemo } from "./memo.ts";
import type { Piece, StoredPiece } from "./piece.ts";
import { isLongerThan } from "./source-bytes.ts";
import { type Span, splitByStep } from "./split.ts";
import { withoutStrayLines } from "./stray-lines.ts";

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
export function readData(written: string, options: ReadOptions = {}): DataDocument {
  const limits = { ...defaultReadLimits, ...options.limits };
  if (isLongerThan(written, limits.fileSize)) {
    return { root: null, comments: [], problems: [tooLong(limits)], pieces: [] };
  }
  const memo = options.memo instanceof PieceMemo ? options.memo : new PieceMemo();
  const isJson = options.format === "json";
  const { text, problems: stray } = withoutStrayLines(written);
  const inOne: readonly Span[] = [{ kind: isJson ? "json" : "whole", start: 0, end: text.length }];
  const byStep = isJson || options.byStep === false ? null : splitByStep(text);
  memo.begin(limits.nesting);
  let spans = byStep ?? inOne;
  let pieces = readSpans(text, spans, memo);
  // Lines of running text look like keys to the split.
  if (byStep !== null && !pieces.some((piece) => piece.hasKey)) pieces = readSpans(text, (spans = inOne), memo);
  memo.finish();
  const linker = new Linker(text.length, limits.aliasExpansion);
  for (const piece of pieces) linker.link(piece);
  const { root, problems } = assemble(pieces);
  const all = [...stray, ...problems, ...spanProblems(text, spans), ...pieces.flatMap((piece) => piece.problems)];
  return { root, comments: pieces.flatMap((piece) => piece.comments), problems: inOrder(all), pieces };
}

/** The pieces at these spans, moved to where they stand now. */
function readSpans(text: string, spans: readonly Span[], memo: PieceMemo): StoredPiece[] {
  return spans.map(({ kind, start, end }) => {
    const piece = memo.piece(kind, text.slice(start, end));
    piece.base.offset = start;
    return piece;
  });
}

function tooLong({ fileSize }: ReadLimits): Problem {
  const message = `the file is longer than ${fileSize.toLocaleString("en")} bytes: split it, or raise ${readLimitSettings.fileSize}`;
  return { rule: "yaml-syntax", range: { start: 0, end: 1 }, message };
}

function inOrder(problems: readonly Problem[]): readonly Problem[] {
  return problems.length < 2 ? problems : problems.toSorted((a, b) => a.range.start - b.range.start);
}
