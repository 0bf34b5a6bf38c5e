import {
  argumentVariable,
  entryOf,
  plainValue,
  resolved,
  type Diagnostic,
  type EnvNode,
  type StepNode,
  type WorkflowAction,
  type WorkflowTree,
} from "@lobster-lang/language";
import type { Model } from "@lobster-lang/checker";
import type { ChildPlan, FileSource } from "@lobster-lang/plan";
import { lowerArgs, refuseCollisions } from "./args.ts";
import { lowerCostLimit } from "./cost-limit.ts";
import { lowerEnv } from "./env.ts";
import { collectingLowering, type LinkedChild, type PlaceLowering, type StepLowering } from "./lowering.ts";
import type { WorkflowNeeds } from "./requires.ts";
import { fileSourceOf } from "./source.ts";
import { labelOf, lowerSteps } from "./step.ts";
import { lowerText } from "./text.ts";

/** A file as a part of a plan, or what could not be lowered. */
export interface LoweredWorkflow {
  readonly child: ChildPlan;
  readonly description: string | null;
  readonly needs: WorkflowNeeds;
  readonly source: FileSource;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * What a file that the checker let pass means, be it the plan itself or a child. With diagnostics it is unfit and must not
 * be given away.
 */
export function lowerWorkflow(
  tree: WorkflowTree,
  model: Model,
  children: ReadonlyMap<WorkflowAction, LinkedChild>,
): LoweredWorkflow {
  const variables = new Map(tree.args.map((arg) => [arg.name, argumentVariable(arg.name)]));
  const { lowering, diagnostics, ranges, scripts, calls } = collectingLowering(variables, children);
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
  const child: ChildPlan = {
    name: labelOf(tree.name),
    args: lowerArgs(tree.args, lowering),
    env: lowerEnv(tree.env, "/env", top),
    cwd: tree.cwd === null ? null : lowerText(tree.cwd, top.names),
    steps: lowerSteps(tree.steps, "/steps", (step) => placeOf(step, top.env)),
    costLimit: lowerCostLimit(topLevel(tree, "cost_limit")),
  };
  return {
    child,
    description: labelOf(tree.description),
    needs: { scripts, calls, given: new Set([...variables.values()].flatMap((variable) => variable ?? [])) },
    source: fileSourceOf(tree.text, tree.fileName, ranges),
    diagnostics,
  };
}

/** The plain value of a key of the file. */
function topLevel(tree: WorkflowTree, key: string): unknown {
  const root = resolved(tree.root);
  return root?.kind === "map" ? plainValue(entryOf(root, key)?.value ?? null) : null;
}

function namesOf(env: readonly EnvNode[]): ReadonlySet<string> {
  return new Set(env.map((entry) => entry.name));
}
