import type { ApprovalNode } from "@lobster-lang/language";
import type { Gate } from "@lobster-lang/plan";
import type { PlaceLowering } from "./lowering.ts";
import { lowerText } from "./text.ts";
import { lowerValue } from "./value.ts";

/** A gate of any form (original-language.md 13), or null where `approval:` makes none. */
export function lowerGate(node: ApprovalNode, id: string, lowering: PlaceLowering): Gate | null {
  if (!node.isGate) return null;
  const { names } = lowering;
  const textOrNull = (text: ApprovalNode["preview"]) => (text === null ? null : lowerText(text, names));
  if (node.requireDifferentApprover && node.initiatedBy === null)
    lowering.refuse(
      "approver-cannot-differ",
      node.entry.range,
      "`require_different_approver` needs somebody to differ from; say who starts this in `initiated_by`",
    );
  return {
    prompt: node.prompt === null ? [{ text: `Approve ${id}?` }] : lowerText(node.prompt, names),
    items: node.items === null ? null : lowerValue(node.items, names),
    preview: textOrNull(node.preview),
    initiatedBy: textOrNull(node.initiatedBy),
    requiredApprover: textOrNull(node.requiredApprover),
    requireDifferentApprover: node.requireDifferentApprover,
    approvers: [...new Set(node.approvers.map((key) => String(key.value).trim()))].toSorted(),
    expiresMs: node.expiresMs,
  };
}
