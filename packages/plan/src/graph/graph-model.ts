import { spellExpression, spellScript, spellStage, spellText } from "../spelling.ts";
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

export function graphOf(plan: Plan): Graph {
  const order = plan.steps.slice(1).map((_, index) => ({ from: index, to: index + 1, labels: [] }));
  return { name: plan.name, nodes: plan.steps.map(nodeOf), edges: [...order, ...dataEdges(plan)] };
}

function nodeOf(step: PlanStep): GraphNode {
  const action = step.action === null ? null : step.action.kind === "shell" ? "run" : "pipeline";
  const kind = [step.gate === null ? null : "gate", action].filter((part) => part !== null).join(" + ");
  return { id: step.id, isGate: step.gate !== null, kind, detail: cut(oneLine(detailOf(step)), longestDetail) };
}

function detailOf(step: PlanStep): string {
  if (step.action?.kind === "shell") return spellScript(step.action.script);
  if (step.action?.kind === "pipeline") return step.action.stages.map(spellStage).join(" | ");
  return step.gate === null ? "" : spellText(step.gate.prompt);
}

const useOrder: readonly SubstitutionUse[] = ["stdin", "when", "run", "pipeline", "env", "cwd", "gate"];

/** One edge for each pair of steps, whatever ways the data takes between them. */
function dataEdges(plan: Plan): readonly GraphEdge[] {
  const indexes = new Map(plan.steps.map((step, index) => [step.id, index]));
  const uses = new Map<string, { from: number; to: number; uses: Set<SubstitutionUse> }>();
  for (const { piece, step, use } of substitutionsOf(plan)) {
    const from = "ref" in piece ? indexes.get(piece.ref.step) : undefined;
    if (from === undefined || step === null || from === step) continue;
    const key = `${step} ${from}`;
    const edge = uses.get(key) ?? { from, to: step, uses: new Set() };
    edge.uses.add(use);
    uses.set(key, edge);
  }
  return [...uses.values()]
    .toSorted((a, b) => a.to - b.to || a.from - b.from)
    .map((edge) => ({
      from: edge.from,
      to: edge.to,
      labels: useOrder
        .filter((use) => edge.uses.has(use))
        .map((use) => (use === "when" ? `when: ${conditionOf(plan.steps[edge.to]!)}` : use)),
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
