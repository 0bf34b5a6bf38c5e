import { nearest, ownEntry } from "@lobster-lang/language";
import { UsageError } from "./usage-error.ts";
import type { OptionDescription, VerbDescription } from "./verb-types.ts";

/** A command line, read by a verb's description. */
export interface Arguments {
  readonly positionals: readonly string[];
  /** Whether the option was given, also without a value. */
  has(name: string): boolean;
  /** The last value of the option, or null. */
  value(name: string): string | null;
  /** All values of a repeatable option, in order. */
  values(name: string): readonly string[];
}

/**
 * Reads options and positionals by the verb's description; `--` ends the options.
 * `endsAt` is asked at each positional: true says that all words from there on are positionals (a pipeline's own flags).
 * Throws UsageError for an option that is unknown, given twice or without its value, naming what was meant.
 */
export function readArguments(
  verb: VerbDescription,
  words: readonly string[],
  endsAt: (word: string, rest: readonly string[]) => boolean = () => false,
): Arguments {
  const given = new Map<string, string[]>();
  const positionals: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (word === "--") {
      positionals.push(...words.slice(i + 1));
      break;
    }
    if (word === "-" || !word.startsWith("-")) {
      if (positionals.length === 0 && endsAt(word, words.slice(i + 1))) {
        positionals.push(...words.slice(i));
        break;
      }
      positionals.push(word);
      continue;
    }
    const { option, name, inline } = optionOf(verb, word);
    const values = given.get(option.name) ?? [];
    if (values.length > 0 && option.repeatable !== true) throw new UsageError(`\`${name}\` is given twice`);
    const taken = inline ?? valueAfter(option, words[i + 1]);
    if (option.value !== undefined && taken === null && option.optionalValue !== true) {
      throw new UsageError(`\`${name}\` needs a value: \`${name} ${option.value}\``);
    }
    if (option.value === undefined && inline !== null) throw new UsageError(`\`${name}\` takes no value`);
    if (inline === null && taken !== null) i++;
    checkValue(option, name, taken);
    given.set(option.name, [...values, taken ?? ""]);
  }
  return {
    positionals,
    has: (name) => given.has(name),
    value: (name) => given.get(name)?.at(-1) ?? null,
    values: (name) => given.get(name) ?? [],
  };
}

interface Spelled {
  readonly option: OptionDescription;
  readonly name: string;
  readonly inline: string | null;
}

function optionOf(verb: VerbDescription, word: string): Spelled {
  const equals = word.indexOf("=");
  const name = equals < 0 ? word : word.slice(0, equals);
  const inline = equals < 0 ? null : word.slice(equals + 1);
  const bare = name.replace(/^--?/, "");
  const option = verb.options.find((one) =>
    name.startsWith("--") ? one.name === bare || one.aliases?.includes(bare) === true : one.short === bare,
  );
  if (option !== undefined) return { option, name, inline };
  const meant =
    ownEntry(hints, bare.toLowerCase()) ??
    nearest(
      bare,
      verb.options.map((one) => one.name),
    );
  const known = meant !== null && verb.options.some((one) => one.name === meant.split(" ")[0]);
  const advice = known ? `write \`--${meant}\`` : `\`lobster help ${verb.name}\` lists its options`;
  throw new UsageError(`\`lobster ${verb.name}\` has no option \`${name}\`: ${advice}`);
}

/** Options that people write and nobody defined (public-workflows.md 3). */
const hints: { readonly [name: string]: string } = {
  var: "arg NAME=VALUE",
  input: "arg NAME=VALUE",
  inputs: "args-json JSON",
  param: "arg NAME=VALUE",
  params: "args-json JSON",
  args: "args-json JSON",
  json: "format json",
  output: "o",
  dryrun: "dry-run",
  dry: "dry-run",
  workflow: "file PATH",
  "approval-id": "id",
  yes: "approve yes",
  no: "approve no",
  reject: "approve no",
};

function valueAfter(option: OptionDescription, next: string | undefined): string | null {
  if (option.value === undefined || next === undefined) return null;
  if (option.optionalValue === true) return option.values?.includes(next) === true ? next : null;
  // `--limit -` and `--min -3` are values; `--token --approve` is a value forgotten.
  return next.startsWith("--") ? null : next;
}

function checkValue(option: OptionDescription, name: string, value: string | null): void {
  if (value === null || option.values === undefined) return;
  if (option.values.includes(value.toLowerCase())) return;
  const meant = nearest(value, option.values);
  const list = option.values.map((one) => `\`${one}\``).join(", ");
  throw new UsageError(
    `\`${name}\` is one of ${list}, not \`${value}\`${meant === null ? "" : `: write \`${meant}\``}`,
  );
}

/** A whole number of at least `minimum`, or null where the option is absent. Throws UsageError for anything else. */
export function wholeNumber(args: Arguments, name: string, minimum: number): number | null {
  const text = args.value(name);
  if (text === null) return null;
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < minimum || number > 2_147_483_647) {
    throw new UsageError(`\`--${name}\` is a whole number from ${minimum} to 2147483647, not \`${text}\``);
  }
  return number;
}
