import type { Range } from "./range.ts";

export type Severity = "error" | "warning" | "info";

/** One finding. Offsets are UTF-16 in the source text; lines and columns exist only in renderers. */
export interface Diagnostic {
  /** Rule id, kebab-case: a row of the catalogue. */
  readonly rule: string;
  readonly severity: Severity;
  readonly range: Range;
  /** One sentence, lower case start, no full stop: what is wrong, then what to write instead. */
  readonly message: string;
  readonly related: readonly RelatedPlace[];
  readonly fixes: readonly Fix[];
}

export interface RelatedPlace {
  readonly range: Range;
  readonly message: string;
}

export interface Fix {
  readonly title: string;
  /** A safe fix keeps the meaning the author plainly had; `lobster check --fix` applies only these. */
  readonly safe: boolean;
  readonly edits: readonly TextEdit[];
}

export interface TextEdit {
  readonly range: Range;
  readonly text: string;
}
