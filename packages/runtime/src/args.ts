import type { Json, Plan, PlanArg } from "@lobster-lang/plan";
import { isDeepStrictEqual } from "node:util";
import { closestName } from "./closest-name.ts";
import { typeName } from "./values.ts";

export type ArgumentValues = { readonly [name: string]: Json };

/**
 * Checks the arguments of a run against the plan's declarations and adds the defaults (D15, D16).
 * @returns the values of all declared arguments, or every problem in words; then nothing may run.
 */
export function resolveArgs(
  plan: Pick<Plan, "args">,
  given: { readonly [name: string]: unknown },
): { readonly values: ArgumentValues } | { readonly problems: readonly string[] } {
  const problems = Object.keys(given)
    .filter((name) => !plan.args.some((arg) => arg.name === name))
    .map((name) => unknownArgument(name, plan.args));
  const values: [string, Json][] = [];
  for (const arg of plan.args) {
    const outcome = Object.hasOwn(given, arg.name) ? givenValue(arg, given[arg.name]) : absentValue(arg);
    if ("problem" in outcome) problems.push(outcome.problem);
    else values.push([arg.name, outcome.value]);
  }
  return problems.length > 0 ? { problems } : { values: Object.fromEntries(values) };
}

/**
 * Reads the text of `--arg name=text` by the declared type: text as it is, numbers and booleans by their spelling, lists and
 * maps as JSON.
 */
export function argFromText(arg: PlanArg, text: string): { readonly value: Json } | { readonly problem: string } {
  switch (arg.type) {
    case "string":
      return givenValue(arg, text);
    case "number":
    case "integer":
      return text.trim() === "" || !Number.isFinite(Number(text))
        ? { problem: mismatch(arg, `\`${text}\``) }
        : givenValue(arg, Number(text));
    case "boolean":
      return text === "true" || text === "false"
        ? { value: text === "true" }
        : { problem: `${mismatch(arg, `\`${text}\``)}; write true or false` };
    case "array":
    case "object":
      return fromJson(arg, text);
  }
}

function fromJson(arg: PlanArg, text: string): { readonly value: Json } | { readonly problem: string } {
  try {
    return givenValue(arg, JSON.parse(text) as unknown);
  } catch {
    const example = arg.type === "array" ? '["a","b"]' : '{"key":"value"}';
    return { problem: `${mismatch(arg, "text that is no JSON")}; write it as JSON, for example ${example}` };
  }
}

function unknownArgument(name: string, args: readonly PlanArg[]): string {
  const names = args.map((arg) => arg.name);
  const near = closestName(name, names);
  if (near !== null) return `unknown argument \`${name}\`: did you mean \`${near}\`?`;
  const known = names.length === 0 ? "none" : names.map((other) => `\`${other}\``).join(", ");
  return `unknown argument \`${name}\`: the arguments here are ${known}`;
}

type Outcome = { readonly value: Json } | { readonly problem: string };

function absentValue(arg: PlanArg): Outcome {
  if (arg.hasDefault) return { value: arg.default };
  if (!arg.required) return { value: null };
  const what = arg.description === null ? "" : ` (${arg.description})`;
  return { problem: `argument \`${arg.name}\`${what} has no value and no default: give one by --arg ${arg.name}=…` };
}

function givenValue(arg: PlanArg, given: unknown): Outcome {
  const typed = ofType(arg, given);
  if ("problem" in typed || arg.enum === null) return typed;
  if (arg.enum.some((allowed) => isDeepStrictEqual(allowed, typed.value))) return typed;
  const allowed = arg.enum
    .map((value) => `\`${typeof value === "string" ? value : JSON.stringify(value)}\``)
    .join(", ");
  return { problem: `argument \`${arg.name}\` must be one of ${allowed}` };
}

function ofType(arg: PlanArg, given: unknown): Outcome {
  const value = (given === undefined ? null : given) as Json;
  // A null is an empty value of any type, but no value for what is required.
  if (value === null)
    return arg.required ? { problem: `argument \`${arg.name}\` is required and got null` } : { value };
  if (isInexact(kindOf(arg), value)) {
    const got = arg.secret ? "a number" : `the number \`${value}\``;
    const way = "hand it over as text in quotes, to an argument of text";
    return {
      problem: `argument \`${arg.name}\` got ${got}, which no longer has the digits that were given: ${way}`,
    };
  }
  // Undeclared types are text; a default of another kind says what the author meant.
  if (arg.type === "string" && arg.hasDefault && typeName(arg.default) === typeName(value)) return { value };
  const read = typeof value === "string" ? spelled(kindOf(arg), value) : null;
  if (read !== null) return { value: read };
  switch (arg.type) {
    case "string":
      if (typeof value === "string") return { value };
      if (typeof value === "number" || typeof value === "boolean") return { value: String(value) };
      break;
    case "number":
      if (typeof value === "number") return { value };
      break;
    case "integer":
      if (typeof value === "number" && Number.isInteger(value)) return { value };
      break;
    case "boolean":
      if (typeof value === "boolean") return { value };
      break;
    case "array":
      if (Array.isArray(value)) return { value };
      break;
    case "object":
      if (typeName(value) === "map") return { value };
      break;
  }
  return { problem: mismatch(arg, sample(value)) };
}

/** Whole numbers from 2^53 on have been rounded, perhaps: an id would name something else. Infinities are no numbers. */
function isInexact(kind: PlanArg["type"], value: Json): value is number {
  if (typeof value !== "number" || Number.isSafeInteger(value)) return false;
  return !Number.isFinite(value) || (kind !== "number" && Number.isInteger(value));
}

const numberText = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** The kind of value that is wanted: the declared one, or that of the default where no type says more than text. */
function kindOf(arg: PlanArg): PlanArg["type"] {
  if (arg.type !== "string" || !arg.hasDefault) return arg.type;
  const { default: value } = arg;
  return typeof value === "number" ? "number" : typeof value === "boolean" ? "boolean" : "string";
}

/**
 * Text that spells exactly a number, true or false, where such a value is wanted: agents and shells often hand all
 * values over as text, and nothing is lost by reading it. Null where the text is anything else.
 */
function spelled(kind: PlanArg["type"], text: string): Json | null {
  if (kind === "boolean") return text === "true" ? true : text === "false" ? false : null;
  if (kind !== "number" && kind !== "integer") return null;
  const value = Number(text);
  const fits = kind === "number" ? Number.isFinite(value) : Number.isSafeInteger(value);
  return fits && numberText.test(text) ? value : null;
}

function mismatch(arg: PlanArg, got: string): string {
  const wanted = { string: "text", number: "a number", integer: "a whole number", boolean: "true or false" };
  const structures = { array: "a list", object: "a map" };
  return `argument \`${arg.name}\` must be ${{ ...wanted, ...structures }[arg.type]}, got ${arg.secret ? "something else" : got}`;
}

function sample(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 40 ? `a ${typeName(value)}` : `\`${text}\``;
}
