import type { Io } from "./io.ts";

/** What `help` prints and the reader of arguments checks: data, so that both say the same. */
export interface VerbDescription {
  readonly name: string;
  readonly summary: string;
  readonly usage: readonly string[];
  readonly options: readonly OptionDescription[];
  /** Further paragraphs of `help VERB`. */
  readonly notes: readonly string[];
  readonly examples: readonly string[];
}

export interface OptionDescription {
  /** Long name without dashes. */
  readonly name: string;
  readonly aliases?: readonly string[];
  /** One letter: `-o`. */
  readonly short?: string;
  /** The value's name in the help (`FILE`); absent: the option takes no value. */
  readonly value?: string;
  /** The value may be left out (`--cancel`, `--cancel no`): only one of `values` counts as one. */
  readonly optionalValue?: boolean;
  /** The only accepted values. */
  readonly values?: readonly string[];
  readonly repeatable?: boolean;
  readonly doc: string;
}

/** A verb's module: `verbs/<name>.ts` exports one of these as `verb`. */
export interface Verb {
  /** Gives the exit code. Throws UsageError for a wrong command line. */
  run(args: readonly string[], io: Io): Promise<number>;
}
