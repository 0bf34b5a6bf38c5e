import type { ArgumentType, SupportedCommand } from "@lobster-lang/language";
import type { Json } from "@lobster-lang/plan";

/** `gog.gmail.search` → `gogGmailSearch`, `args-json` → `argsJson`. */
export type Camel<Name extends string> = Name extends `${infer Head}${"." | "-" | "_"}${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

/** What a `where` compares: the value is data and never read as a part of the expression. */
export interface Condition {
  /** Names with dots between. */
  readonly path: string;
  readonly operator: "=" | "==" | "!=" | "<" | "<=" | ">" | ">=";
  readonly value: string | number | boolean | null;
}

interface Argument {
  readonly name: string;
  readonly type: ArgumentType;
  readonly values?: readonly string[];
}

/** What a program gives for an argument of the catalogue, by its type. */
type ValueOf<A extends Argument> = A["type"] extends "number" | "integer"
  ? number
  : A["type"] extends "boolean"
    ? boolean
    : A["type"] extends "json"
      ? Json
      : A extends { readonly values: readonly (infer Value)[] }
        ? Value
        : A["type"] extends "assignment"
          ? { readonly [key: string]: string }
          : A["type"] extends "program"
            ? readonly string[]
            : A["type"] extends "fields"
              ? readonly string[]
              : string;

type FlagOf<C extends SupportedCommand> = Exclude<C["flags"][number], { readonly secret: true }>;
type RequiredFlagOf<C extends SupportedCommand> = Extract<FlagOf<C>, { readonly required: true }>;

/** The flags of a command by their names, those without which it does nothing required. Secret ones have no place in a text. */
type Flags<C extends SupportedCommand, Said extends string = never> = {
  readonly [F in RequiredFlagOf<C> as Exclude<Camel<F["name"]>, Said>]: ValueOf<F>;
} & {
  readonly [F in Exclude<FlagOf<C>, RequiredFlagOf<C>> as Exclude<Camel<F["name"]>, Said>]?: ValueOf<F>;
};

/** The flags at the end of a method: left out as a whole where none is required, and nothing where there are none. */
type GivenFlags<C extends SupportedCommand, Said extends string = never> = [keyof Flags<C, Said>] extends [never]
  ? []
  : {} extends Flags<C, Said>
    ? [flags?: Flags<C, Said>]
    : [flags: Flags<C, Said>];

type PositionalOf<C extends SupportedCommand> = C["positionals"][number];

/** The flag that the first word stands for. */
type SaidBy<P> = P extends { readonly flag: infer Flag extends string } ? Camel<Flag> : never;

/** What stands before the flags, by the type of the positional. */
type Parameters<C extends SupportedCommand, P extends PositionalOf<C>> = P["type"] extends "where"
  ? [expression: string] | [condition: Condition]
  : P["type"] extends "fields"
    ? [first: string, ...others: string[]]
    : P["type"] extends "assignment"
      ? [assignments: ValueOf<P>, ...flags: GivenFlags<C>]
      : P["type"] extends "program"
        ? [run: string | readonly string[], ...flags: GivenFlags<C, "shell">]
        : P["required"] extends true
          ? [text: string, ...flags: GivenFlags<C, SaidBy<P>>]
          : [text: string, ...flags: GivenFlags<C, SaidBy<P>>] | [flags: Flags<C>];

type ParametersOf<C extends SupportedCommand> = [PositionalOf<C>] extends [never]
  ? GivenFlags<C>
  : Parameters<C, PositionalOf<C>>;

/** The method of one command: what the catalogue says that it takes. */
export type StageMethod<C extends SupportedCommand, Built> = (...given: ParametersOf<C>) => Built;

/** A method for each command of the catalogue: a new command has one by itself. */
export type StageMethods<Built> = {
  readonly [C in SupportedCommand as Camel<C["name"]>]: StageMethod<C, Built>;
};
