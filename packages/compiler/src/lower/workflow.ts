import {
  argumentVariable,
  entryOf,
  plainValue,
  resolved,
  type Diagnostic,
  type EnvNode,
  type ShellFamily,
  type StepNode,
  type WorkflowTree,
} from "@lobster-lang/language";
import type { Model } from "@lobster-lang/checker";
import type { Plan } from "@lobster-lang/plan";
import { lowerArgs, refuseCollisions } from "./args.ts";
import { lowerCostLimit } from "./cost-limit.ts";
import { lowerEnv } from "./env.ts";
import { collectingLowering, type PlaceLowering, type StepLowering } from "./lowering.ts";
import { requiresOf } from "./requires.ts";
import { sourceOf } from "./source.ts";
import { labelOf, lowerSteps } from "./step.ts";
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
  const placeOf = (step: StepNode, around: ReadonlySet<string>): StepLowering => {
    const env = new Set([...around, ...namesOf(step.env)]);
    return {
      ...lowering,
      names: model.namesAt(step),
      namesInEnv: model.namesInside(step),
      isBranch: step.role === "branch",
      env,
      inside: (steps, pointer) => lowerSteps(steps, pointer, (inner) => placeOf(inner, env)),
    };
  };
  const steps = lowerSteps(tree.steps, "/steps", (step) => placeOf(step, top.env));
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
    costLimit: lowerCostLimit(topLevel(tree, "cost_limit")),
    requires: requiresOf(steps, scripts, tree.args),
  };
  return { plan: options.source ? { ...plan, source: sourceOf(tree.text, tree.fileName, ranges) } : plan, diagnostics };
}

/** The plain value of a key of the file. */
function topLevel(tree: WorkflowTree, key: string): unknown {
  const root = resolved(tree.root);
  return root?.kind === "map" ? plainValue(entryOf(root, key)?.value ?? null) : null;
}

function namesOf(env: readonly EnvNode[]): ReadonlySet<string> {
  return new Set(env.map((entry) => entry.name));
}
