import { referenceField } from "@lobster-lang/language";
import type { StepNode } from "@lobster-lang/language";
import type { Model } from "../model.ts";
import { variablePart } from "./spelling.ts";

/** What a made-up name such as `LOBSTER_STEP_PROBE_JSON_hot` stands for. */
export interface GuessedReference {
  readonly text: string;
  /** Whether step and field follow from the name without doubt. */
  readonly certain: boolean;
}

const perStep = /^LOBSTER_STEPS?_/;
const others = new Set([
  "LOBSTER_STEP",
  "LOBSTER_STEPS",
  "LOBSTER_RUN_ID",
  "LOBSTER_RESUME_TOKEN",
  "LOBSTER_APPROVAL_ID",
  "LOBSTER_WORKFLOW_ID",
  "LOBSTER_WORKFLOW_NAME",
  "LOBSTER_PREV_STDOUT",
  "LOBSTER_PREV_JSON",
  "LOBSTER_LAST_OUTPUT",
]);

/** Whether people take this name for one that is set for each step or run. */
export function isGuessedVariable(name: string): boolean {
  return perStep.test(name) || others.has(name);
}

/** The reference that `name` means at `step`; null when no finished step fits. */
export function guessedReference(name: string, model: Model, step: StepNode | null): GuessedReference | null {
  if (!perStep.test(name)) return null;
  const pieces = name.replace(perStep, "").split("_");
  const ids = idsByVariablePart(model);
  const found = pieces.flatMap((_, index) => {
    const prefix = pieces
      .slice(0, index + 1)
      .join("_")
      .toUpperCase();
    return (ids.get(prefix) ?? [])
      .filter((id) => model.visibility(id, step) === "ok")
      .map((id) => fieldOf(id, pieces.slice(index + 1)));
  });
  const fitting = found.filter((guess) => guess !== null);
  const best = fitting.at(-1);
  return best === undefined ? null : { text: best.text, certain: best.certain && fitting.length === 1 };
}

/** The variable that a fix introduces for it: the guessed name without our prefix. */
export function variableFor(name: string): string {
  const short = name.replace(perStep, "").toUpperCase();
  return /^[A-Z_]/.test(short) ? short : `STEP_${short}`;
}

const guesses: ReadonlyMap<string, string> = new Map([
  ["OUTPUT", "stdout"],
  ["OUT", "stdout"],
  ["TEXT", "stdout"],
  ["RESULT", "json"],
  ["DATA", "json"],
  ["STATUS", "exit_code"],
  ["CODE", "exit_code"],
]);

function fieldOf(id: string, pieces: readonly string[]): GuessedReference | null {
  if (pieces.length === 0) return { text: `$${id}.stdout`, certain: false };
  const two = pieces.slice(0, 2).join("_").toLowerCase();
  if (pieces.length >= 2 && referenceField(two)?.hasPath === false) {
    return pieces.length === 2 ? { text: `$${id}.${two}`, certain: true } : null;
  }
  const [first, ...path] = pieces as [string, ...string[]];
  const guess = guesses.get(first.toUpperCase());
  const field = referenceField(first.toLowerCase()) ?? (guess === undefined ? undefined : referenceField(guess));
  if (field === undefined) return null;
  if (path.length === 0) return { text: `$${id}.${field.name}`, certain: guess === undefined };
  if (!field.hasPath || path.includes("")) return null;
  // `JSON_hot` can only be the key `hot`; `JSON_HOT` could be `hot` too, `JSON_a_b` also `a.b`.
  const key = path.join("_");
  const asWritten = key !== key.toUpperCase() || !/[A-Z]/.test(key);
  const text = `$${id}.${field.name}.${asWritten ? key : key.toLowerCase()}`;
  return { text, certain: guess === undefined && asWritten && path.length === 1 };
}

const kept = new WeakMap<Model, ReadonlyMap<string, readonly string[]>>();

function idsByVariablePart(model: Model): ReadonlyMap<string, readonly string[]> {
  const known = kept.get(model);
  if (known !== undefined) return known;
  const ids = new Map<string, string[]>();
  for (const id of model.steps.keys()) {
    const part = variablePart(id);
    const there = ids.get(part);
    if (there === undefined) ids.set(part, [id]);
    else there.push(id);
  }
  kept.set(model, ids);
  return ids;
}
