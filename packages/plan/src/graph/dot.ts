import type { Graph } from "./graph-model.ts";

/** A Graphviz digraph. */
export function renderDot({ name, nodes, edges }: Graph): string {
  const lines = [`digraph ${quoted([name ?? "lobster"])} {`, "  rankdir=TB;", '  node [fontname="sans-serif"];'];
  for (const [index, node] of nodes.entries()) {
    const shape = node.isGate ? "diamond" : "box";
    lines.push(`  s${index} [shape=${shape}, label=${quoted([node.id, node.kind, node.detail])}];`);
  }
  for (const { from, to, labels } of edges)
    lines.push(
      labels.length === 0
        ? `  s${from} -> s${to};`
        : `  s${from} -> s${to} [style=dashed, constraint=false, label=${quoted([labels.join(", ")])}];`,
    );
  return `${lines.join("\n")}\n}\n`;
}

/** A quoted string; `\n` between the lines is Graphviz's own line break, every other backslash is literal. */
function quoted(lines: readonly string[]): string {
  const escaped = lines
    .filter((line) => line !== "")
    .map((line) =>
      line
        .replace(/\p{Cc}/gu, " ")
        .replaceAll("\\", "\\\\")
        .replaceAll('"', '\\"'),
    );
  return `"${escaped.join("\\n")}"`;
}
