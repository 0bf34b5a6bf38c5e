import type { Plan } from "../types.ts";
import { renderAscii } from "./ascii.ts";
import { renderDot } from "./dot.ts";
import { graphOf, type Graph } from "./graph-model.ts";
import { renderMermaid } from "./mermaid.ts";

export type GraphFormat = "mermaid" | "dot" | "ascii";

const renderers: { readonly [format in GraphFormat]: (graph: Graph) => string } = {
  mermaid: renderMermaid,
  dot: renderDot,
  ascii: renderAscii,
};

/** The formats that `renderGraph` knows. */
export const graphFormats = Object.keys(renderers) as readonly GraphFormat[];

/**
 * A picture of a plan as text: a node for each step (gates are diamonds), the order, and where each step's data comes
 * from (`stdin`, `when: …`, `run`, `pipeline`, `env`, `cwd`, `gate`). Ends in a newline.
 */
export function renderGraph(plan: Plan, format: GraphFormat): string {
  return renderers[format](graphOf(plan));
}
