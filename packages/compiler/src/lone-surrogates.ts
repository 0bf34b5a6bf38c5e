import type { DataNode, Diagnostic, Range, WorkflowTree } from "@lobster-lang/language";
import { hasLoneSurrogate } from "@lobster-lang/plan";

/**
 * Halves of surrogate pairs (`"\ud800"`): no file and no program can carry them, and a plan that holds one could not be
 * hashed. So they are errors, at their place.
 */
export function loneSurrogates(tree: WorkflowTree): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const seen = new Set<DataNode>();
  const visit = (node: DataNode | null): void => {
    if (node === null || seen.has(node)) return;
    seen.add(node);
    if (node.kind === "scalar") {
      if (hasLoneSurrogate(node.text)) found.push(fault(node.range));
    } else if (node.kind === "list") node.items.forEach(visit);
    else if (node.kind === "map") {
      for (const { key, value } of node.entries) {
        visit(key);
        visit(value);
      }
    }
  };
  visit(tree.root);
  return found;
}

function fault(range: Range): Diagnostic {
  const message =
    "this text holds half of a character (a lone surrogate such as `\\ud800`), which nothing can store; write the whole character";
  return { rule: "yaml-syntax", severity: "error", range, message, related: [], fixes: [] };
}
