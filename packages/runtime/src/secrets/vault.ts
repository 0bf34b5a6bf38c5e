import { formsOf, type SecretForm } from "./forms.ts";
import type { Json } from "@lobster-lang/plan";
import { secretTextsIn, type Secret } from "./known-secrets.ts";

/**
 * Keeps secrets out of what is shown and what is stored. Shown is `***`. Stored is a mark that names the secret and the form
 * it stood in, and that only somebody who has the secret again can open: so a later step of a resumed run gets what an
 * earlier one printed, byte for byte, and the disk never does. Marks carry a random number of the run, so that no text from
 * outside can hold one.
 */
export interface Vault {
  /** Nothing is secret here: texts pass as they are. */
  readonly isEmpty: boolean;
  /** For people: secrets, and marks of them, as `***`. */
  mask(text: string): string;
  maskValue<T>(value: T): T;
  /** From now on these are masked and found too. They are never sealed: who resumes the run has them only when asked. */
  hide(values: readonly Json[]): void;
  /** For the disk. */
  seal(text: string): string;
  sealValue<T>(value: T): T;
  /** What was sealed. A mark of a secret that is not there stays as it is. */
  open(text: string): string;
  openValue<T>(value: T): T;
  /** Labels of the secrets that stand in a text. */
  found(text: string): readonly string[];
  /** Names of the secrets whose marks could not be opened. */
  closedIn(text: string): readonly string[];
  /** For bytes: `seal` and `open` of what a stream carries. */
  readonly forms: readonly string[];
  /**
   * Shows these as `***` from now on, too. They come from what steps gave, where they are stored, and from the plan: to seal
   * them elsewhere would hide nothing, and nobody could be asked for them at a resume.
   */
  learn(secrets: readonly Secret[]): void;
  /** For bytes that are shown: forms of what was learnt. */
  readonly learntForms: readonly string[];
}

export const shownAs = "***";

function replace(any: RegExp | null, text: string, by: (found: string) => string): string {
  return any === null || text.length < 3 ? text : text.replace(any, by);
}

/** `mark` is the random number of the run; null for one that has none: what would be sealed is masked then. */
export function openVault(secrets: readonly Secret[], mark: string | null): Vault {
  const known = distinct(secrets.flatMap((secret) => formsOf(secret.text).map((form) => ({ secret, form }))));
  const byText = new Map(known.map((each) => [each.form.text, each]));
  const byMark = new Map(
    secrets.flatMap((secret) =>
      formsOf(secret.text).map((form): [string, string] => [markOf(secret.name, form.id, mark), form.text]),
    ),
  );
  const anySecret = pattern(known.map(({ form }) => form.text));
  const learnt = new Map<string, Secret>();
  let anyShown = anySecret;
  const anyMark = mark === null ? null : new RegExp(`<secret ([\\w.-]+) [\\w.]+ ${mark}>`, "g");

  const hidden = new Set<string>();

  const hideMarks = (text: string) =>
    anyMark === null || !text.includes(mark!) ? text : text.replace(anyMark, shownAs);
  const sealed = (found: string) => {
    const { secret, form } = byText.get(found)!;
    return mark === null ? shownAs : markOf(secret.name, form.id, mark);
  };
  const mask = (text: string) => hideMarks(replace(anyShown, text, () => shownAs));
  const seal = (text: string) => replace(anySecret, text, sealed);
  const open = (text: string) =>
    anyMark === null || !text.includes(mark!) ? text : text.replace(anyMark, (found) => byMark.get(found) ?? found);

  const number = (value: number) => byText.get(String(value)) ?? null;
  return {
    isEmpty: anySecret === null,
    mask,
    maskValue: (value) =>
      anyShown === null && anyMark === null
        ? value
        : deep(value, mask, (given) =>
            number(given) === null && !learnt.has(String(given)) && !hidden.has(String(given)) ? given : shownAs,
          ),
    hide: (values) => {
      for (const text of secretTextsIn(values)) for (const form of formsOf(text)) hidden.add(form.text);
      showLess();
    },
    seal,
    sealValue: (value) =>
      anySecret === null
        ? value
        : deep(value, seal, (given) => {
            const secret = number(given);
            return secret === null ? given : mark === null ? shownAs : markOf(secret.secret.name, numberForm, mark);
          }),
    open,
    openValue: (value) =>
      anyMark === null
        ? value
        : deep(
            value,
            (text) => numberIn(text) ?? open(text),
            (given) => given,
          ),
    found: (text) => [
      ...new Set(
        [...text.matchAll(anyShown ?? never)].map(
          ([found]) => (byText.get(found)?.secret ?? learnt.get(found))?.label ?? "a part of an answer",
        ),
      ),
    ],
    closedIn: (text) =>
      anyMark === null || !text.includes(mark!)
        ? []
        : [...new Set([...text.matchAll(anyMark)].flatMap(([found, name]) => (byMark.has(found) ? [] : [name!])))],
    forms: known.map(({ form }) => form.text),
    learn: (news) => {
      const before = learnt.size;
      for (const secret of news)
        for (const { text } of formsOf(secret.text)) if (!byText.has(text)) learnt.set(text, secret);
      if (learnt.size > before) showLess();
    },
    get learntForms() {
      return [...learnt.keys()];
    },
  };

  function showLess(): void {
    anyShown = pattern([...byText.keys(), ...learnt.keys(), ...hidden]);
  }

  /** A number that was sealed is a number again. */
  function numberIn(text: string): number | null {
    if (mark === null || !text.endsWith(` ${numberForm} ${mark}>`)) return null;
    const secret = secrets.find(({ name }) => markOf(name, numberForm, mark) === text);
    return secret === undefined ? null : Number(secret.text);
  }
}

const numberForm = "n";
const never = /(?!)/g;

function markOf(name: string, form: string, mark: string | null): string {
  return `<secret ${name} ${form} ${mark ?? ""}>`;
}

/** Each text once; of two secrets with one text the first. */
function distinct<T extends { readonly form: SecretForm }>(all: readonly T[]): readonly T[] {
  const seen = new Set<string>();
  return all.filter(({ form }) => !seen.has(form.text) && seen.add(form.text));
}

/** Finds the longest first, so that no part of a longer form is left. */
function pattern(texts: readonly string[]): RegExp | null {
  if (texts.length === 0) return null;
  const longest = texts.toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1));
  return new RegExp(longest.map((text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)).join("|"), "g");
}

/** A copy of plain data with its texts, the keys of its maps, and its numbers changed; the same where nothing is. */
function deep<T>(value: T, text: (text: string) => unknown, number: (number: number) => unknown): T {
  const visit = (given: unknown): unknown => {
    if (typeof given === "string") return text(given);
    if (typeof given === "number") return number(given);
    if (Array.isArray(given)) return given.map(visit);
    if (typeof given !== "object" || given === null) return given;
    return Object.fromEntries(Object.entries(given).map(([key, each]) => [String(text(key)), visit(each)]));
  };
  return visit(value) as T;
}
