import {
  argumentVariable,
  type Diagnostic,
  type EnvNode,
  type ShellFamily,
  type WorkflowTree,
} from "@lobster-lang/language";
import type { Model } from "@lobster-lang/checker";
import type { Plan } from "@lobster-lang/plan";
import { lowerArgs, refuseCollisions } from "./args.ts";
import { lowerEnv } from "./env.ts";
import { collectingLowering, type PlaceLowering } from "./lowering.ts";
import { requiresOf } from "./requires.ts";
import { sourceOf } from "./source.ts";
import { labelOf, lowerStep } from "./step.ts";
import { lowerText } from "./text.ts";

/** A plan, or what could not be lowered. */
export interface Lowered {
  readonly plan: Plan;
  readonly diagnostics: readonly Diagnostic[];
}

export interface LowerOptions {
  readonly source: boolean;
  readonly shell: ShellFamily;
}

/** The plan of a file that the checker let pass. With diagnostics the plan is unfit and must not be given away. */
export function lowerWorkflow(tree: WorkflowTree, model: Model, options: LowerOptions): Lowered {
  const variables = new Map(tree.args.map((arg) => [arg.name, argumentVariable(arg.name)]));
  const { lowering, diagnostics, ranges, scripts } = collectingLowering(variables);
  const top: PlaceLowering = { ...lowering, names: model.namesAt(null), env: namesOf(tree.env) };
  refuseCollisions(tree.args, lowering);
  const steps = tree.steps.flatMap((step, index) => {
    if (step.id === null) {
      lowering.refuse("missing-id", step.range, "this step has no `id`; give it one");
      return [];
    }
    const env = new Set([...top.env, ...namesOf(step.env)]);
    return [lowerStep(step, step.id, `/steps/${index}`, { ...lowering, names: model.namesAt(step), env })];
  });
  const plan: Plan = {
    planVersion: 1,
    kind: "workflow",
    name: labelOf(tree.name),
    description: labelOf(tree.description),
    shell: options.shell,
    args: lowerArgs(tree.args, lowering),
    env: lowerEnv(tree.env, "/env", top),
    cwd: tree.cwd === null ? null : lowerText(tree.cwd, top.names),
    steps,
    // `cost_limit:` is refused by rule not-supported-yet until models can be called.
    costLimit: null,
    requires: requiresOf(steps, scripts, tree.args),
  };
  return { plan: options.source ? { ...plan, source: sourceOf(tree.text, tree.fileName, ranges) } : plan, diagnostics };
}

function namesOf(env: readonly EnvNode[]): ReadonlySet<string> {
  return new Set(env.map((entry) => entry.name));
}
