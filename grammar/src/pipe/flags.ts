import {
  type CommandSignature,
  type FlagSignature,
  flagNamed,
  nearest,
  ownEntry,
  type BoundArgument,
} from "@lobster-lang/language";
import { boundFlag, type DashedWord } from "./bound.ts";
import { contentOf } from "./content.ts";
import { asWord } from "./quoting.ts";
import { replacing, type Reporter } from "./report.ts";
import type { Word } from "./word.ts";

/** A flag that was read, and how many words behind it belong to it. */
export interface ReadFlag {
  readonly bound: BoundArgument;
  readonly taken: 0 | 1;
}

/** What people call flags in other languages, by command (`*`: any). */
const synonyms: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  head: { limit: "n", count: "n", number: "n", num: "n", lines: "n", first: "n", max: "n" },
  sort: { by: "key", field: "key", on: "key", reverse: "desc", r: "desc", descending: "desc" },
  groupBy: { by: "key", field: "key", on: "key" },
  dedupe: { by: "key", field: "key", on: "key" },
  approve: { message: "prompt", text: "prompt", title: "prompt", question: "prompt", preview: "preview-from-stdin" },
  template: { template: "text", format: "text", path: "file" },
  exec: { command: "shell", cmd: "shell", sh: "shell", input: "stdin" },
};

/** The signature that a written flag names; `--no-x` names the boolean flag `x` (D26). */
export function signatureOf(command: CommandSignature, written: string): { flag: FlagSignature; no: boolean } | null {
  const flag = flagNamed(command, written);
  if (flag !== undefined) return { flag, no: false };
  if (!written.startsWith("no-")) return null;
  const positive = flagNamed(command, written.slice("no-".length));
  return positive?.type === "boolean" ? { flag: positive, no: true } : null;
}

/** Reads a known flag by its type: a boolean takes no word (D26), any other takes the next one or what follows `=`. */
export function readFlag(
  flag: DashedWord,
  known: { readonly flag: FlagSignature; readonly no: boolean },
  next: Word | undefined,
  reporter: Reporter,
): ReadFlag {
  if (known.flag.type === "boolean") return readBoolean(flag, known, next, reporter);
  const { source } = reporter;
  const { name, type } = known.flag;
  if (flag.value !== null) return { bound: valued(flag, known.flag, flag.value, reporter), taken: 0 };
  if (next !== undefined && !next.text.startsWith("--")) {
    return { bound: valued(flag, known.flag, next, reporter), taken: 1 };
  }
  const written = `--${flag.name}`;
  if (next?.quoted === true) {
    const right = `${written}=${next.raw}`;
    reporter.at(next, {
      rule: "missing-flag-value",
      message: `\`${next.raw}\` reads as a flag, so \`${written}\` has no value: write \`${right}\``,
      mend: replacing(`write \`${right}\``, { start: flag.word.span.end, end: next.span.start }, "="),
    });
    return { bound: boundFlag(source, flag, name, next, { content: contentOf(type, next, reporter) }), taken: 1 };
  }
  const example =
    known.flag.values === undefined ? kindOf(known.flag) : known.flag.values.map((v) => `\`${v}\``).join(", ");
  reporter.at(flag.word, {
    rule: "missing-flag-value",
    message: `\`${written}\` has no value: write ${example} after it`,
  });
  return { bound: boundFlag(source, flag, name, null), taken: 0 };
}

function kindOf(flag: FlagSignature): string {
  if (flag.type === "number" || flag.type === "integer") return "a number";
  if (flag.type === "path") return "the path of a field";
  if (flag.type === "shell") return "a command in quotes";
  if (flag.type === "json") return "JSON in single quotes";
  return "a text";
}

const truths: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  on: true,
  "1": true,
  false: false,
  no: false,
  off: false,
  "0": false,
};

function readBoolean(
  flag: DashedWord,
  known: { readonly flag: FlagSignature; readonly no: boolean },
  next: Word | undefined,
  reporter: Reporter,
): ReadFlag {
  const written = `--${flag.name}`;
  const bound = (value: Word | null, on: boolean): BoundArgument =>
    boundFlag(reporter.source, flag, known.flag.name, value, { negated: on === known.no });
  if (flag.value !== null) {
    const truth = ownEntry(truths, flag.value.text.toLowerCase());
    if (truth === undefined) {
      reporter.at(flag.value, {
        rule: "missing-flag-value",
        message: `\`${written}\` is on or off: write \`${written}\` or \`${written}=false\``,
      });
    }
    return { bound: bound(flag.value, truth ?? true), taken: 0 };
  }
  if (next !== undefined && !next.quoted && /^(?:true|false)$/i.test(next.text)) {
    const right = `${written}=${next.text.toLowerCase()}`;
    reporter.at(next, {
      rule: "flag-swallows-word",
      message: `\`${written}\` takes no word: write \`${right}\``,
      mend: replacing(
        `write \`${right}\``,
        { start: flag.word.span.end, end: next.span.end },
        `=${next.text.toLowerCase()}`,
      ),
    });
    return { bound: bound(next, next.text.toLowerCase() === "true"), taken: 1 };
  }
  return { bound: bound(null, true), taken: 0 };
}

function valued(flag: DashedWord, signature: FlagSignature, value: Word, reporter: Reporter): BoundArgument {
  checkValue({ word: flag.word, written: `--${flag.name}` }, signature, value, reporter);
  const content = contentOf(signature.type, value, reporter);
  return boundFlag(reporter.source, flag, signature.name, value, { content });
}

/** Checks a literal value against the flag's type; one with values of the workflow is checked when it runs. */
export function checkValue(
  { word, written }: { readonly word: Word; readonly written: string },
  signature: FlagSignature,
  value: Word,
  reporter: Reporter,
): void {
  const place = value.text === "" ? word : value;
  const rule = "missing-flag-value";
  const said = value.text === "" ? "an empty text" : `\`${value.text}\``;
  // `1;` is reported as the end of a command that it is in a shell.
  const isEnded = /^\d+;$/.test(reporter.source.text.slice(value.span.start, value.span.end));
  if (value.hasValues || isEnded) return;
  if (signature.type === "number" || signature.type === "integer") {
    const number = value.text.trim() === "" ? Number.NaN : Number(value.text);
    if (!Number.isFinite(number) || (signature.type === "integer" && !Number.isInteger(number))) {
      reporter.at(place, { rule, message: `\`${written}\` needs a number, and ${said} is none` });
    } else if (signature.minimum !== undefined && number < signature.minimum) {
      reporter.at(place, { rule, message: `\`${written}\` needs a number from ${signature.minimum} on` });
    }
    return;
  }
  if (signature.type === "enum" && signature.values !== undefined) {
    if (signature.values.includes(value.text) || signature.values.includes(value.text.toLowerCase())) return;
    const near = nearest(value.text, signature.values);
    reporter.at(place, {
      rule,
      message: `\`${written}\` is one of ${signature.values.map((one) => `\`${one}\``).join(", ")}; ${said} is none of them`,
      mend: near === null ? null : replacing(`write \`${near}\``, value.span, near, false),
    });
    return;
  }
  if (signature.type === "json" && !isJson(value.text)) {
    reporter.at(place, {
      rule,
      message: `\`${written}\` needs JSON, and ${said} is none: \`${written} '{"key": "text"}'\``,
    });
    return;
  }
  if (signature.type === "path" && /[[\]]/.test(value.text)) {
    const plain = value.text.replace(/\[["']?([^"'\]]*)["']?\]/g, ".$1");
    reporter.at(place, {
      rule: "pipeline-syntax",
      message: `\`${value.text}\`: a path has no brackets: write \`${plain}\``,
      mend: replacing(`write \`${plain}\``, value.span, asWord(plain)),
    });
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Reports a flag that the stage does not have (T141). Gives the flag that was meant, if one is near. */
export function reportUnknownFlag(
  command: CommandSignature,
  flag: DashedWord,
  reporter: Reporter,
): FlagSignature | null {
  const rule = "unknown-flag";
  const written = `--${flag.name}`;
  if (flag.nameFromValue) {
    const message = `\`${flag.word.text}\`: the name of a flag cannot come from a value: write the flag itself`;
    reporter.at(flag.word, { rule, message });
    return null;
  }
  const spellings = command.flags.flatMap((one) => [one.name, ...(one.aliases ?? [])]);
  const synonym = ownEntry(synonyms[command.name] ?? {}, flag.name.toLowerCase());
  const near = synonym ?? nearest(flag.name, spellings);
  const meant = near === null ? undefined : flagNamed(command, near);
  const said = `\`${command.name}\` has no flag \`${written}\``;
  const names = command.flags.map((one) => `\`--${one.name}\``).join(", ");
  const hint =
    meant === undefined
      ? names === ""
        ? `it has none, write \`${exampleOf(command)}\``
        : `it has ${names}`
      : `write \`--${meant.name}\``;
  reporter.at(flag.word, {
    rule,
    message: `${said}: ${hint}`,
    mend:
      meant === undefined || !flag.word.isPlain(2, 2 + flag.name.length)
        ? null
        : replacing(`write \`--${meant.name}\``, flag.nameSpan.span, meant.name, synonym !== undefined),
  });
  return meant ?? null;
}

function exampleOf({ name, examples }: CommandSignature): string {
  return examples.find((example) => example.startsWith(name)) ?? name;
}

/** Reports a flag that is given twice (T160): the last counts. */
export function reportRepeated(bound: readonly BoundArgument[], reporter: Reporter): void {
  const seen = new Map<string, BoundArgument>();
  for (const argument of bound) {
    if (argument.flag === null) continue;
    const before = seen.get(argument.flag);
    seen.set(argument.flag, argument);
    if (before === undefined) continue;
    reporter.at(argument, {
      rule: "repeated-flag",
      severity: "warning",
      message: `\`--${argument.writtenName}\` stands here twice: only this one counts`,
      related: [{ at: before, message: "this one does not count" }],
    });
  }
}
