import type { ShellPlace } from "@lobster-lang/language";
import type { PlaceContext, Refusal } from "./place-context.ts";
import { refusals } from "./place-context.ts";
import type { Substitution } from "./substitutions.ts";

/** What was decided about one substitution, before ranges are put in. */
export type Decision = Omit<ShellPlace, "span" | "range" | "part" | "evaluated">;

/** Change of the text around the substitutions that goes with them (here-document end words and bodies). */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const nowhere: ReadonlyMap<number, Substitution> = new Map();

/**
 * Collects one decision for each substitution. A place that is decided twice, or never, is refused: the walk did not
 * understand it.
 */
export class Decisions {
  readonly edits: Edit[] = [];
  readonly #text: string;
  readonly #byStart: ReadonlyMap<number, Substitution>;
  readonly #sorted: readonly Substitution[];
  #decided: Map<Substitution, Decision> | null = null;

  constructor(text: string, substitutions: readonly Substitution[]) {
    this.#text = text;
    this.#sorted = substitutions;
    this.#byStart = substitutions.length === 0 ? nowhere : new Map(substitutions.map((it) => [it.start, it]));
  }

  /** The substitution that is exactly this interval. */
  at(start: number, end: number): Substitution | undefined {
    const found = this.#byStart.get(start);
    return found?.end === end ? found : undefined;
  }

  startsAt(start: number): boolean {
    return this.#byStart.has(start);
  }

  within(start: number, end: number): Substitution[] {
    return this.#sorted.filter((it) => start <= it.start && it.end <= end);
  }

  has(start: number, end: number): boolean {
    return this.#sorted.some((it) => start <= it.start && it.end <= end);
  }

  refuse(substitution: Substitution, reason: Refusal, context?: PlaceContext, quotesHelp = false): void {
    this.#put(substitution, {
      kind: "refused",
      reason: reason(this.#written(substitution)),
      ...(context?.command != null ? { command: context.command } : {}),
      ...(quotesHelp ? { quotes: true } : {}),
    });
  }

  refuseWithin(start: number, end: number, reason: Refusal, context?: PlaceContext): void {
    for (const substitution of this.within(start, end)) this.refuse(substitution, reason, context);
  }

  /** The shell expands this place: bare, in double quotes, or in a here-document. */
  expanded(substitution: Substitution, context: PlaceContext): void {
    if (context.refusal !== null) return this.refuse(substitution, context.refusal, context);
    if (context.role === "arithmetic") return this.#place(substitution, context, { kind: "arithmetic" });
    if (context.quoted)
      return this.#place(substitution, context, { kind: context.hereDocument ? "heredoc" : "double-quoted" });
    if (this.#text[substitution.start - 1] === "~") return this.refuse(substitution, refusals.tilde, context);
    if (context.role === "command") return this.refuse(substitution, refusals.command, context, true);
    if (context.bareRefusal !== null) return this.refuse(substitution, context.bareRefusal, context, true);
    if (context.role === "exact") return this.#place(substitution, context, { kind: "bare-exact", quotes: true });
    return this.#place(substitution, context, { kind: context.role === "pattern" ? "bare-exact" : "word" });
  }

  singleQuoted(substitution: Substitution, context: PlaceContext): void {
    const reason =
      context.refusal ??
      context.singleRefusal ??
      (context.role === "arithmetic" ? refusals.singleInArithmetic : context.operand ? refusals.operandQuotes : null);
    if (reason !== null) return this.refuse(substitution, reason, context);
    this.#place(substitution, context, { kind: "single-quoted", quotes: true });
  }

  quotedHereDocument(substitution: Substitution, context: PlaceContext): void {
    this.#place(substitution, context, { kind: "heredoc-quoted" });
  }

  comment(substitution: Substitution): void {
    this.#put(substitution, { kind: "comment" });
  }

  /** The decision for a substitution; refused when there is none. */
  of(substitution: Substitution): Decision {
    const decided = this.#decided?.get(substitution);
    if (decided !== undefined) return decided;
    const reason = this.#text[substitution.start - 1] === "$" ? refusals.dollar : refusals.unclear;
    return { kind: "refused", reason: reason(this.#written(substitution)) };
  }

  #place(substitution: Substitution, context: PlaceContext, decision: Decision): void {
    this.#put(substitution, {
      ...decision,
      ...(context.command !== null ? { command: context.command } : {}),
      ...(context.code !== null ? { code: context.code } : {}),
      ...(context.assigns !== null ? { assigns: context.assigns } : {}),
      ...(context.list ? { list: true } : {}),
    });
  }

  #put(substitution: Substitution, decision: Decision): void {
    this.#decided ??= new Map();
    const before = this.#decided.get(substitution);
    if (before?.kind === "refused") return;
    const twice = before !== undefined && decision.kind !== "refused";
    this.#decided.set(
      substitution,
      twice ? { kind: "refused", reason: refusals.unclear(this.#written(substitution)) } : decision,
    );
  }

  #written(substitution: Substitution): string {
    return `\`${this.#text.slice(substitution.start, substitution.end)}\``;
  }
}
