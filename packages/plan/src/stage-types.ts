import type { Part, Script, Text } from "./types.ts";

export interface Stage {
  readonly command: string;
  /** By flag or positional name of the catalogue; defaults written out; a flag absent without default is absent here. */
  readonly arguments: { readonly [name: string]: StageArgument };
  /** Of a command that the project's configuration adds, and only of one: what runs. */
  readonly program?: StageProgram;
}

/** The program of a stage: what was reviewed and approved is what runs, whatever the configuration says later. */
export interface StageProgram {
  /** The program and its fixed words; a file is a path from the folder of the configuration. */
  readonly words: readonly ProgramWord[];
  /** In this order it gets the stage's arguments, each as one word: `--name=value`. */
  readonly flags: readonly ProgramFlag[];
  /** `items`: JSON Lines. `whole`: the program starts when all of them are there; `stream`: it gets them as they come. */
  readonly input: "none" | "whole" | "stream";
  readonly output: "items" | "lines";
  readonly network: boolean;
  /** A failed attempt may be repeated. */
  readonly retrySafe: boolean;
  /** The configuration: relative to the file that uses the command, or its name alone. */
  readonly from: string;
}

export type ProgramWord = { readonly text: string } | { readonly file: string };

export interface ProgramFlag {
  readonly name: string;
  readonly type: "text" | "number" | "integer" | "boolean" | "json";
  /** A boolean that is true unless it is said otherwise: then the program gets `--no-name`. */
  readonly onByDefault: boolean;
  /** The only texts that are accepted; null: any. */
  readonly values: readonly string[] | null;
  readonly minimum: number | null;
}

export type StageArgument =
  | { readonly boolean: boolean }
  | { readonly number: number }
  /** A number or integer whose text holds substitutions: read at run time. */
  | { readonly numberText: Text }
  | { readonly text: Text }
  /** JSON text: a value in its quotes stays within that text, another one is a JSON value (D1, D2). */
  | { readonly jsonText: Text }
  | { readonly texts: readonly Text[] }
  | { readonly path: readonly string[] }
  /** A path whose text holds substitutions: split at its dots at run time. */
  | { readonly pathText: Text }
  | { readonly fields: readonly string[] }
  | { readonly fieldsText: Text }
  | { readonly where: Where }
  | { readonly template: Template }
  | { readonly assignments: readonly { readonly key: string; readonly value: Template }[] }
  | { readonly script: Script };

export interface Where {
  readonly path: readonly string[];
  readonly operator: "==" | "!=" | "<=" | ">=" | "<" | ">";
  readonly value: Text;
}

export type Template = readonly (Part | TemplateExpression)[];

export interface TemplateExpression {
  readonly expression: {
    /** Empty: the item itself. */
    readonly path: readonly string[];
    readonly filters: readonly { readonly name: string; readonly arguments: readonly string[] }[];
  };
}
