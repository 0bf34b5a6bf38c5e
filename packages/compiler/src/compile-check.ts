import type { Diagnostic } from "@lobster-lang/language";
import {
  canonicalJson,
  placedSteps,
  planHash,
  readPlan,
  withoutSource,
  type Plan,
  type PlanStep,
} from "@lobster-lang/plan";
import { compile, type CompileOptions } from "./compile.ts";
import type { CompileHost } from "./host.ts";

/** Whether a committed plan is what its source compiles to (rule stale-plan). */
export type Freshness =
  | { readonly fresh: true }
  | {
      readonly fresh: false;
      readonly rule: "stale-plan";
      /** What differs, and what to do. */
      readonly message: string;
      /** Findings of the source, where it is the source that does not compile. */
      readonly diagnostics: readonly Diagnostic[];
    };

/**
 * Compares a committed plan with its source: what the plan does, and its `source` section if it has one. How the file is
 * indented does not count.
 */
export function compileCheck(
  planText: string,
  sourceText: string,
  host: CompileHost,
  options: CompileOptions,
): Freshness {
  const committed = readPlan(planText);
  if (committed.plan === undefined)
    return stale(`the committed plan cannot be used: ${committed.errors.map((error) => error.message).join("; ")}`);
  const { plan, diagnostics } = compile(sourceText, host, { ...options, source: committed.plan.source !== undefined });
  if (plan === null)
    return stale("the source does not compile any more, so the committed plan cannot be its plan", diagnostics);
  if (planHash(plan) !== planHash(committed.plan))
    return stale(
      `the committed plan is not what the source compiles to: ${difference(committed.plan, plan)}; compile it again`,
    );
  if (canonicalJson(plan) !== canonicalJson(committed.plan))
    return stale(
      "the committed plan does the same as the source, but its `source` section is of an older text; compile it again, or leave that section out with --no-source",
    );
  return { fresh: true };
}

function stale(message: string, diagnostics: readonly Diagnostic[] = []): Freshness {
  return { fresh: false, rule: "stale-plan", message, diagnostics };
}

/** The parts that differ, by name. */
function difference(old: Plan, fresh: Plan): string {
  const [oldSteps, freshSteps] = [stepsOf(old), stepsOf(fresh)];
  // Of a new block, or one that is gone, the steps inside are no news.
  const isTop = (id: string, others: ReadonlyMap<string, string>) => others.has(outerOf(id)) || outerOf(id) === "";
  const said = [...freshSteps.keys()]
    .filter((id) => !oldSteps.has(id) && isTop(id, oldSteps))
    .map((id) => `step \`${id}\` is new`);
  for (const [id, step] of oldSteps) {
    if (!freshSteps.has(id) && isTop(id, freshSteps)) said.push(`step \`${id}\` is gone`);
    else if (!freshSteps.has(id)) continue;
    else if (freshSteps.get(id) !== step) said.push(`step \`${id}\` differs`);
  }
  if (said.length === 0 && [...oldSteps.keys()].join() !== [...freshSteps.keys()].join())
    said.push("the order of the steps differs");
  const { steps: _, ...oldRest } = withoutSource(old);
  const { steps: __, ...freshRest } = withoutSource(fresh);
  for (const [key, value] of Object.entries(freshRest)) {
    // What the steps do shows in `requires` and `children` as well: saying it once is enough.
    if ((key === "requires" || key === "children") && said.length > 0) continue;
    if (canonicalJson(value) !== canonicalJson(oldRest[key as keyof typeof oldRest])) said.push(`\`${key}\` differs`);
  }
  return said.join(", ");
}

/** What each step is by its path, without the steps inside it. */
function stepsOf(plan: Plan): ReadonlyMap<string, string> {
  return new Map([...placedSteps(plan)].map(({ step, path }) => [path, canonicalJson(ownPart(step, plan))]));
}

function ownPart(step: PlanStep, plan: Plan): object {
  const { action } = step;
  if (action?.kind === "for_each") return { ...step, action: { ...action, steps: [] } };
  if (action?.kind === "parallel") return { ...step, action: { ...action, branches: [] } };
  if (action?.kind !== "workflow") return step;
  const { steps: _, ...child } = plan.children?.[action.child] ?? { steps: [] };
  return { ...step, action: { ...action, child } };
}

/** Path of the block or call around a step; empty at the top. */
function outerOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}
