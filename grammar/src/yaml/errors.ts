import type { ParsedText } from "./parse.ts";
import type { PieceText } from "./piece-text.ts";

/** Reports what the `yaml` package found in a piece, in plain words. */
export function explain(piece: PieceText, parsed: ParsedText): void {
  for (const error of parsed.errors) piece.report("yaml-syntax", error.pos[0], error.pos[1], error.message);
}
