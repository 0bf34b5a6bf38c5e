import type { Json } from "../peer-file.ts";
import type { Choices } from "./choices.ts";

/** A step that has run before, and what is known of its result. */
export interface Known {
  readonly id: string;
  /** Its `.json`; absent where it has none. */
  readonly json?: Json;
  /** Its `.stdout`; `null` where there is one that is not known. */
  readonly stdout?: string | null;
  readonly isGate?: boolean;
  /** May have been skipped, so that anything of it may be missing. */
  readonly mayBeSkipped?: boolean;
  /** Fails and lets the run go on. */
  readonly failed?: boolean;
  /** Has an answer of this value. */
  readonly response?: Json;
}

export interface Reference {
  /** `$a.json.n` */
  readonly text: string;
  readonly value: Json;
}

/** What a step may name. */
export interface Scope {
  readonly steps: readonly Known[];
  readonly args: { readonly [name: string]: Json };
}

/** All references with a known value, of every type. */
export function referencesIn(scope: Scope): Reference[] {
  return scope.steps
    .filter((step) => step.mayBeSkipped !== true && step.failed !== true)
    .flatMap((step) => [
      ...(step.json === undefined ? [] : walk(`$${step.id}.json`, step.json)),
      ...(typeof step.stdout === "string" ? [{ text: `$${step.id}.stdout`, value: step.stdout }] : []),
      ...(step.response === undefined ? [] : walk(`$${step.id}.response`, step.response)),
    ]);
}

function walk(text: string, value: Json): Reference[] {
  const own = { text, value };
  if (Array.isArray(value)) return [own, ...value.slice(0, 2).flatMap((inner, i) => walk(`${text}.${i}`, inner))];
  if (value === null || typeof value !== "object") return [own];
  const inner = Object.entries(value).filter(([key]) => /^[A-Za-z0-9_]+$/.test(key));
  return [own, ...inner.flatMap(([key, each]) => walk(`${text}.${key}`, each))];
}

/** A reference whose value `fits`; null where there is none. */
export function someReference(
  choices: Choices,
  scope: Scope,
  fits: (value: Json) => boolean = () => true,
): Reference | null {
  const fitting = referencesIn(scope).filter(({ value }) => fits(value));
  return fitting.length === 0 ? null : choices.pick(fitting);
}

export const isScalar = (value: Json): boolean => value === null || typeof value !== "object";
export const isPlain = (value: Json): boolean =>
  typeof value === "number" || typeof value === "boolean" || (typeof value === "string" && /^[\w.-]+$/.test(value));
