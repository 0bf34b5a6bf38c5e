import type { ArgNode, ArgType, DataNode, EntryNode } from "@lobster-lang/language";
import { entryOf, plainValue, resolved } from "@lobster-lang/language";
import { mapIn, scalarIn } from "./build-context.ts";

const argTypes: ReadonlySet<string> = new Set(["string", "number", "integer", "boolean", "array", "object"]);

/** The arguments that a file declares; a list or text instead of a map declares none. */
export function argsOf(node: DataNode | null | undefined): readonly ArgNode[] {
  return (mapIn(node)?.entries ?? []).map(argOf);
}

function argOf(entry: EntryNode): ArgNode {
  const definition = mapIn(entry.value);
  const entryIn = (key: string): EntryNode | undefined => (definition === null ? undefined : entryOf(definition, key));
  const given = entryIn("default");
  const allowed = resolved(entryIn("enum")?.value);
  return {
    kind: "arg-definition",
    range: entry.range,
    entry,
    name: entry.key.text,
    definition,
    default: given?.value ?? null,
    hasDefault: given !== undefined,
    type: typeOf(entryIn("type")?.value, given?.value ?? null),
    required: flagOf(entryIn("required")?.value),
    secret: flagOf(entryIn("secret")?.value) === true,
    enum: allowed?.kind === "list" ? allowed.items.map(plainValue) : null,
    description: scalarIn(entryIn("description")?.value)?.text ?? null,
  };
}

/**
 * The declared type; without one text (language.md "Arguments"), or what a default that is a list or a map plainly says.
 * A default that is a number does not forbid text from outside: the run then reads what is spelled as one.
 */
function typeOf(declared: DataNode | null | undefined, given: DataNode | null): ArgType {
  const name = scalarIn(declared)?.text;
  if (name !== undefined && isArgType(name)) return name;
  const value = resolved(given);
  if (value === null) return "string";
  if (value.kind === "list") return "array";
  return value.kind === "map" ? "object" : "string";
}

function isArgType(name: string): name is ArgType {
  return argTypes.has(name);
}

function flagOf(node: DataNode | null | undefined): boolean | null {
  const value = scalarIn(node)?.value;
  return typeof value === "boolean" ? value : null;
}
