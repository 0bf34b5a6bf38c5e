import { filters, nearest, ownEntry, type FilterNode, type FilterSignature } from "@lobster-lang/language";
import type { TemplateFaults } from "./faults.ts";

const byName = new Map(filters.map((filter) => [filter.name, filter]));

const synonyms: Readonly<Record<string, string>> = {
  uppercase: "upper",
  upcase: "upper",
  toupper: "upper",
  lowercase: "lower",
  downcase: "lower",
  tolower: "lower",
  strip: "trim",
  size: "length",
  count: "length",
  len: "length",
  tojson: "json",
  dump: "json",
  stringify: "json",
  fallback: "default",
  or: "default",
  ellipsis: "truncate",
  limit: "truncate",
  slice: "truncate",
  tofixed: "round",
  fixed: "round",
  strftime: "date",
  dateformat: "date",
  formatdate: "date",
  tostring: "string",
  str: "string",
};

/** What a check sees of one filter: `start` and `end` bound its text behind the `|`. */
export interface FilterPlace {
  readonly bar: number;
  readonly start: number;
  readonly end: number;
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly argumentStarts: readonly number[];
  readonly argumentEnds: readonly number[];
  /** The quotation mark that is free in the word. */
  readonly mark: string;
}

/** Checks the name and the arguments of a filter (original-language.md 4, T176–T180). */
export function checkFilter(filter: FilterNode, place: FilterPlace, faults: TemplateFaults): void {
  const signature = byName.get(filter.name);
  if (signature === undefined) {
    unknown(filter, place, faults);
    return;
  }
  surplus(filter, signature, place, faults);
  filter.arguments.forEach((argument, index) => {
    const parameter = signature.parameters[index];
    if (parameter?.type !== "integer" || /^\s*-?\d+/.test(argument.text)) return;
    const message = `\`${filter.name}\` needs a number and \`${argument.text}\` is none: ${parameter.default} is taken instead`;
    faults.report("template-syntax", place.argumentStarts[index]!, place.argumentEnds[index]!, message, {
      warning: true,
    });
  });
}

function surplus(filter: FilterNode, signature: FilterSignature, place: FilterPlace, faults: TemplateFaults): void {
  const count = signature.parameters.length;
  if (filter.arguments.length <= count) return;
  const first = Math.max(0, count - 1);
  const start = place.argumentStarts[count === 0 ? 0 : first]!;
  const end = place.argumentEnds.at(-1)!;
  const words = faults.template.text.slice(start, end);
  const quotable = signature.parameters[first]?.type === "text" && !/['"\\]/.test(words) && place.mark !== "";
  const right = `${place.mark}${words}${place.mark}`;
  const message =
    count === 0
      ? `\`${filter.name}\` takes nothing: remove \`${words}\``
      : quotable
        ? `\`${filter.name}\` takes only the first word of \`${words}\`: write \`${right}\``
        : `\`${filter.name}\` takes ${count === 1 ? "one value" : `${count} values`}: \`${words}\` is more`;
  faults.report("template-syntax", start, end, message, {
    warning: true,
    ...(quotable ? { title: `write \`${right}\``, changes: [[start, end, right] as const] } : {}),
  });
}

function unknown(filter: FilterNode, place: FilterPlace, faults: TemplateFaults): void {
  const rule = "unknown-filter";
  const { text } = faults.template;
  const raw = text.slice(place.start, place.end);
  if (filter.name === "") {
    if (raw.trim() === "" && text[place.end] === "|") {
      faults.report(
        rule,
        place.bar,
        place.end + 1,
        "`||` is no filter: write `| default` for a value that replaces nothing",
        {
          title: "write `| default`",
          changes: [[place.bar, place.end + 1, "| default"]],
        },
      );
    } else if (text[place.bar - 1] !== "|") {
      faults.report(rule, place.bar, place.bar + 1, "a filter must follow this `|`: write its name, or remove the `|`");
    }
    return;
  }
  const called = /^(\s*)(\w+)\(([^()]*)\)\s*$/.exec(raw);
  if (called !== null) {
    const open = place.start + called[1]!.length + called[2]!.length;
    const close = open + 1 + called[3]!.length;
    const inner = called[3]!;
    // Commas between arguments, not those within quotes.
    const commas = [...inner.matchAll(/"[^"]*"|'[^']*'|,\s*/g)]
      .filter((found) => found[0].startsWith(","))
      .map((comma) => [open + 1 + comma.index, open + 1 + comma.index + comma[0].length, " "] as const);
    const simple = byName.has(called[2]!);
    const right = `${called[2]} ${inner.replace(/,\s*/g, " ")}`.trim();
    faults.report(rule, place.nameStart, close + 1, `a filter has no parentheses: write \`${right}\``, {
      title: `write \`${right}\``,
      changes: simple ? [[open, open + 1, inner === "" ? "" : " "], ...commas, [close, close + 1, ""]] : [],
    });
    return;
  }
  const colon = filter.name.indexOf(":");
  const before = colon === -1 ? "" : filter.name.slice(0, colon);
  if (byName.has(before)) {
    const at = place.nameStart + colon;
    const glued = colon < filter.name.length - 1;
    const right = `${before} ${raw.slice(raw.indexOf(":") + 1).trim()}`;
    faults.report(rule, place.nameStart, place.nameEnd, `a filter has no colon: write \`${right}\``, {
      title: `write \`${right}\``,
      changes: [[at, at + 1, glued ? " " : ""]],
    });
    return;
  }
  const folded = filter.name.toLowerCase().replace(/[-_]/g, "");
  const synonym = ownEntry(synonyms, folded);
  const meant = synonym ?? nearest(filter.name, byName.keys());
  const exact = meant !== null && (folded === meant || synonym !== undefined);
  const said = `there is no filter \`${filter.name}\``;
  faults.report(
    rule,
    place.nameStart,
    place.nameEnd,
    meant === null
      ? `${said}; there are ${[...byName.keys()].map((name) => `\`${name}\``).join(", ")}`
      : `${said}: write \`${meant}\``,
    meant === null
      ? {}
      : { title: `write \`${meant}\``, safe: exact, changes: [[place.nameStart, place.nameEnd, meant]] },
  );
}
