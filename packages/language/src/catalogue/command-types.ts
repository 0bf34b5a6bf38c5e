/**
 * How the value of a flag or positional is read, and what the plan holds for it:
 * `text` any word · `number`, `integer` checked · `boolean` takes no word (D26) · `json` JSON text · `enum` one of `values`
 * · `path` dotted path into an item · `fields` comma list of top-level keys (pick) · `where` a `path op value` expression
 * · `template` a text with `{{ … }}` · `assignment` `key=template` (map) · `shell` a shell command (D1 applies)
 * · `program` the words of a program to start: everything after the first positional belongs to it (D27).
 */
export type ArgumentType =
  | "text"
  | "number"
  | "integer"
  | "boolean"
  | "json"
  | "enum"
  | "path"
  | "fields"
  | "where"
  | "template"
  | "assignment"
  | "shell"
  | "program";

export interface FlagSignature {
  /** Canonical spelling without dashes, the kebab one where there are several. */
  readonly name: string;
  /** Other accepted spellings (`previewFromStdin`). */
  readonly aliases?: readonly string[];
  readonly type: ArgumentType;
  readonly values?: readonly string[];
  readonly required?: boolean;
  /** A required flag that need not be given beside this one. */
  readonly replaces?: string;
  /** Written into the plan when absent. */
  readonly default?: string | number | boolean;
  readonly minimum?: number;
  /** Must not stand in the text: plans and journals are stored (`tool-call`). */
  readonly secret?: true;
  readonly doc: string;
}

export interface PositionalSignature {
  readonly name: string;
  readonly type: ArgumentType;
  readonly required: boolean;
  /** Takes all remaining words: `join` glues them with a blank (template), `list` keeps them (map), `program` see ArgumentType. */
  readonly rest?: "join" | "list" | "program";
  /** Flag that the positional stands for, when either may be given (`template TEXT` = `--text TEXT`). */
  readonly flag?: string;
  readonly doc: string;
}

export interface CommandSignature {
  readonly name: string;
  readonly summary: string;
  /** `discards`: reads nothing of its input (exec without --stdin says so by the flag). */
  readonly input: "discards" | "streams" | "buffers";
  readonly output: "items" | "rendered";
  readonly flags: readonly FlagSignature[];
  readonly positionals: readonly PositionalSignature[];
  /** Reaches the network or a program by itself. */
  readonly effects: readonly ("process" | "network" | "state" | "gate" | "model")[];
  readonly examples: readonly string[];
  /** What a command of a project's configuration starts; absent for the stages of the language. */
  readonly program?: CommandProgram;
}

/** A word that a program is started with: as it is, or a path from the folder of the configuration. */
export type ProgramWord = { readonly text: string } | { readonly file: string };

/** The program behind a command of a project's configuration (`commands:` of `.lobsterrc.yaml`). */
export interface CommandProgram {
  /** The program and its fixed words. */
  readonly words: readonly ProgramWord[];
  /** The configuration: relative to the file that uses the command, or its name alone. */
  readonly from: string;
  /** `items`: JSON Lines; `lines`: each line is an item. */
  readonly output: "items" | "lines";
  /** May be run again after a failed attempt, and may get its input before all of it is known. */
  readonly retrySafe: boolean;
}
