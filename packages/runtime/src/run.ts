import { planHash, type Plan } from "@lobster-lang/plan";
import { openState } from "@lobster-lang/state";
import { resolve } from "node:path";
import { resolveArgs } from "./args.ts";
import { answering, execute, orRelease, refused } from "./execute.ts";
import { nodeHost } from "./host.ts";
import { limitsFrom } from "./limits.ts";
import { refusalOfPlan } from "./plan-refusals.ts";
import { secretsOf } from "./secrets/known-secrets.ts";
import { secretArguments } from "./secrets/secret-arguments.ts";
import { openVault } from "./secrets/vault.ts";
import { runSettings, type RunSettings } from "./settings.ts";
import type { RunOptions, RunResult } from "./types.ts";

/**
 * Runs a plan to its end or to its first gate. Never throws: what goes wrong is an error envelope, `parse_error` for what the
 * caller gave (arguments, settings), `runtime_error` for everything else (original-runtime.md 1.3).
 */
export function run(plan: Plan, options: RunOptions = {}): Promise<RunResult> {
  return answering(() => runWith(plan, runSettings(options)));
}

/** As `run`, with all settings known. */
export function runWith(plan: Plan, options: RunSettings): Promise<RunResult> {
  return answering(async () => {
    const host = options.host ?? nodeHost;
    const refusal = await refusalOfPlan(plan, options.env, options.programFolder ?? null);
    if (refusal !== null) return refused(refusal.message, refusal.code);
    const resolved = resolveArgs(plan, options.args);
    if ("problems" in resolved) return refused(resolved.problems.join("; "), "invalid_arguments");
    limitsFrom(options.env, options.limits);
    const hash = planHash(plan);
    const state = await openState(options.stateDir, { files: host.files, now: host.now });
    const secret = secretArguments(plan);
    const isSecret = (name: string) => secret.has(name);
    const secretMark = host.hex(32);
    const vault = openVault(secretsOf(plan, resolved.values, options.env), secretMark);
    const folder = await state.createRun({
      name: plan.name,
      plan: `${JSON.stringify(plan)}\n`,
      planHash: hash,
      cwd: options.cwd,
      sourcePath: options.sourcePath,
      ...(options.programFolder == null ? {} : { programFolder: resolve(options.programFolder) }),
      args: vault.sealValue(Object.fromEntries(Object.entries(resolved.values).filter(([name]) => !isSecret(name)))),
      secretArgs: Object.keys(options.args).filter(isSecret),
      secretMark,
    });
    options.onRun?.({ run: folder.id, vault });
    const held = await folder.hold();
    const started = await orRelease(held, () => held.journal.append({ type: "run-started" }, { sync: false }));
    return execute({ options, plan, planHash: hash, args: resolved.values, folder, held, records: [started], vault });
  });
}
