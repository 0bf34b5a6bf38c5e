import type { PieceKind, StoredPiece } from "./piece.ts";
import { readPiece } from "./read-piece.ts";

/** Keeps the pieces of the last two versions of one document, so that an edit (or its undoing) reads only what is new. */
export interface ReaderMemo {
  readonly kind: "reader-memo";
}

/** A memo for one document; give it to each reading of a newer text. Trees of older texts are then out of date. */
export function createMemo(): ReaderMemo {
  return new PieceMemo();
}

/** Pieces of one version, by text; equal texts are pieces of their own and are handed out in order. */
class Version {
  readonly #byKind = new Map<PieceKind, Map<string, Shelf>>();

  put(piece: StoredPiece): void {
    let byText = this.#byKind.get(piece.kind);
    if (byText === undefined) this.#byKind.set(piece.kind, (byText = new Map<string, Shelf>()));
    const shelf = byText.get(piece.text);
    if (shelf === undefined) byText.set(piece.text, { pieces: [piece], taken: 0 });
    else shelf.pieces.push(piece);
  }

  /** A piece that nobody has taken yet; it then belongs to the version that takes it. */
  take(kind: PieceKind, text: string): StoredPiece | null {
    const shelf = this.#byKind.get(kind)?.get(text);
    if (shelf === undefined || shelf.taken === shelf.pieces.length) return null;
    return shelf.pieces[shelf.taken++]!;
  }
}

interface Shelf {
  readonly pieces: StoredPiece[];
  taken: number;
}

export class PieceMemo implements ReaderMemo {
  readonly kind = "reader-memo";
  #older = new Version();
  #last = new Version();
  #next = new Version();
  #nesting = 0;

  begin(maxNesting: number): void {
    if (maxNesting !== this.#nesting) this.#older = this.#last = new Version();
    this.#nesting = maxNesting;
    this.#next = new Version();
  }

  piece(kind: PieceKind, text: string): StoredPiece {
    const piece =
      this.#last.take(kind, text) ?? this.#older.take(kind, text) ?? readPiece(kind, detached(text), this.#nesting);
    this.#next.put(piece);
    return piece;
  }

  /** What the new version did not take over lives one version longer, so that undoing an edit finds it. */
  finish(): void {
    this.#older = this.#last;
    this.#last = this.#next;
  }
}

/** A copy that does not keep the whole file's text alive, as a slice of it would. */
function detached(text: string): string {
  return ` ${text}`.slice(1);
}
