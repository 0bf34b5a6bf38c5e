import type { CommentNode } from "@lobster-lang/language";
import { convert } from "./convert.ts";
import { findings } from "./errors.ts";
import { mapFinding, mapMend, type Mend } from "./finding.ts";
import { commentLines, jsonFindings } from "./json.ts";
import { layoutMends, noValue } from "./mend-layout.ts";
import { valueMends } from "./mend-values.ts";
import { type MendedText, mendedText } from "./mended-text.ts";
import { type ParsedText, parseText } from "./parse.ts";
import { type PieceKind, StoredPiece } from "./piece.ts";
import { PieceText } from "./piece-text.ts";
import { readPlainPiece } from "./plain-piece.ts";

/** Reads one piece: by its lines where that is enough, else as all of YAML. */
export function readPiece(kind: PieceKind, text: string, maxNesting: number): StoredPiece {
  const piece = new PieceText(text);
  if (kind === "rest") return new StoredPiece(kind, piece, { root: null, comments: [], links: [] });
  const content = readPlainPiece(kind, piece, maxNesting);
  if (content !== null) return new StoredPiece(kind, piece, content);
  return readYamlPiece(kind, text, maxNesting);
}

/** What is plainly meant otherwise than YAML reads it is mended, so that the rest of the piece is read. */
export function readYamlPiece(kind: PieceKind, text: string, maxNesting: number): StoredPiece {
  const { parsed, mended, mends } = kind === "json" ? parseJson(text, maxNesting) : parseMended(kind, text, maxNesting);
  const piece = new PieceText(text, mended);
  const at = (offset: number): number => mended.toOriginal(offset);
  reportCharacters(piece);
  const isOneLine = !text.includes("\n") && piece.problems.length > 0;
  if (!isOneLine) {
    for (const mend of mends) piece.report(mend.finding);
    const found = kind === "json" ? jsonFindings(parsed) : [];
    for (const finding of [...found, ...findings(mended.text, parsed, found)]) piece.report(mapFinding(finding, at));
  }
  if (parsed.secondDocument !== null) reportSecondDocument(piece, at(parsed.secondDocument));
  const rawValues = new Map(mends.filter((mend) => mend.isValue).map(({ edits: [value] }) => [value!.from, value!]));
  const mergeRoot = kind !== "key" && kind !== "steps";
  const { root, links } = convert(piece, parsed.document?.contents ?? null, parsed.token?.start, rawValues, mergeRoot);
  if (kind === "key" && root?.kind === "scalar" && piece.problems.length === 0) {
    const [line = ""] = root.text.split("\n", 1);
    piece.report({
      rule: "yaml-syntax",
      from: root.range.start,
      to: root.range.start + line.length,
      message: noValue(line),
    });
  }
  const comments = parsed.comments.map((token): CommentNode => {
    const range = piece.range(at(token.offset), at(token.offset + token.source.length));
    return { kind: "comment", range, text: token.source.slice(1) };
  });
  return new StoredPiece(kind, piece, { root, comments, links });
}

interface Reading {
  readonly parsed: ParsedText;
  readonly mended: MendedText;
  /** In the offsets of the author's text. */
  readonly mends: readonly Mend[];
}

/** Characters that may be read again for mends. */
const readingBudget = 200_000;

/** Reads again with mends as long as that leaves fewer faults. A long text is read again rarely: each reading costs. */
function parseMended(kind: PieceKind, text: string, maxNesting: number): Reading {
  let reading = parseOnce(text, maxNesting);
  for (
    let round = Math.min(8, Math.max(2, readingBudget / text.length));
    round > 0 && faultsOf(reading.parsed) > 0;
    round--
  ) {
    const { parsed, mended } = reading;
    // Each value by itself: quotes around one that was not the fault would be no safe fix.
    const values = valueMends(mended.text, parsed).filter(
      (value, _, all) =>
        all.length === 1 ||
        all.length * text.length > readingBudget ||
        tryMends(text, reading, [value], maxNesting) !== null,
    );
    // In a step, one line after the other: a line that was moved shows where those below it belong.
    const layout = layoutMends(mended.text, parsed, kind === "item").slice(0, kind === "item" ? 1 : undefined);
    const next =
      tryMends(text, reading, [...values, ...layout], maxNesting) ??
      (layout.length === 0 ? null : tryMends(text, reading, values, maxNesting)) ??
      (values.length === 0 ? null : tryMends(text, reading, layout, maxNesting));
    if (next === null) break;
    reading = next;
  }
  return reading;
}

/** JSON without the lines that are comments, which YAML would take for words. */
function parseJson(text: string, maxNesting: number): Reading {
  const mends = commentLines(text);
  const mended = mendedText(
    text,
    mends.flatMap((mend) => mend.edits),
  );
  if (mends.length === 0 || mended === null) return parseOnce(text, maxNesting);
  return { parsed: parseText(mended.text, maxNesting), mended, mends };
}

function parseOnce(text: string, maxNesting: number): Reading {
  return { parsed: parseText(text, maxNesting), mended: mendedText(text, [])!, mends: [] };
}

function tryMends(
  text: string,
  { parsed, mended, mends }: Reading,
  found: readonly Mend[],
  maxNesting: number,
): Reading | null {
  if (found.length === 0) return null;
  const all = [...mends, ...found.map((mend) => mapMend(mend, (offset) => mended.toOriginal(offset)))];
  const next = mendedText(
    text,
    all.flatMap((mend) => mend.edits),
  );
  if (next === null) return null;
  const reading = { parsed: parseText(next.text, maxNesting), mended: next, mends: all };
  return faultsOf(reading.parsed) < faultsOf(parsed) ? reading : null;
}

function faultsOf(parsed: ParsedText): number {
  return parsed.errorCount + parsed.bareTags.length + parsed.doubleBraces.length;
}

function reportCharacters(piece: PieceText): void {
  const nul = piece.text.indexOf("\0");
  if (nul >= 0) {
    const message = "there is a NUL character here, which no workflow can hold: remove it";
    piece.report({ rule: "yaml-syntax", from: nul, to: nul + 1, message });
  }
  const lone = /\r(?!\n)/.exec(piece.text);
  if (lone !== null) {
    const message = "there is a carriage return without a line feed here: save the file with LF or CRLF line ends";
    piece.report({ rule: "yaml-syntax", from: lone.index, to: lone.index + 1, message });
  }
}

function reportSecondDocument(piece: PieceText, offset: number): void {
  piece.report({ rule: "several-documents", from: offset, to: offset + 3, message: severalDocuments });
}

export const severalDocuments =
  "a workflow file holds one document, and this line starts another: remove it, or put what follows in a file of its own";
