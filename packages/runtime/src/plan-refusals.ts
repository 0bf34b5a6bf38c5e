import { placedSteps, type Action, type Plan } from "@lobster-lang/plan";
import { rulesFrom, unmeetable } from "./identity.ts";
import type { FailureCode } from "./failures.ts";
import type { RunSettings } from "./settings.ts";

/** Why a plan cannot run here, known before anything of it runs; null where it can. */
export async function refusalOfPlan(
  plan: Plan,
  env: RunSettings["env"],
  programFolder: string | null,
): Promise<{ readonly message: string; readonly code: FailureCode } | null> {
  const fault = unsupported(plan) ?? (programFolder === null ? programWithoutFolder(plan) : null);
  if (fault !== null) return { message: fault, code: "invalid_plan" };
  const gate = gateThatNobodyMayApprove(plan, env);
  if (gate !== null) return { message: gate, code: "not_permitted" };
  const schema = await unfitSchema(plan);
  return schema === null ? null : { message: schema, code: "invalid_plan" };
}

/** A schema that answers cannot be held against, told before anything runs (D5). */
async function unfitSchema(plan: Plan): Promise<string | null> {
  for (const { step, path } of placedSteps(plan)) {
    if (step.action?.kind !== "input") continue;
    const { schemaProblem } = await import("./model/json-schema.ts");
    const problem = schemaProblem(step.action.responseSchema, `the \`responseSchema\` of step \`${path}\``);
    if (problem !== null) return problem;
  }
  return null;
}

/** Found before anything runs where the plan and the environment tell (D8); else when the gate is reached. */
function gateThatNobodyMayApprove(plan: Plan, env: RunSettings["env"]): string | null {
  const defaults = rulesFrom(env);
  for (const { step, path } of placedSteps(plan)) {
    if (step.gate === null) continue;
    const initiatedBy = step.gate.initiatedBy === null ? defaults.initiatedBy : "known when it is reached";
    const requireDifferentApprover = step.gate.requireDifferentApprover || defaults.requireDifferentApprover;
    const fault = unmeetable({ ...defaults, initiatedBy, requireDifferentApprover }, path);
    if (fault !== null) return fault;
  }
  return null;
}

/** What this runtime would have to ignore is refused: a plan means all that it says. */
function unsupported(plan: Plan): string | null {
  if (plan.planVersion !== 1) return `this plan has version ${String(plan.planVersion)}; this lobster runs version 1`;
  if (plan.shell !== undefined && plan.shell !== "posix")
    return `this plan was compiled for \`${String(plan.shell)}\` shells`;
  const found = [...placedSteps(plan)].find(({ step }) => !isKnown(step.action));
  return found === undefined ? null : `step \`${found.path}\` holds what this lobster does not run yet`;
}

function isKnown(action: Action | null): boolean {
  return action === null || ["shell", "pipeline", "for_each", "parallel", "input", "workflow"].includes(action.kind);
}

/** A program that is a path from the folder of a configuration, which nobody named. */
function programWithoutFolder(plan: Plan): string | null {
  for (const { step } of placedSteps(plan)) {
    const stages = step.action?.kind === "pipeline" ? step.action.stages : [];
    for (const { command, program } of stages) {
      const file = program?.words.find((word) => "file" in word);
      if (program === undefined || file === undefined) continue;
      return `\`${command}\` runs \`${file.file}\` from the folder of \`${program.from}\`, which is not known here: run the plan below that folder, or name the configuration`;
    }
  }
  return null;
}
