import type {
  ApprovalNode,
  DataNode,
  EntryNode,
  MapNode,
  TextNode,
  TextRole,
  ScalarNode,
} from "@lobster-lang/language";
import { entryOf, resolved } from "@lobster-lang/language";
import { type BuildContext, isNothing, scalarIn, textIn } from "./build-context.ts";
import { valueOf } from "./values.ts";

/**
 * An `approval:` entry by the table of original-language.md 13: true, non-blank text and every map stop the run;
 * `required` is a word of its own and gives no prompt.
 */
export function approvalOf(entry: EntryNode, context: BuildContext): ApprovalNode {
  const value = resolved(entry.value);
  const map = value?.kind === "map" ? value : null;
  return {
    kind: "approval",
    entry,
    isGate: isGate(entry.value),
    prompt: map === null ? promptOf(entry.value) : textAt(map, ["prompt"], "prompt"),
    items: map === null ? null : itemsOf(map, context),
    preview: map === null ? null : textAt(map, ["preview"], "preview"),
    initiatedBy: map === null ? null : textAt(map, ["initiatedBy", "initiated_by"], "identity"),
    requiredApprover: map === null ? null : textAt(map, ["requiredApprover", "required_approver"], "identity"),
    requireDifferentApprover:
      map !== null &&
      scalarIn(valueAt(map, ["requireDifferentApprover", "require_different_approver"]))?.value === true,
    approvers: map === null ? [] : textsIn(valueAt(map, ["approvers"])),
    expiresMs: map === null ? null : numberIn(valueAt(map, ["expires_ms"])),
  };
}

/** Whether a value of `approval:` makes the run stop. */
export function isGate(node: DataNode | null): boolean {
  const value = resolved(node);
  if (value === null || value.kind === "list") return false;
  if (value.kind === "map") return true;
  return typeof value.value === "string" ? value.value.trim() !== "" : value.value === true;
}

function textsIn(node: DataNode | null): readonly ScalarNode[] {
  const list = resolved(node);
  if (list?.kind !== "list") return [];
  return list.items.flatMap((item) => {
    const scalar = scalarIn(item);
    return typeof scalar?.value === "string" ? [scalar] : [];
  });
}

function numberIn(node: DataNode | null): number | null {
  const value = scalarIn(node)?.value;
  return typeof value === "number" ? value : null;
}

function promptOf(node: DataNode | null): TextNode | null {
  const scalar = scalarIn(node);
  if (typeof scalar?.value !== "string" || scalar.text.trim() === "" || scalar.text.trim() === "required") return null;
  return textIn(scalar, "prompt");
}

function itemsOf(map: MapNode, context: BuildContext): ApprovalNode["items"] {
  const entry = entryOf(map, "items");
  return entry === undefined || isNothing(entry.value) ? null : valueOf(entry.value, entry.range, "items", context);
}

/** Blank text is as absent. */
function textAt(map: MapNode, keys: readonly string[], role: TextRole): TextNode | null {
  const text = textIn(valueAt(map, keys), role);
  return text === null || text.source.text.trim() === "" ? null : text;
}

/** The value of the first key that is there (camel spelling wins, as in the original). */
function valueAt(map: MapNode, keys: readonly string[]): DataNode | null {
  for (const key of keys) {
    const entry = entryOf(map, key);
    if (entry !== undefined) return entry.value;
  }
  return null;
}
