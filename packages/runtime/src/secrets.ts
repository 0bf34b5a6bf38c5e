import type { Json, PlanArg } from "@lobster-lang/plan";
import { asText } from "./values.ts";

const mask = "***";

/** Texts of the secret arguments. */
export function secretTexts(args: readonly PlanArg[], values: { readonly [name: string]: Json }): readonly string[] {
  return args.filter((arg) => arg.secret && Object.hasOwn(values, arg.name)).map((arg) => asText(values[arg.name]));
}

/** A value with every secret in its texts masked. Very short ones are not: they would blot out half of every output. */
export function masked<T>(value: T, secrets: Iterable<string>): T {
  const texts = [...secrets].filter((text) => text.length > 2).toSorted((a, b) => b.length - a.length);
  return texts.length === 0 ? value : (maskedValue(value, texts) as T);
}

function maskedValue(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === "string") return secrets.reduce((text, secret) => text.replaceAll(secret, mask), value);
  if (Array.isArray(value)) return value.map((each) => maskedValue(each, secrets));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, maskedValue(each, secrets)]));
}
