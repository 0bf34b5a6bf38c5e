import type { ArgNode, ScalarNode, ValueType, WorkflowTree } from "@lobster-lang/language";
import { entryOf, plainValue, resolved } from "@lobster-lang/language";
import type { Finding } from "../rule.ts";
import { fixOf } from "./conversions.ts";
import { describeType, describeValue, listed, shown } from "./describe.ts";
import { replaceValue } from "./entry-edits.ts";
import { fits } from "./fits.ts";
import { isNothing } from "./part-instances.ts";

const typeOf: ReadonlyMap<string, ValueType> = new Map<string, ValueType>([
  ["string", { kind: "one-of", options: [{ kind: "text" }, { kind: "number" }, { kind: "boolean" }] }],
  ["number", { kind: "number" }],
  ["integer", { kind: "integer" }],
  ["boolean", { kind: "boolean" }],
  ["array", { kind: "list", of: { kind: "any" } }],
  ["object", { kind: "map", of: { kind: "any" } }],
]);

/**
 * A default that would be refused if it were given: of another type than declared, or none of `enum`. A warning, because
 * the run takes the default as it is (the original checks neither, w-ar-type). A number is text to `type: string`.
 */
export function defaultFaults(tree: WorkflowTree, arg: ArgNode): Finding[] {
  const entry = arg.definition === null ? undefined : entryOf(arg.definition, "default");
  const declared = arg.definition === null ? undefined : entryOf(arg.definition, "type");
  if (entry === undefined || isNothing(entry.value)) return [];
  const range = entry.value?.range ?? entry.key.range;
  const type = declared === undefined ? undefined : typeOf.get(String(plainValue(declared.value)));
  if (declared !== undefined && type !== undefined && !fits(entry.value, type)) {
    const value = resolved(entry.value);
    const typed = value?.kind === "scalar" ? retyped(value, type) : null;
    const fix = typed === null ? null : fixOf(`write \`default: ${typed}\``, true, [replaceValue(tree, entry, typed)]);
    const words = arg.type === "string" ? "text" : describeType(type);
    const message = `the default of \`${arg.name}\` is ${describeValue(entry.value)}, but its \`type\` says ${words}`;
    const related = [{ range: declared.range, message: "the type is here" }];
    return [{ range, message, severity: "warning", related, fixes: fix === null ? [] : [fix] }];
  }
  if (arg.enum === null || arg.enum.length === 0) return [];
  const given = JSON.stringify(plainValue(entry.value));
  if (arg.enum.some((allowed) => JSON.stringify(allowed) === given)) return [];
  const allowed = listed(arg.enum.map((value) => shown(typeof value === "string" ? value : JSON.stringify(value))));
  return [
    { range, message: `the default of \`${arg.name}\` is none of its \`enum\`: write ${allowed}`, severity: "warning" },
  ];
}

/** `"5"` for a number, `"true"` for a truth value: the same without quotes. */
function retyped(value: ScalarNode, type: ValueType): string | null {
  if (typeof value.value !== "string") return null;
  const text = value.text.trim();
  if (type.kind === "boolean") return /^(?:true|false)$/.test(text) ? text : null;
  const isNumber = type.kind === "number" || type.kind === "integer";
  return isNumber && (type.kind === "number" ? /^-?\d+(?:\.\d+)?$/ : /^-?\d+$/).test(text) ? text : null;
}
