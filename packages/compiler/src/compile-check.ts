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
  const said = [...freshSteps.keys()]
    .filter((id) => isNews(freshSteps, oldSteps, id))
    .map((id) => `step \`${id}\` is new`);
  for (const [id, { own }] of oldSteps) {
    const now = freshSteps.get(id);
    if (isNews(oldSteps, freshSteps, id)) said.push(`step \`${id}\` is gone`);
    else if (now !== undefined && now.own !== own) said.push(`step \`${id}\` differs`);
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

/** Whether a step is only in `steps`. Of a new block, or one that is gone, the steps inside are no news. */
function isNews(steps: Steps, others: Steps, id: string): boolean {
  const outer = steps.get(id)?.outer ?? null;
  return !others.has(id) && (outer === null || others.has(outer));
}

/** What each step is by its path, without the steps inside it; and the path of what is around it. */
type Steps = ReadonlyMap<string, { readonly own: string; readonly outer: string | null }>;

function stepsOf(plan: Plan): Steps {
  const steps = [...placedSteps(plan)].map(({ step, path, around }) => {
    const own = canonicalJson(ownPart(step, plan));
    return [path, { own, outer: around.at(-1)?.path ?? null }] as const;
  });
  return new Map(steps);
}

function ownPart(step: PlanStep, plan: Plan): object {
  const { action } = step;
  if (action?.kind === "for_each") return { ...step, action: { ...action, steps: [] } };
  if (action?.kind === "parallel") return { ...step, action: { ...action, branches: [] } };
  if (action?.kind !== "workflow") return step;
  const { steps: _, ...child } = plan.children?.[action.child] ?? { steps: [] };
  return { ...step, action: { ...action, child } };
}
