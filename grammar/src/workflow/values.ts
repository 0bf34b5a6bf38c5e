import type { DataNode, LiteralValue, Range, ScalarNode, TextMap, TextRole, ValueNode } from "@lobster-lang/language";
import { resolved } from "@lobster-lang/language";
import { type BuildContext, textIn } from "./build-context.ts";

/** A value with texts inside (D29). `at` is the place of a missing value (`- ` with nothing behind it). */
export function valueOf(node: DataNode | null, at: Range, role: TextRole, context: BuildContext): ValueNode {
  if (node === null) return emptyValue(at);
  const kept = context.values?.get(node)?.get(role);
  if (kept !== undefined) return kept;
  const value = buildValue(node, at, role, context);
  context.values ??= new Map();
  const byRole = context.values.get(node) ?? new Map<TextRole, ValueNode>();
  byRole.set(role, value);
  context.values.set(node, byRole);
  return value;
}

function buildValue(node: DataNode, at: Range, role: TextRole, context: BuildContext): ValueNode {
  const target = resolved(node);
  const range = node.range;
  if (target === null) return emptyValue(at);
  if (target.kind === "list") {
    return { kind: "list-value", range, items: target.items.map((item) => valueOf(item, range, role, context)) };
  }
  if (target.kind === "map") {
    const entries = target.entries.map((entry) => ({
      key: entry.key.text,
      keyRange: entry.key.range,
      value: valueOf(entry.value, entry.range, role, context),
    }));
    return { kind: "map-value", range, entries };
  }
  const text = typeof target.value === "string" ? textIn(target, role) : null;
  if (text !== null) return { kind: "text-value", range, text };
  return { kind: "literal-value", range, value: literalOf(target), scalar: target };
}

function literalOf(scalar: ScalarNode): number | boolean | null {
  return typeof scalar.value === "string" ? null : scalar.value;
}

function emptyValue(at: Range): LiteralValue {
  const range: Range = {
    get start() {
      return at.end;
    },
    get end() {
      return at.end;
    },
  };
  const scalar: ScalarNode = { kind: "scalar", range, value: null, text: "", style: "plain", map: pointMap(range) };
  return { kind: "literal-value", range, value: null, scalar };
}

/** The map of an empty text: everything is at one point. */
function pointMap(range: Range): TextMap {
  return {
    toSource: () => range,
    toText: () => 0,
    isVerbatim: () => true,
    encode: (text) => (text === "" ? "" : null),
  };
}
