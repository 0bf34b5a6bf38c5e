import type { Graph } from "./graph-model.ts";

/** A Mermaid flowchart. Node names are numbers, so that no id can be a word of Mermaid's own (`end`). */
export function renderMermaid({ nodes, edges }: Graph): string {
  const lines = ["flowchart TD"];
  for (const [index, node] of nodes.entries()) {
    const label = quoted([node.id, node.kind, node.detail]);
    lines.push(`  s${index}${node.isGate ? `{${label}}` : `[${label}]`}`);
  }
  for (const { from, to, labels } of edges)
    lines.push(
      labels.length === 0 ? `  s${from} --> s${to}` : `  s${from} -.->|${quoted([labels.join(", ")])}| s${to}`,
    );
  return `${lines.join("\n")}\n`;
}

/** A label in quotes; every character that Mermaid or HTML would read becomes an entity. */
function quoted(lines: readonly string[]): string {
  const escaped = lines
    .filter((line) => line !== "")
    .map((line) => line.replace(/\p{Cc}/gu, " ").replace(/[#"&<>`\\;|{}[\]()*_~]/g, entity));
  return `"${escaped.join("<br/>")}"`;
}

function entity(character: string): string {
  return `#${character.codePointAt(0)};`;
}
