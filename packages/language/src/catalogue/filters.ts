/** A filter of template expressions (original-language.md 4). */
export interface FilterSignature {
  readonly name: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly type: "text" | "integer";
    readonly default: string | number;
  }[];
  readonly doc: string;
}

const text = (name: string, value: string) => ({ name, type: "text" as const, default: value });
const integer = (name: string, value: number) => ({ name, type: "integer" as const, default: value });

export const filters: readonly FilterSignature[] = [
  { name: "upper", parameters: [], doc: "Upper case." },
  { name: "lower", parameters: [], doc: "Lower case." },
  { name: "trim", parameters: [], doc: "Without blanks at both ends." },
  { name: "string", parameters: [], doc: "As text; empty for null or missing." },
  { name: "truncate", parameters: [integer("length", 80)], doc: "At most `length` characters, then three dots." },
  { name: "replace", parameters: [text("from", ""), text("to", "")], doc: "Replaces every occurrence." },
  { name: "split", parameters: [text("separator", ",")], doc: "A list of the pieces between separators." },
  { name: "first", parameters: [], doc: "First element of a list." },
  { name: "last", parameters: [], doc: "Last element of a list." },
  { name: "length", parameters: [], doc: "Length of a list or text, else 0." },
  { name: "join", parameters: [text("separator", ", ")], doc: "The elements of a list as one text." },
  { name: "json", parameters: [], doc: "Indented JSON." },
  { name: "default", parameters: [text("value", "")], doc: "`value` where the item has null, nothing or empty text." },
  { name: "round", parameters: [integer("digits", 0)], doc: "Rounded to `digits` decimals." },
  {
    name: "date",
    parameters: [text("format", "")],
    doc: "A date (UTC); YYYY MM DD HH mm ss, or ISO without a format.",
  },
];
