import type { Json, Script, Stage, StageArgument, Template, TemplateExpression, Where } from "@lobster-lang/plan";
import { StepFailure } from "../failures.ts";
import { jsonArgument } from "./json-argument.ts";
import { pieceText, textOf, type Scope } from "../values.ts";

/** A template whose workflow values are filled in: they are text and never read as a template (D3). */
export type FilledTemplate = readonly (string | TemplateExpression["expression"])[];

/** A `where` whose value is filled in and typed. */
export interface FilledWhere {
  readonly path: readonly string[];
  readonly operator: Where["operator"];
  readonly value: null | boolean | number | string;
}

/** The arguments of a stage with all values filled in. */
export interface Arguments {
  readonly flag: (name: string) => boolean;
  readonly number: (name: string) => number | null;
  readonly text: (name: string) => string | null;
  /** The value of a JSON text; undefined where there is none. */
  readonly json: (name: string) => Json | undefined;
  readonly texts: (name: string) => readonly string[];
  readonly path: (name: string) => readonly string[] | null;
  readonly fields: (name: string) => readonly string[];
  readonly where: (name: string) => FilledWhere | null;
  readonly template: (name: string) => FilledTemplate | null;
  readonly assignments: (name: string) => readonly { readonly key: string; readonly value: FilledTemplate }[];
  readonly script: (name: string) => Script | null;
}

type Filled =
  | { readonly kind: "scalar"; readonly value: boolean | number | string }
  | { readonly kind: "json"; readonly value: Json }
  | { readonly kind: "texts"; readonly value: readonly string[] }
  | { readonly kind: "list"; readonly value: readonly string[] }
  | { readonly kind: "where"; readonly value: FilledWhere }
  | { readonly kind: "template"; readonly value: FilledTemplate }
  | {
      readonly kind: "assignments";
      readonly value: readonly { readonly key: string; readonly value: FilledTemplate }[];
    }
  | { readonly kind: "script"; readonly value: Script };

/**
 * Fills the values of a stage's arguments in.
 * @throws StepFailure for a number that is none.
 */
export async function fillArguments(stage: Stage, scope: Scope): Promise<Arguments> {
  const filled = new Map<string, Filled>();
  for (const [name, argument] of Object.entries(stage.arguments)) {
    filled.set(name, await fill(argument, scope, `${stage.command} --${name}`));
  }
  const find = <K extends Filled["kind"]>(name: string, kind: K) => {
    const found = filled.get(name);
    return found?.kind === kind ? (found as Extract<Filled, { kind: K }>) : null;
  };
  const scalar = (name: string) => find(name, "scalar")?.value ?? null;
  return {
    flag: (name) => scalar(name) === true,
    number: (name) => {
      const value = scalar(name);
      return typeof value === "number" ? value : null;
    },
    text: (name) => {
      const value = scalar(name);
      return typeof value === "string" ? value : null;
    },
    json: (name) => find(name, "json")?.value,
    texts: (name) => find(name, "texts")?.value ?? [],
    path: (name) => find(name, "list")?.value ?? null,
    fields: (name) => find(name, "list")?.value ?? [],
    where: (name) => find(name, "where")?.value ?? null,
    template: (name) => find(name, "template")?.value ?? null,
    assignments: (name) => find(name, "assignments")?.value ?? [],
    script: (name) => find(name, "script")?.value ?? null,
  };
}

async function fill(argument: StageArgument, scope: Scope, label: string): Promise<Filled> {
  if ("boolean" in argument) return { kind: "scalar", value: argument.boolean };
  if ("number" in argument) return { kind: "scalar", value: argument.number };
  if ("jsonText" in argument) return { kind: "json", value: await jsonArgument(argument.jsonText, scope, label) };
  if ("numberText" in argument) {
    const text = (await textOf(scope, argument.numberText)).trim();
    if (text === "" || Number.isNaN(Number(text))) throw new StepFailure(`${label} must be a number, got \`${text}\``);
    return { kind: "scalar", value: Number(text) };
  }
  if ("text" in argument) return { kind: "scalar", value: await textOf(scope, argument.text) };
  if ("texts" in argument) {
    return { kind: "texts", value: await Promise.all(argument.texts.map((text) => textOf(scope, text))) };
  }
  if ("path" in argument) return { kind: "list", value: argument.path };
  if ("pathText" in argument) {
    const path = (await textOf(scope, argument.pathText)).trim();
    return { kind: "list", value: path.split(".").filter((segment) => segment !== "") };
  }
  if ("fields" in argument) return { kind: "list", value: argument.fields };
  if ("fieldsText" in argument) {
    const names = (await textOf(scope, argument.fieldsText)).split(",").map((name) => name.trim());
    return { kind: "list", value: names.filter((name) => name !== "") };
  }
  if ("where" in argument) {
    const { path, operator, value } = argument.where;
    return { kind: "where", value: { path, operator, value: whereValue(await textOf(scope, value)) } };
  }
  if ("template" in argument) return { kind: "template", value: await fillTemplate(argument.template, scope) };
  if ("script" in argument) return { kind: "script", value: argument.script };
  const value = await Promise.all(
    argument.assignments.map(async (each) => ({ key: each.key, value: await fillTemplate(each.value, scope) })),
  );
  return { kind: "assignments", value };
}

async function fillTemplate(template: Template, scope: Scope): Promise<FilledTemplate> {
  const parts: (string | TemplateExpression["expression"])[] = [];
  for (const part of template) {
    if ("expression" in part) parts.push(part.expression);
    else parts.push("text" in part ? part.text : await pieceText(scope, part));
  }
  return parts;
}

/** Types the value of a `where`: true, false, null, what JavaScript reads as a number, else the text as it is. */
export function whereValue(text: string): null | boolean | number | string {
  if (text === "true" || text === "false") return text === "true";
  if (text === "null") return null;
  return text.trim() !== "" && !Number.isNaN(Number(text)) ? Number(text) : text;
}

/** An item that is a map and no list. */
export function isMap(item: Json): item is { readonly [key: string]: Json } {
  return typeof item === "object" && item !== null && !Array.isArray(item);
}
