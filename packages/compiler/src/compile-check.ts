import type { Diagnostic } from "@lobster-lang/language";
import { canonicalJson, planHash, readPlan, withoutSource, type Plan } from "@lobster-lang/plan";
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
  const said = [...freshSteps.keys()].filter((id) => !oldSteps.has(id)).map((id) => `step \`${id}\` is new`);
  for (const [id, step] of oldSteps) {
    if (!freshSteps.has(id)) said.push(`step \`${id}\` is gone`);
    else if (freshSteps.get(id) !== step) said.push(`step \`${id}\` differs`);
  }
  if (said.length === 0 && [...oldSteps.keys()].join() !== [...freshSteps.keys()].join())
    said.push("the order of the steps differs");
  const { steps: _, ...oldRest } = withoutSource(old);
  const { steps: __, ...freshRest } = withoutSource(fresh);
  for (const [key, value] of Object.entries(freshRest)) {
    // What the steps do shows in `requires` as well: saying it once is enough.
    if (key === "requires" && said.length > 0) continue;
    if (canonicalJson(value) !== canonicalJson(oldRest[key as keyof typeof oldRest])) said.push(`\`${key}\` differs`);
  }
  return said.join(", ");
}

function stepsOf(plan: Plan): ReadonlyMap<string, string> {
  return new Map(plan.steps.map((step) => [step.id, canonicalJson(step)]));
}
