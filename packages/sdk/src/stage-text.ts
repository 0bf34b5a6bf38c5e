import type { CommandSignature, FlagSignature, PositionalSignature } from "@lobster-lang/language";
import { shellWord } from "./shell-text.ts";
import type { Condition } from "./stage-types.ts";
import { UnwritableError } from "./unwritable.ts";
import { word } from "./word.ts";

type Flags = { readonly [name: string]: unknown };

/** `args-json` → `argsJson`; the types say the same. */
export function camel(name: string): string {
  return name.replace(/[.\-_](\w)/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * One stage as text. `given` are the arguments of its method: what the first words say, then the flags.
 * @throws UnwritableError for what the language has no spelling for.
 */
export function stageText(command: CommandSignature, given: readonly unknown[]): string {
  const [positional] = command.positionals;
  const { lead, flags } = takenApart(positional, given);
  const written = positional === undefined ? [] : leadWords(command, positional, lead, flags);
  const named = Object.entries(flags).flatMap(([name, value]) => flagWords(command, name, value));
  return [command.name, ...inOrder(positional, written, named)].join(" ");
}

/** Words before flags, so that no flag takes one; behind `--` where they look like flags or belong to a program. */
function inOrder(positional: PositionalSignature | undefined, words: readonly Written[], flags: readonly string[]) {
  const lead = words.filter((each) => each.flag === null).map((each) => word(each.text));
  const named = [...words.flatMap((each) => (each.flag === null ? [] : [flagWord(each.flag, each.text)])), ...flags];
  const isProgram = positional?.type === "program" && lead.length > 0;
  const looksLikeFlag = words.some((each) => each.flag === null && each.text.startsWith("--"));
  return isProgram || looksLikeFlag ? [...named, "--", ...lead] : [...lead, ...named];
}

/** A word of its own, or the value of the flag that it stands for. */
interface Written {
  readonly text: string;
  readonly flag: string | null;
}

interface TakenApart {
  readonly lead: readonly unknown[];
  readonly flags: Flags;
}

function takenApart(positional: PositionalSignature | undefined, given: readonly unknown[]): TakenApart {
  if (positional === undefined) return { lead: [], flags: flagsOf(given[0]) };
  if (positional.type === "fields" || positional.type === "where") return { lead: given, flags: {} };
  const [first, second] = given;
  const isFlags = positional.type !== "assignment" && typeof first === "object" && !Array.isArray(first);
  return isFlags ? { lead: [], flags: flagsOf(first) } : { lead: [first], flags: flagsOf(second) };
}

function flagsOf(given: unknown): Flags {
  return typeof given === "object" && given !== null ? { ...given } : {};
}

function own(texts: readonly string[]): readonly Written[] {
  return texts.map((text) => ({ text, flag: null }));
}

function leadWords(
  command: CommandSignature,
  positional: PositionalSignature,
  lead: readonly unknown[],
  flags: Flags,
): readonly Written[] {
  const [first] = lead;
  switch (positional.type) {
    case "where":
      return own([typeof first === "string" ? first : conditionText(first as Condition)]);
    case "fields":
      return own([fieldsText(lead.flat())]);
    case "assignment":
      return own(Object.entries((first ?? {}) as { [key: string]: unknown }).map(assignmentText));
    case "program":
      return programWords(command, first, flags);
    default:
      if (first === undefined) return [];
      return [{ text: textOf(command.name, positional.name, first), flag: positional.flag ?? null }];
  }
}

/** A text is for the shell, a list is a program and its arguments. One word with a blank would be read as shell text. */
function programWords(command: CommandSignature, given: unknown, flags: Flags): readonly Written[] {
  const shell = command.flags.find((flag) => flag.type === "shell")?.name ?? null;
  if (given === undefined && shell !== null && flags[shell] !== undefined) return [];
  if (typeof given === "string") return [{ text: given, flag: shell }];
  const words = Array.isArray(given) ? given.map((each) => textOf(command.name, "program", each)) : [];
  if (words.length === 0) throw new UnwritableError(`\`${command.name}\` has nothing to run`);
  const only = words.length === 1 && /\s/.test(words[0]!) ? words[0]! : null;
  return only === null ? words.map((text) => ({ text, flag: null })) : [{ text: shellWord(only), flag: shell }];
}

function conditionText({ path, operator, value }: Condition): string {
  const text = String(value);
  if (!/^[A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+)*$/.test(path)) {
    throw new UnwritableError(
      `\`${path}\`: a path of \`where\` is names of letters, digits and \`_\` with dots between`,
    );
  }
  const isOther = typeof value === "string" && /^(?:true|false|null)$/.test(text);
  if (isOther) throw new UnwritableError(`\`where\` reads \`${text}\` as a value, never as a text`);
  if (text === "" || text.trimStart() !== text) {
    throw new UnwritableError("`where` cannot compare with a text that is empty or begins with a blank");
  }
  return `${path} ${operator} ${text}`;
}

function fieldsText(names: readonly unknown[]): string {
  const wrong = names.find((name) => typeof name !== "string" || !/^[^\s,](?:[^,]*[^\s,])?$/.test(name));
  if (wrong === undefined && names.length > 0) return names.join(",");
  throw new UnwritableError(`\`${String(wrong)}\` is no name of a field: no comma, no blanks at its ends`);
}

function assignmentText([key, value]: readonly [string, unknown]): string {
  if (key.trim() !== key || key === "" || /[={}]/.test(key)) {
    throw new UnwritableError(`\`map\` cannot set a field \`${key}\`: no \`=\`, no braces, no blanks at its ends`);
  }
  return `${key}=${textOf("map", key, value)}`;
}

function flagWords(command: CommandSignature, name: string, value: unknown): readonly string[] {
  if (value === undefined) return [];
  const flag = command.flags.find((each) => camel(each.name) === name);
  if (flag === undefined) throw new UnwritableError(`\`${command.name}\` has no \`${name}\``);
  if (flag.secret === true) {
    throw new UnwritableError(`\`${command.name}\`: a secret has no place in a text; give \`${name}\` by its variable`);
  }
  if (flag.type === "boolean") return [value === true ? `--${flag.name}` : `--${flag.name}=false`];
  return [flagWord(flag.name, valueText(command, flag, value))];
}

/** `--name value`; glued with `=` where the value would be taken for a flag. */
function flagWord(name: string, text: string): string {
  return `--${name}${text === "" || text.startsWith("-") ? "=" : " "}${word(text)}`;
}

function valueText(command: CommandSignature, flag: FlagSignature, value: unknown): string {
  switch (flag.type) {
    case "json": {
      const text: string | undefined = JSON.stringify(value);
      if (text === undefined) throw new UnwritableError(`\`${command.name} --${flag.name}\` is no JSON value`);
      return text;
    }
    case "number":
    case "integer":
      if (typeof value === "number" && Number.isFinite(value)) return String(value);
      throw new UnwritableError(`\`${command.name} --${flag.name}\` is a number, not \`${String(value)}\``);
    default:
      return textOf(command.name, flag.name, value);
  }
}

function textOf(command: string, name: string, value: unknown): string {
  if (typeof value === "string") return value;
  throw new UnwritableError(`\`${command}\`: \`${name}\` is a text, not ${value === null ? "null" : typeof value}`);
}
