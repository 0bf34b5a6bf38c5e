import type { ArgNode, MapValue, ValueNode } from "@lobster-lang/language";
import { nearest, plainValue } from "@lobster-lang/language";
import { listed, shown } from "../structure/describe.ts";

/** What is wrong with one argument that is given to a workflow. */
export interface ArgumentFault {
  /** The entry of `workflow_args` that it is about; null for an argument that is missing there. */
  readonly entry: MapValue["entries"][number] | null;
  /** Whether the name is wrong, and not the value. */
  readonly isName: boolean;
  readonly message: string;
  /** The argument that was perhaps meant. */
  readonly meant: string | null;
}

/** The arguments that a step gives, against those that the called file declares (D16); values that are only known later are not judged. */
export function argumentFaults(given: MapValue | null, args: readonly ArgNode[], file: string): ArgumentFault[] {
  const entries = given?.entries ?? [];
  const unknown = entries.filter(({ key }) => !args.some((arg) => arg.name === key));
  const missing = args.filter((arg) => isRequired(arg) && !entries.some(({ key }) => key === arg.name));
  const free = args.map((arg) => arg.name).filter((name) => !entries.some(({ key }) => key === name));
  const misspelt = new Map(unknown.map((entry) => [entry, nearest(entry.key, free)]));
  return [
    ...unknown.map((entry) => undeclared(entry, misspelt.get(entry) ?? null, args, file)),
    ...missing
      .filter(({ name }) => ![...misspelt.values()].includes(name))
      .map((arg) => ({ entry: null, isName: true, meant: null, message: lacking(arg, file) })),
    ...entries.flatMap((entry) => {
      const arg = args.find(({ name }) => name === entry.key);
      const message = arg === undefined ? null : valueFault(entry.value, arg);
      return message === null ? [] : [{ entry, isName: false, meant: null, message }];
    }),
  ];
}

function isRequired(arg: ArgNode): boolean {
  return !arg.hasDefault && arg.required !== false;
}

function undeclared(
  entry: MapValue["entries"][number],
  meant: string | null,
  args: readonly ArgNode[],
  file: string,
): ArgumentFault {
  const names = args.map(({ name }) => `\`${name}\``);
  const known = names.length === 0 ? "it declares none" : `declared are ${names.slice(0, 8).join(", ")}`;
  const advice = meant === null ? `: ${known}` : `; did you mean \`${meant}\``;
  return { entry, isName: true, meant, message: `\`${file}\` has no argument \`${entry.key}\`${advice}` };
}

function lacking({ name, description }: ArgNode, file: string): string {
  const what = description === null ? "" : ` (${shown(description).slice(1, -1)})`;
  return `\`${file}\` needs the argument \`${name}\`${what}: give it in \`workflow_args:\``;
}

/** Why a value that stands in the file does not fit, or null. The run judges the same way what it is given. */
function valueFault(value: ValueNode, arg: ArgNode): string | null {
  const { name, type } = arg;
  if (value.kind === "literal-value" && value.value === null)
    return isRequired(arg) ? `the argument \`${name}\` is required and gets nothing` : null;
  const text = value.kind === "text-value" ? textOf(value) : null;
  if (value.kind === "text-value" && text === null) {
    const isStructure = type === "array" || type === "object";
    return isStructure && value.text.whole === null
      ? `${wants(arg)}, but this is a text: write the reference alone`
      : null;
  }
  const read = typed(value, text, arg);
  if (read === undefined) return `${wants(arg)}, but ${titleOf(value, text)}${adviceFor(value, arg)}`;
  if (arg.enum === null || arg.enum.length === 0 || read === later) return null;
  const own = JSON.stringify(read);
  if (arg.enum.some((allowed) => JSON.stringify(allowed) === own)) return null;
  const allowed = arg.enum.map((one) => shown(typeof one === "string" ? one : JSON.stringify(one)));
  return `the argument \`${name}\` must be ${listed(allowed)}`;
}

const later = Symbol("only known when it is reached");

/** What the argument would hold; undefined for a value that it refuses. */
function typed(value: ValueNode, text: string | null, arg: ArgNode): unknown {
  const literal = value.kind === "literal-value" ? value.value : text;
  switch (arg.type) {
    case "string":
      if (literal === null) return undefined;
      // A default of another kind says what the author meant.
      return typeof plainValue(arg.default) === typeof literal ? literal : String(literal);
    case "number":
    case "integer": {
      const number = text === null ? literal : spelledNumber(text);
      const fits = typeof number === "number" && (arg.type === "number" || Number.isInteger(number));
      return fits ? number : undefined;
    }
    case "boolean":
      if (text === "true" || text === "false") return text === "true";
      return typeof literal === "boolean" ? literal : undefined;
    case "array":
      return value.kind === "list-value" ? later : undefined;
    case "object":
      return value.kind === "map-value" ? later : undefined;
  }
}

function spelledNumber(text: string): number | null {
  return /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/.test(text) ? Number(text) : null;
}

/** The text, or null where a value is put into it. */
function textOf({ text }: ValueNode & { kind: "text-value" }): string | null {
  if (text.parts.some((part) => part.kind === "arg" || part.kind === "ref")) return null;
  return text.parts.map((part) => ("text" in part ? part.text : "")).join("");
}

const titles: { readonly [type in ArgNode["type"]]: string } = {
  string: "text",
  number: "a number",
  integer: "a whole number",
  boolean: "`true` or `false`",
  array: "a list",
  object: "a map",
};

function wants({ name, type }: ArgNode): string {
  return `the argument \`${name}\` must be ${titles[type]}`;
}

function titleOf(value: ValueNode, text: string | null): string {
  if (value.kind === "list-value") return "this is a list";
  if (value.kind === "map-value") return "this is a map";
  return text === null && value.kind === "literal-value"
    ? `this is ${shown(value.scalar.text)}`
    : `this is the text ${shown(text ?? "")}`;
}

function adviceFor(value: ValueNode, { name, type }: ArgNode): string {
  if (type !== "string") return "";
  const kind = value.kind === "list-value" ? "array" : "object";
  return `; say \`type: ${kind}\` where \`${name}\` is declared`;
}
