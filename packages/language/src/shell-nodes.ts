import type { Range } from "./range.ts";
import type { Embedded, Problem, TextNode } from "./text-nodes.ts";

/** Shell families a plan can be compiled for (language.md, end of "Values in shell text"). */
export type ShellFamily = "posix";

/**
 * Where a substitution stands in shell text, and so how its value gets there (language.md "Values in shell text", D1):
 * `word` splits, `quoted` exact (the form writes the quotes if need be), `single` exact, `heredoc`, `comment`,
 * `arithmetic` (integer binding), `inner` (inside the single-quoted script of another shell), `refused`.
 */
export type ShellPlaceKind =
  | "word"
  | "double-quoted"
  | "single-quoted"
  | "bare-exact"
  | "heredoc"
  | "heredoc-quoted"
  | "arithmetic"
  | "comment"
  | "refused";

/** One substitution of a shell text and its place. */
export interface ShellPlace extends Embedded {
  readonly kind: ShellPlaceKind;
  /** Index of the part in the text's `parts`. */
  readonly part: number;
  /** For `refused`: what is wrong and the way out, in the author's words. */
  readonly reason?: string;
  /** The command word it is an argument of, if any (`rm` in `rm ${x}`). */
  readonly command?: string;
  /**
   * How the value must be spelled there: `"${V}"` where `quotes` is set (in single quotes `'"${V}"'`), else `${V}`.
   * For `refused`: quotes around it are the way out.
   */
  readonly quotes?: boolean;
  /** The variable that the value (with what stands around it) is assigned to. */
  readonly assigns?: string;
  /** Splitting is the point there: the list of `for`, the elements of an array, words after `set --`. */
  readonly list?: boolean;
  /** Set where the value becomes code of another language or shell (`python3 -c "…${x}"`). */
  readonly code?: string;
  /** The variable (`@`: arguments) through which the value gets to where the shell evaluates or runs it. */
  readonly evaluated?: string;
}

export interface ShellCommandName extends Embedded {
  readonly name: string;
  /** Words after the name, decoded as far as they are literal, else null. */
  readonly arguments: readonly (string | null)[];
  /** It gets its input from a command before it in a pipeline. */
  readonly piped: boolean;
  /** The whole simple command. */
  readonly command: Embedded;
}

/** A variable read (`$x`, `${x:-y}`) or set by the script itself. */
export interface ShellVariable extends Embedded {
  readonly name: string;
  readonly access: "read" | "write";
  /** In a quoted here-document or single quotes nothing expands: such texts give no variable. */
}

/** A change of the text that belongs to its substitutions; `span` in the decoded text. */
export interface ShellEdit {
  readonly span: Range;
  readonly text: string;
}

/** Syntax that only bash and its like understand. */
export interface ShellExtension extends Embedded {
  /** As it reads in a message: "`[[ … ]]`", "an array". */
  readonly what: string;
}

/** What the shell sees in a text. Built on demand, once. */
export interface ShellAnalysis {
  readonly text: TextNode;
  readonly places: readonly ShellPlace[];
  /** Edits beside the places: D44 escapes, and here-documents with a quoted end word. In order of their offsets. */
  readonly edits: readonly ShellEdit[];
  readonly commands: readonly ShellCommandName[];
  readonly variables: readonly ShellVariable[];
  /** Names that the script assigns (also `for`, `read`, `local`, `export` …). */
  readonly assigned: ReadonlySet<string>;
  /** Names of variables that stand where the shell calculates, takes a name or runs what they hold; `@`: arguments. */
  readonly calculated: ReadonlySet<string>;
  readonly bashOnly: readonly ShellExtension[];
  /** Here-documents; `closed`: their end word stands on a line of its own. */
  readonly hereDocuments: readonly (Embedded & { readonly closed: boolean })[];
  /** Functions and aliases that the script defines. */
  readonly functions: ReadonlySet<string>;
  readonly comments: readonly Embedded[];
  readonly problems: readonly Problem[];
}

/** Names that exist in the file: only these make `${name}` and `$id.path` substitutions in shell text. */
export interface KnownNames {
  readonly args: ReadonlySet<string>;
  /** Ids and loop variables that a reference at this place may name. */
  readonly steps: ReadonlySet<string>;
}

export type AnalyseShell = (names: KnownNames) => ShellAnalysis;
