import {
  filters,
  type KnownNames,
  type TemplateExpression as ExpressionNode,
  type TemplateNode,
} from "@lobster-lang/language";
import type { Part, Template, TemplateExpression } from "@lobster-lang/plan";
import { lowerPart, merged } from "./text.ts";

/** Pieces of a template. A value of the workflow is a piece of its own, so it is never read as a template (D3). */
export function lowerTemplate(node: TemplateNode, names: KnownNames): Template {
  return merged(
    node.parts.map((part): Part | TemplateExpression =>
      part.kind === "expression" ? lowerExpression(part) : lowerPart(part, names),
    ),
  );
}

function lowerExpression(node: ExpressionNode): TemplateExpression {
  return { expression: { path: templatePath(node.path), filters: node.filters.map(lowerFilter) } };
}

/** Segments of a path into an item; `.`, `this` and nothing are the item itself, empty segments do not count. */
function templatePath(path: string): readonly string[] {
  const trimmed = path.trim();
  return trimmed === "this" ? [] : trimmed.split(".").filter((segment) => segment !== "");
}

/** Every parameter written out: what is not given is the catalogue's default, and what is too much is dropped. */
function lowerFilter(node: ExpressionNode["filters"][number]) {
  const given = node.arguments.map((argument) => argument.text);
  const signature = filters.find((filter) => filter.name === node.name);
  if (signature === undefined) return { name: node.name, arguments: given };
  return {
    name: node.name,
    arguments: signature.parameters.map(({ default: standard }, index) => given[index] ?? String(standard)),
  };
}
