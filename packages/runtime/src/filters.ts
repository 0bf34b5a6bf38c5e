import type { Json } from "@lobster-lang/plan";
import { plainText } from "./commands/item-path.ts";
import { StepFailure } from "./failures.ts";

type Filter = (value: Json | undefined, args: readonly string[]) => Json | undefined;

const textFilter =
  (change: (text: string, args: readonly string[]) => Json): Filter =>
  (value, args) =>
    change(value === null || value === undefined ? "" : plainText(value), args);

/** Every filter of templates (original-language.md 4); its names are the catalogue's. */
const filters: { readonly [name: string]: Filter } = {
  upper: textFilter((text) => text.toUpperCase()),
  lower: textFilter((text) => text.toLowerCase()),
  trim: textFilter((text) => text.trim()),
  string: textFilter((text) => text),
  truncate: textFilter((text, [length]) => {
    const limit = wholeNumber(length, 80);
    return text.length > limit ? `${text.slice(0, limit)}...` : text;
  }),
  replace: textFilter((text, [from = "", to = ""]) => (from === "" ? text : text.replaceAll(from, () => to))),
  split: textFilter((text, [separator = ","]) => text.split(separator)),
  first: (value) => (Array.isArray(value) ? (value as readonly Json[])[0] : value),
  last: (value) => (Array.isArray(value) ? (value as readonly Json[]).at(-1) : value),
  length: (value) => (Array.isArray(value) || typeof value === "string" ? value.length : 0),
  join: (value, [separator = ", "]) =>
    Array.isArray(value)
      ? value.map((each: Json) => (each === null ? "" : plainText(each))).join(separator)
      : textOrEmpty(value),
  json: (value) => (value === undefined ? undefined : JSON.stringify(value, null, 2)),
  default: (value, [fallback = ""]) => (value === null || value === undefined || value === "" ? fallback : value),
  round: (value, [digits]) => {
    const number = typeof value === "object" && value !== null ? Number(plainText(value)) : Number(value);
    if (Number.isNaN(number)) return value;
    const factor = 10 ** wholeNumber(digits, 0);
    return Math.round(number * factor) / factor;
  },
  date: (value, [format = ""]) => formatDate(value, format),
};

/** Names of all filters. */
export const filterNames: readonly string[] = Object.keys(filters);

/** @throws StepFailure for an unknown filter. */
export function applyFilter(name: string, value: Json | undefined, args: readonly string[]): Json | undefined {
  const filter = Object.hasOwn(filters, name) ? filters[name] : undefined;
  if (filter === undefined) throw new StepFailure(`unknown template filter \`${name}\``);
  return filter(value, args);
}

function textOrEmpty(value: Json | undefined): string {
  return value === null || value === undefined ? "" : plainText(value);
}

function wholeNumber(text: string | undefined, fallback: number): number {
  const number = Number.parseInt(text ?? "", 10);
  return Number.isNaN(number) ? fallback : number;
}

/** Numbers and digits are milliseconds since 1970; UTC. What is no date is given as text. */
function formatDate(value: Json | undefined, format: string): string {
  const text = plainText(value);
  const isTime = typeof value === "number" || (typeof value === "string" && /^\d+$/.test(value));
  const date = new Date(isTime ? Number(value) : value === null || value === undefined ? Number.NaN : text);
  if (Number.isNaN(date.getTime())) return text;
  const iso = date.toISOString();
  if (format === "") return iso;
  const year = iso.slice(0, iso.indexOf("-", 1));
  const [month, day, hour, minute, second] = /-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)/.exec(iso)?.slice(1) ?? [];
  const tokens: [string, string | undefined][] = [
    ["YYYY", year],
    ["MM", month],
    ["DD", day],
    ["HH", hour],
    ["mm", minute],
    ["ss", second],
  ];
  return tokens.reduce((filled, [token, part]) => filled.replace(token, part ?? ""), format);
}
