import type { Range } from "./range.ts";
import type { ScalarNode, TextMap } from "./data-nodes.ts";

/**
 * A part or expression inside a scalar (or inside an inline pipeline). `span` is in offsets of the decoded
 * text that was parsed, `range` is the same place in the source.
 */
export interface Embedded {
  readonly span: Range;
  readonly range: Range;
}

/** What a text that was parsed came from: a scalar of a file, or an inline pipeline (`scalar` null, identity map). */
export interface TextSource {
  readonly text: string;
  readonly map: TextMap;
  readonly scalar: ScalarNode | null;
}

/** One step of a path after `$id.field` or after a field of an item. */
export type PathSegment = NameSegment | IndexSegment;

export interface NameSegment extends Embedded {
  readonly kind: "name";
  readonly name: string;
  /** `.name`, or `["name"]` (ours, language.md "References"). */
  readonly form: "dot" | "bracket";
}

export interface IndexSegment extends Embedded {
  readonly kind: "index";
  readonly index: number;
  readonly form: "bracket";
}

/** `$id.field.path…` */
export interface RefNode extends Embedded {
  readonly kind: "ref";
  readonly id: string;
  readonly idSpan: Embedded;
  /** The first segment as written (`errorMessage` and `error_message` both stand as written). */
  readonly field: NameSegment;
  readonly path: readonly PathSegment[];
}

/** `${name}` with a name that an argument can have: letters, digits, `_`, `-`. Whether it is one, the checker says. */
export interface ArgRefNode extends Embedded {
  readonly kind: "arg";
  readonly name: string;
  readonly nameSpan: Embedded;
}

export interface LiteralPart extends Embedded {
  readonly kind: "literal";
  readonly text: string;
}

/** `$$id.field`, `\$id.field`: stands for the literal `$id.field` (D44). `text` is what it stands for. */
export interface EscapedPart extends Embedded {
  readonly kind: "escaped";
  readonly text: string;
}

/**
 * Text that looks like a reference and is none. It means itself (a literal); rules look at it.
 * `braced`: `${step.stdout}`, `${args.x}`, `${x:-y}` … any other `${…}`; `mustache`: `{{ … }}`; `github`: `${{ … }}`;
 * `bare`: `$name` without a path (a shell variable, perhaps); `content` is what stands inside the braces or after `$`.
 */
export interface SuspectPart extends Embedded {
  readonly kind: "suspect";
  readonly form: "braced" | "mustache" | "github" | "bare";
  readonly text: string;
  readonly content: string;
}

export type TextPart = LiteralPart | EscapedPart | SuspectPart | ArgRefNode | RefNode;

/** Where a text stands; decides what a value in it becomes and which rules look at it. */
export type TextRole =
  | "shell"
  | "pipeline"
  | "stdin"
  | "env"
  | "cwd"
  | "prompt"
  | "preview"
  | "items"
  | "identity"
  | "workflow"
  | "workflow-arg"
  | "for-each"
  | "input"
  | "label"
  | "arg-default";

/** A text with substitutions. Parts are gapless and in order; an empty text has none. */
export interface TextNode extends Embedded {
  readonly kind: "text";
  readonly role: TextRole;
  readonly source: TextSource;
  readonly parts: readonly TextPart[];
  /** The single reference or argument when the trimmed text is exactly that: a whole value keeps its type. */
  readonly whole: RefNode | ArgRefNode | null;
}

/** A problem of a text inside a scalar or a file, found while parsing. The checker turns it into a diagnostic. */
export interface Problem {
  /** The rule that reports it: `yaml-syntax`, `pipeline-syntax`, `bad-condition`, `where-syntax` … */
  readonly rule: string;
  readonly severity?: "error" | "warning" | "info";
  readonly range: Range;
  readonly message: string;
  readonly related?: readonly { readonly range: Range; readonly message: string }[];
  readonly fixes?: readonly ProblemFix[];
}

export interface ProblemFix {
  readonly title: string;
  readonly safe: boolean;
  readonly edits: readonly { readonly range: Range; readonly text: string }[];
}
