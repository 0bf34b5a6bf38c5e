import type { CommandSignature } from "./catalogue/command-types.ts";
import type { AnalyseShell } from "./shell-nodes.ts";
import type { TemplateNode, WhereNode } from "./template-nodes.ts";
import type { Embedded, Problem, TextNode, TextPart, TextSource } from "./text-nodes.ts";

/** A pipeline text: `stage | stage | …`. Always there; problems say what recovery mended. */
export interface PipelineNode extends Embedded {
  readonly kind: "pipeline";
  readonly source: TextSource;
  readonly stages: readonly StageNode[];
  readonly problems: readonly Problem[];
}

export interface StageNode extends Embedded {
  readonly kind: "stage";
  /** Null for an empty stage (`a | | b`). */
  readonly name: WordNode | null;
  /** The command of that name, of the language or of the project's configuration; null where there is none. */
  readonly signature: CommandSignature | null;
  /** All words after the name, as written and in order. Which are flags, `bound` says. */
  readonly words: readonly WordNode[];
  /** Flags and positionals by the command's signature (D26–D28); `exec`'s tail belongs to the program (D27). */
  readonly bound: readonly BoundArgument[];
  /** The `|` after this stage. */
  readonly pipe: Embedded | null;
}

/** One word: pieces glued together, quotes gone. */
export interface WordNode extends Embedded {
  readonly kind: "word";
  /** Decoded text; substitutions stand as written. */
  readonly text: string;
  /** Source spelling with quotes. */
  readonly raw: string;
  readonly quoted: boolean;
  /** Decoded pieces; a substitution in any quotes is a part of its own and fills exactly this word (D2). */
  readonly parts: readonly TextPart[];
  /** Offsets in the decoded word ↔ source range. */
  rangeOf(start: number, end: number): Embedded;
}

export interface BoundArgument extends Embedded {
  readonly kind: "argument";
  /** Canonical flag name of the catalogue (`preview-from-stdin`), null for a positional or an unknown flag. */
  readonly flag: string | null;
  readonly form: "flag" | "positional" | "unknown-flag";
  /** The flag's name as written, without dashes and value. */
  readonly nameSpan: Embedded | null;
  readonly writtenName: string | null;
  /** `--no-flag`, `--flag=false` → false (D26). */
  readonly negated: boolean;
  /** The value's word; for `--k=v` a word for the part after `=`. Null for a boolean flag or a missing value. */
  readonly value: WordNode | null;
  /** The value read by its type of the catalogue; null for plain text, numbers, missing values. */
  readonly content: ArgumentContent | null;
}

export type ArgumentContent =
  | { readonly kind: "template"; readonly template: TemplateNode }
  | { readonly kind: "where"; readonly where: WhereNode }
  | { readonly kind: "assignment"; readonly key: string; readonly keySpan: Embedded; readonly template: TemplateNode }
  | { readonly kind: "fields"; readonly names: readonly (Embedded & { readonly name: string })[] }
  | { readonly kind: "path"; readonly segments: readonly (Embedded & { readonly name: string })[] }
  | { readonly kind: "shell"; readonly text: TextNode; readonly analyse: AnalyseShell };
