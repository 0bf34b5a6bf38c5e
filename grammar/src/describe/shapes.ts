import type { ISerializedGast } from "chevrotain";

/** What a rule looks like, without the library's own vocabulary: for EBNF and for diagrams. */
export type GrammarShape =
  | { readonly kind: "rule"; readonly name: string }
  | { readonly kind: "token"; readonly name: string }
  | { readonly kind: "sequence"; readonly items: readonly GrammarShape[] }
  | { readonly kind: "choice"; readonly items: readonly GrammarShape[] }
  | { readonly kind: "optional"; readonly item: GrammarShape }
  | { readonly kind: "repeated"; readonly item: GrammarShape; readonly atLeastOnce: boolean };

/** The fields of a serialized production that we read; the library's type says only `type` and `definition`. */
interface Production extends ISerializedGast {
  readonly name?: string;
  readonly nonTerminalName?: string;
}

/**
 * The shape of one rule of a parser. Tokens that nobody writes are left out.
 * @internal Its types are those of the parser.
 */
export function shapeOf(rule: Production, unwritten: ReadonlySet<string>): GrammarShape {
  return sequence(rule.definition, unwritten);
}

function sequence(items: readonly ISerializedGast[] | undefined, unwritten: ReadonlySet<string>): GrammarShape {
  const shapes = (items ?? []).map((item) => shape(item as Production, unwritten)).filter((one) => one !== null);
  return shapes.length === 1 ? shapes[0]! : { kind: "sequence", items: shapes };
}

function shape(item: Production, unwritten: ReadonlySet<string>): GrammarShape | null {
  switch (item.type) {
    case "NonTerminal":
      return { kind: "rule", name: item.name ?? item.nonTerminalName ?? "" };
    case "Terminal":
      return unwritten.has(item.name ?? "") ? null : { kind: "token", name: item.name ?? "" };
    case "Option":
      return { kind: "optional", item: sequence(item.definition, unwritten) };
    case "Repetition":
    case "RepetitionMandatory":
      return {
        kind: "repeated",
        item: sequence(item.definition, unwritten),
        atLeastOnce: item.type === "RepetitionMandatory",
      };
    case "Alternation": {
      const items = (item.definition ?? [])
        .map((one) => shape(one as Production, unwritten))
        .filter((one) => one !== null);
      return items.length === 1 ? items[0]! : { kind: "choice", items };
    }
    default: {
      const inner = sequence(item.definition, unwritten);
      return inner.kind === "sequence" && inner.items.length === 0 ? null : inner;
    }
  }
}

/** A shape in EBNF; `spell` gives the spelling of a token. */
export function ebnf(shown: GrammarShape, spell: (token: string) => string): string {
  switch (shown.kind) {
    case "rule":
      return shown.name;
    case "token":
      return spell(shown.name);
    case "sequence":
      return shown.items.map((item) => grouped(item, spell)).join(" ");
    case "choice":
      return shown.items.map((item) => ebnf(item, spell)).join(" | ");
    case "optional":
      return `[ ${ebnf(shown.item, spell)} ]`;
    case "repeated": {
      const many = `{ ${ebnf(shown.item, spell)} }`;
      return shown.atLeastOnce ? `${grouped(shown.item, spell)} ${many}` : many;
    }
  }
}

function grouped(shown: GrammarShape, spell: (token: string) => string): string {
  return shown.kind === "choice" ? `( ${ebnf(shown, spell)} )` : ebnf(shown, spell);
}
