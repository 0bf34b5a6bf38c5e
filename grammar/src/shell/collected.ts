import type { NameKinds } from "./command-context.ts";

/** A command with its literal words; offsets in the whole text. */
export interface CommandFact {
  readonly name: string;
  readonly arguments: readonly (string | null)[];
  readonly start: number;
  readonly end: number;
  readonly commandStart: number;
  readonly commandEnd: number;
  /** It gets its input from a command before it in a pipeline. */
  readonly piped: boolean;
}

export interface VariableFact {
  readonly name: string;
  readonly access: "read" | "write";
  readonly start: number;
  readonly end: number;
  /** From here on the script's own value is there. */
  readonly effect: number;
}

/** Syntax that only bash and its like have. */
export interface BashFact {
  readonly what: string;
  readonly start: number;
  readonly end: number;
}

/** What a script runs, reads and sets. */
export interface Facts {
  readonly commands: CommandFact[];
  readonly variables: VariableFact[];
  readonly bash: BashFact[];
  readonly kinds: { -readonly [Kind in keyof NameKinds]: NameKinds[Kind] };
  readonly hereDocuments: { readonly start: number; readonly end: number; readonly closed: boolean }[];
  /** Functions and aliases that it defines. */
  functions: ReadonlySet<string>;
  /** Names that stand where the shell calculates, takes a name or runs what they hold; `@`: arguments. */
  calculated: ReadonlySet<string>;
}

/** Empty facts to collect into. */
export function noFacts(): Facts {
  return {
    commands: [],
    variables: [],
    bash: [],
    kinds: { integers: none, references: none, arrays: none },
    calculated: none,
    hereDocuments: [],
    functions: none,
  };
}

/** Most scripts name nothing: they share this one. */
const none: ReadonlySet<string> = new Set();

/** The names of a script with one more; a set of its own takes it in. */
export function withName(names: ReadonlySet<string>, name: string): ReadonlySet<string> {
  if (names === none || !(names instanceof Set)) return new Set([...names, name]);
  return names.add(name);
}
