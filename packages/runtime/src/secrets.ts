import type { Json, Plan } from "@lobster-lang/plan";
import { asText } from "./values.ts";

const mask = "***";

/** Texts of the secret arguments. Very short ones are not masked: they would blot out half of every output. */
export function secretTexts(plan: Plan, values: { readonly [name: string]: Json }): readonly string[] {
  const texts = plan.args.filter((arg) => arg.secret).map((arg) => asText(values[arg.name]));
  return texts.filter((text) => text.length > 2).toSorted((a, b) => b.length - a.length);
}

/** The same for what an answer holds of secrets; longer ones come first, so that none hides in another. */
export function addSecrets(secrets: string[], values: readonly Json[]): void {
  const texts = values.flatMap(leaves).filter((text) => text.length > 2 && !secrets.includes(text));
  secrets.push(...texts);
  secrets.sort((a, b) => b.length - a.length);
}

function leaves(value: Json): readonly string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leaves) : [];
}

/** A value with every secret in its texts masked. */
export function masked<T>(value: T, secrets: readonly string[]): T {
  return secrets.length === 0 ? value : (maskedValue(value, secrets) as T);
}

function maskedValue(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === "string") return secrets.reduce((text, secret) => text.replaceAll(secret, mask), value);
  if (Array.isArray(value)) return value.map((each) => maskedValue(each, secrets));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, maskedValue(each, secrets)]));
}
