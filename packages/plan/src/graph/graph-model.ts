import { placedSteps, type PlacedStep } from "../placed-steps.ts";
import { spellBlock, spellCall, spellExpression, spellLoop, spellScript, spellStage, spellText } from "../spelling.ts";
import { substitutionsOf, type SubstitutionUse } from "../substitutions.ts";
import type { Plan, PlanStep } from "../types.ts";

/** What every format draws: a node for each step, `next` edges in order, and an edge for each way data takes. */
export interface Graph {
  readonly name: string | null;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

export interface GraphNode {
  readonly id: string;
  readonly isGate: boolean;
  /** `run`, `pipeline`, `gate`, `gate + run` … */
  readonly kind: string;
  /** What it does, one line, at most 80 characters. */
  readonly detail: string;
}

export interface GraphEdge {
  readonly from: number;
  readonly to: number;
  /** Empty for the plain order. */
  readonly labels: readonly string[];
}

const longestDetail = 80;
const longestCondition = 70;

/** Of a plan whose names are sound (`readPlan` sees to that). */
export function graphOf(plan: Plan): Graph {
  const nodes: GraphNode[] = [];
  const data: GraphEdge[] = [];
  for (const placed of placedSteps(plan)) {
    nodes.push(nodeOf(placed));
    data.push(...dataEdges(placed));
  }
  return { name: plan.name, nodes, edges: [...orderEdges([...placedSteps(plan)]), ...data] };
}

function nodeOf({ step, path }: PlacedStep): GraphNode {
  const action = step.action === null ? null : kinds[step.action.kind];
  const kind = [step.gate === null ? null : "gate", action].filter((part) => part !== null).join(" + ");
  return { id: path, isGate: step.gate !== null, kind, detail: cut(oneLine(detailOf(step)), longestDetail) };
}

const kinds = {
  shell: "run",
  pipeline: "pipeline",
  for_each: "for_each",
  parallel: "parallel",
  input: "input",
  workflow: "workflow",
} as const;

function detailOf(step: PlanStep): string {
  const { action, gate } = step;
  switch (action?.kind) {
    case "shell":
      return spellScript(action.script);
    case "pipeline":
      return action.stages.map(spellStage).join(" | ");
    case "for_each":
      return spellLoop(action);
    case "parallel":
      return spellBlock(action);
    case "input":
      return spellText(action.prompt);
    case "workflow":
      return spellCall(action);
    default:
      return gate === null ? "" : spellText(gate.prompt);
  }
}

/** One step after the other; into a loop or a child and back to it, and from a block into each of its branches. */
function orderEdges(steps: readonly PlacedStep[]): readonly GraphEdge[] {
  const before = new Map<number | null, number>();
  const last = new Map<number, { readonly from: number; readonly label: string }>();
  const edges: GraphEdge[] = [];
  for (const { index, around } of steps) {
    const outer = around.at(-1);
    const from =
      outer?.step.action?.kind === "parallel" ? outer.index : (before.get(outer?.index ?? null) ?? outer?.index);
    if (from !== undefined) edges.push({ from, to: index, labels: [] });
    before.set(outer?.index ?? null, index);
    if (outer?.step.action?.kind === "for_each") last.set(outer.index, { from: index, label: "next item" });
    if (outer?.step.action?.kind === "workflow") last.set(outer.index, { from: index, label: "output" });
  }
  return [...edges, ...[...last].map(([to, { from, label }]) => ({ from, to, labels: [label] }))];
}

const useOrder: readonly SubstitutionUse[] = [
  "for_each",
  "workflow_args",
  "stdin",
  "when",
  "run",
  "pipeline",
  "env",
  "cwd",
  "input",
  "gate",
];

/** One edge for each step that this one reads, whatever ways the data takes between them. */
function dataEdges(placed: PlacedStep): readonly GraphEdge[] {
  const uses = new Map<number, Set<SubstitutionUse>>();
  for (const { piece, use } of substitutionsOf(placed)) {
    const names = use === "env" || use === "cwd" ? placed.visibleInEnv : placed.visible;
    const from = "ref" in piece ? names.get(piece.ref.step) : undefined;
    if (from === undefined || from === placed.index) continue;
    uses.set(from, (uses.get(from) ?? new Set()).add(use));
  }
  return [...uses]
    .toSorted(([a], [b]) => a - b)
    .map(([from, found]) => ({
      from,
      to: placed.index,
      labels: useOrder
        .filter((use) => found.has(use))
        .map((use) => (use === "when" ? `when: ${conditionOf(placed.step)}` : use)),
    }));
}

function conditionOf(step: PlanStep): string {
  return step.when === null ? "" : cut(oneLine(spellExpression(step.when)), longestCondition);
}

function oneLine(text: string): string {
  // Control characters have no picture in any of the formats.
  return text
    .trim()
    .replace(/\s*\n\s*/g, " ; ")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
}

/** At most `length` characters, by code points so that no pair is cut in half; the last three say that more follows. */
function cut(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length - 3).join("")}...`;
}
