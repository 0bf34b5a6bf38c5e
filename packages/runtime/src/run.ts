import { placedSteps, planHash, type Action, type Plan } from "@lobster-lang/plan";
import { openState } from "@lobster-lang/state";
import { resolve } from "node:path";
import { resolveArgs } from "./args.ts";
import { answering, execute, orRelease, refused } from "./execute.ts";
import { nodeHost } from "./host.ts";
import { rulesFrom, unmeetable } from "./identity.ts";
import { limitsFrom } from "./limits.ts";
import type { RunOptions, RunResult } from "./types.ts";

/**
 * Runs a plan to its end or to its first gate. Never throws: what goes wrong is an error envelope, `parse_error` for what the
 * caller gave (arguments, settings), `runtime_error` for everything else (original-runtime.md 1.3).
 */
export function run(options: RunOptions): Promise<RunResult> {
  return answering(async () => {
    const { plan } = options;
    const host = options.host ?? nodeHost;
    const unknown = unsupported(plan);
    if (unknown !== null) return refused(unknown);
    const resolved = resolveArgs(plan, options.args);
    if ("problems" in resolved) return refused(resolved.problems.join("; "));
    limitsFrom(options.env, options.limits);
    const gate = gateThatNobodyMayApprove(plan, options.env);
    if (gate !== null) return refused(gate);
    const hash = planHash(plan);
    const state = await openState(options.stateDir, { files: host.files, now: host.now });
    const secretArgs = plan.args.filter((arg) => arg.secret).map((arg) => arg.name);
    const folder = await state.createRun({
      name: plan.name,
      plan: `${JSON.stringify(plan)}\n`,
      planHash: hash,
      cwd: resolve(options.cwd),
      sourcePath: options.sourcePath,
      args: Object.fromEntries(Object.entries(resolved.values).filter(([name]) => !secretArgs.includes(name))),
      secretArgs,
    });
    const held = await folder.hold();
    const started = await orRelease(held, () => held.journal.append({ type: "run-started" }, { sync: false }));
    return execute({ options, plan, planHash: hash, args: resolved.values, folder, held, records: [started] });
  });
}

/** Found before anything runs where the plan and the environment tell (D8); else when the gate is reached. */
function gateThatNobodyMayApprove(plan: Plan, env: RunOptions["env"]): string | null {
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
  const costLimits = [plan, ...Object.values(plan.children ?? {})].map(({ costLimit }) => costLimit);
  if (costLimits.some((limit) => limit != null)) return "a plan with a cost limit is not supported yet";
  const found = [...placedSteps(plan)].find(({ step }) => step.outputSchema != null || !isKnown(step.action));
  return found === undefined ? null : `step \`${found.path}\` holds what this lobster does not run yet`;
}

function isKnown(action: Action | null): boolean {
  return action === null || ["shell", "pipeline", "for_each", "parallel", "workflow"].includes(action.kind);
}
