import type { ArgPiece, Json, Reference, RefPiece, Text, Value } from "@lobster-lang/plan";
import type { OutputStore } from "@lobster-lang/state";
import { RunFailure } from "./failures.ts";
import { compactSource, holdsLongNumber } from "./json-text.ts";
import type { Results } from "./result-layers.ts";
import { emptyResult, fieldOf, jsonSourceOf, type StepResult } from "./results.ts";

/** What references and arguments mean at one moment of a run. */
export interface Scope {
  readonly args: { readonly [name: string]: Json };
  readonly results: Results;
  readonly outputs: OutputStore;
  /** A step that has not run is a fault of the plan, except in what belongs to all steps (`env:` and `cwd:` of the workflow). */
  readonly unreached?: "empty";
  readonly warn: (message: string) => void;
}

/** The typed value of a reference; undefined when there is nothing at the path, or the step was skipped (D23). */
async function referenced(scope: Scope, reference: Reference): Promise<Json | undefined> {
  const [field, ...path] = reference.path;
  const value = walk(await fieldOf(resultOf(scope, reference), String(field), scope.outputs), path);
  if (path.length > 0 && typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    scope.warn(
      `${spelling(reference)} is a number with more digits than can be computed with and was rounded to ${value}; let the program write it as text`,
    );
  }
  return value;
}

/** The value of an argument, by its declared name. */
export function argument(scope: Scope, name: string): Json {
  if (!Object.hasOwn(scope.args, name))
    throw new RunFailure(`the plan uses an argument \`${name}\` that it does not declare`);
  return scope.args[name] ?? null;
}

/** A piece with its type, and as text. */
export async function pieceValue(scope: Scope, piece: ArgPiece | RefPiece): Promise<Json | undefined> {
  return "arg" in piece ? argument(scope, piece.arg) : referenced(scope, piece.ref);
}

/** @see asText. `.approved` and `.skipped` say `false` where they are not set; long numbers keep their digits (D34). */
export async function pieceText(scope: Scope, piece: ArgPiece | RefPiece): Promise<string> {
  if ("arg" in piece) return asText(argument(scope, piece.arg));
  const { path } = piece.ref;
  if (path.length === 1 && path[0] === "json") {
    const source = await jsonSourceOf(resultOf(scope, piece.ref), scope.outputs);
    if (source !== null && holdsLongNumber(source) && !source.startsWith('"')) return compactSource(source);
  }
  const value = await referenced(scope, piece.ref);
  if (value === undefined && path.length === 1 && (path[0] === "approved" || path[0] === "skipped")) return "false";
  return asText(value);
}

/** A text with everything filled in. Values are never read again for references (D3). */
export async function textOf(scope: Scope, text: Text): Promise<string> {
  let filled = "";
  for (const part of text) filled += "text" in part ? part.text : await pieceText(scope, part);
  return filled;
}

/** A value of the plan; a whole reference keeps its type, also inside lists and maps (D29). */
export async function valueOf(scope: Scope, value: Value): Promise<Json | undefined> {
  if ("json" in value) return value.json;
  if ("text" in value) return textOf(scope, value.text);
  if ("whole" in value) return pieceValue(scope, value.whole);
  if ("list" in value) return Promise.all(value.list.map(async (item) => (await valueOf(scope, item)) ?? null));
  const entries: [string, Json][] = [];
  for (const { key, value: inner } of value.map) {
    const found = await valueOf(scope, inner);
    if (found !== undefined) entries.push([key, found]);
  }
  return Object.fromEntries(entries);
}

/** Words of a value in text (D17): text as it is, nothing for null and missing, lists and maps as compact JSON. */
export function asText(value: Json | undefined): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** What a value is, in the words of the language. */
export function typeName(value: Json): "null" | "boolean" | "number" | "text" | "list" | "map" {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  if (typeof value === "object") return "map";
  return typeof value === "string" ? "text" : (typeof value as "boolean" | "number");
}

/** Own properties of maps, numeric places of lists, and `.length` of lists and texts (D23, D46). */
export function walk(start: Json | undefined, path: readonly (string | number)[]): Json | undefined {
  let value = start;
  for (const segment of path) {
    if (value === null || value === undefined) return undefined;
    value = member(value, segment);
  }
  return value;
}

function member(value: Json, segment: string | number): Json | undefined {
  if (typeof value === "string") return segment === "length" ? value.length : undefined;
  if (Array.isArray(value)) {
    if (segment === "length") return value.length;
    const place = Number(segment);
    return segment !== "" && Number.isInteger(place) ? (value as readonly Json[])[place] : undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const map = value as { readonly [key: string]: Json };
  return Object.hasOwn(map, segment) ? map[segment] : undefined;
}

function resultOf(scope: Scope, reference: Reference): StepResult {
  const result = scope.results.get(reference.step);
  if (result === undefined && scope.unreached === "empty") return emptyResult;
  if (result === undefined) throw new RunFailure(`${spelling(reference)}: step \`${reference.step}\` has not run yet`);
  return result;
}

/** A reference as an author writes it. */
export function spelling(reference: Reference): string {
  const path = reference.path.map((segment) =>
    typeof segment === "number"
      ? `[${segment}]`
      : /^[A-Za-z0-9_]+$/.test(segment)
        ? `.${segment}`
        : `[${JSON.stringify(segment)}]`,
  );
  return `\`$${reference.step}${path.join("")}\``;
}
