import type { Graph, GraphNode } from "./graph-model.ts";

/** A list for terminals and logs: one line a step, under it where its data comes from. */
export function renderAscii({ name, nodes, edges }: Graph): string {
  const lines = name === null ? [] : [name, ""];
  const widest = Math.max(0, ...nodes.map((node) => framed(node).length));
  for (const [index, node] of nodes.entries()) {
    if (index > 0) lines.push("    |");
    lines.push(`  ${framed(node).padEnd(widest)}  ${node.kind}: ${node.detail}`.trimEnd());
    for (const { from, to, labels } of edges) {
      if (to === index && labels.length > 0) lines.push(`    |   <- ${nodes[from]!.id} (${labels.join(", ")})`);
    }
  }
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}

/** Gates stand in angle brackets: the ASCII for a diamond. */
function framed(node: GraphNode): string {
  return node.isGate ? `<${node.id}>` : `[${node.id}]`;
}
