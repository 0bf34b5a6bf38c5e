import type { Embedded, Range, ShellCommandName, ShellVariable, TextSource } from "@lobster-lang/language";
import { placeIn } from "../text/text-source.ts";
import type { CommandFact, VariableFact } from "./collected.ts";

/** A command of a script; its places are made when asked for, as most rules only ask for names. */
export class PlacedCommand implements ShellCommandName {
  readonly #source: TextSource;
  readonly #fact: CommandFact;

  constructor(source: TextSource, fact: CommandFact) {
    this.#source = source;
    this.#fact = fact;
  }

  get name(): string {
    return this.#fact.name;
  }

  get arguments(): readonly (string | null)[] {
    return this.#fact.arguments;
  }

  get piped(): boolean {
    return this.#fact.piped;
  }

  get span(): Range {
    return { start: this.#fact.start, end: this.#fact.end };
  }

  get range(): Range {
    return this.#source.map.toSource(this.#fact.start, this.#fact.end);
  }

  get command(): Embedded {
    return placeIn(this.#source, this.#fact.commandStart, this.#fact.commandEnd);
  }
}

/** A variable that a script reads or sets; its places are made when asked for. */
export class PlacedVariable implements ShellVariable {
  readonly #source: TextSource;
  readonly #fact: VariableFact;

  constructor(source: TextSource, fact: VariableFact) {
    this.#source = source;
    this.#fact = fact;
  }

  get name(): string {
    return this.#fact.name;
  }

  get access(): "read" | "write" {
    return this.#fact.access;
  }

  get span(): Range {
    return { start: this.#fact.start, end: this.#fact.end };
  }

  get range(): Range {
    return this.#source.map.toSource(this.#fact.start, this.#fact.end);
  }
}
