import { planHash, type Json, type Plan } from "@lobster-lang/plan";
import {
  alreadyDecided,
  isInputRecord,
  openState,
  type HeldRun,
  type JournalRecord,
  type RunFolder,
  type RunStatus,
} from "@lobster-lang/state";
import { argumentsOf } from "./continued-arguments.ts";
import { interruptedStep } from "./embedded-engine.ts";
import { answering, execute, orRelease, refused } from "./execute.ts";
import { RunFailure } from "./failures.ts";
import { nodeHost } from "./host.ts";
import { limitsFrom } from "./limits.ts";
import { memoryOf } from "./memory.ts";
import { emptyRecord } from "./results.ts";
import { endCancelled, hasExpired } from "./resume.ts";
import { unsignedApproval } from "./signed-approval.ts";
import { resumeSettings, type ContinueSettings } from "./settings.ts";
import type { ContinueOptions, RunResult } from "./types.ts";

/**
 * Continues a run that failed, was killed or was ended by its time limit (D33). What is finished is not run again, approvals
 * stay worth what they were; the step whose failure ended the run is run anew. An interrupted step waits for a word, `rerun`
 * or `markDone`, unless it is idempotent (invariant 6): without one nothing runs. Never throws.
 */
export function continueRun(given: ContinueOptions): Promise<RunResult> {
  return answering(async () => {
    const options: ContinueSettings = resumeSettings(given);
    const host = options.host ?? nodeHost;
    limitsFrom(options.env, options.limits);
    const state = await openState(options.stateDir, { files: host.files, now: host.now });
    const folder = await state.openRun(options.run);
    const plan = await storedPlan(folder);
    const args = argumentsOf(folder, plan, options.args, options.env);
    if ("problem" in args) return refused(args.problem, "invalid_arguments");
    options.onRun?.({ run: folder.id, vault: args.vault });
    const held = await folder.hold();
    const fault = await orRelease(held, () => takeUp(folder, held, options));
    if (typeof fault === "object" && fault !== null) {
      if ("cancelled" in fault) return endCancelled({ folder, held, plan, message: fault.cancelled });
      await held.release();
      return refused(fault.problem, "invalid_request");
    }
    const { records } = await orRelease(held, () => folder.readJournal());
    return execute({
      options,
      plan,
      planHash: folder.header.planHash,
      args: args.values,
      folder,
      held,
      records,
      vault: args.vault,
    });
  });
}

async function storedPlan(folder: RunFolder): Promise<Plan> {
  const plan = (await folder.readPlan()) as Plan;
  if (planHash(plan) === folder.header.planHash) return plan;
  throw new RunFailure(
    `the stored plan of run \`${folder.id}\` is not the one that it began with; run the workflow again`,
  );
}

type Fault = { readonly problem: string } | { readonly cancelled: string };

/** Writes into the journal what was decided and told since the run stopped; a fault, when it cannot go on. */
async function takeUp(folder: RunFolder, held: HeldRun, options: ContinueSettings): Promise<Fault | null> {
  const { records } = await folder.readJournal();
  const ended = endOf(records);
  if (ended === "ok" || ended === "cancelled") {
    const how = ended === "ok" ? "ended well" : "was cancelled";
    return { problem: `run \`${folder.id}\` ${how}: there is nothing to continue; run the workflow again` };
  }
  const gate = await gateInBetween(folder, held, records, (options.host ?? nodeHost).now());
  if (gate !== null) return gate;
  return heedWords(folder, held, records, options);
}

function endOf(records: readonly JournalRecord[]): RunStatus | null {
  const last = records.at(-1);
  return last?.type === "run-finished" ? last.status : null;
}

/** A gate that was open when the process ended: decided by now, still waiting, or never shown to anybody. */
async function gateInBetween(
  folder: RunFolder,
  held: HeldRun,
  records: readonly JournalRecord[],
  now: number,
): Promise<Fault | null> {
  const last = records.findLastIndex((record) => record.type === "gate-opened");
  const opened = records[last];
  if (opened?.type !== "gate-opened") return null;
  // An input whose answer held secrets is asked again under the same key.
  if (records.slice(last).some((record) => record.type === "gate-decided" && record.key === opened.key)) return null;
  const decision = await folder.decisionOf(opened.gate);
  if (decision === null) {
    if (!(await held.isPublished(opened.gate))) return null;
    const { request } = opened;
    if (!isInputRecord(request) && hasExpired(request, now)) return { cancelled: `gate \`${opened.gate}\` expired` };
    const [what, answer] = isInputRecord(request) ? ["question", "--response-json JSON"] : ["gate", "--approve yes|no"];
    return {
      problem: `run \`${folder.id}\` waits for an answer to ${what} \`${opened.gate}\`; write \`lobster resume --id ${opened.gate} ${answer}\``,
    };
  }
  if (decision.planHash !== folder.header.planHash) return { problem: alreadyDecided(opened.gate, decision) };
  const approvers = isInputRecord(opened.request) ? [] : (opened.request.approvers ?? []);
  const forged = decision.approved ? unsignedApproval(opened, approvers, folder.id, decision) : null;
  if (forged !== null) return { problem: forged };
  await held.journal.append({ type: "gate-decided", key: opened.key, gate: opened.gate, decision });
  return decision.approved ? null : { cancelled: "not approved" };
}

async function heedWords(
  folder: RunFolder,
  held: HeldRun,
  records: readonly JournalRecord[],
  { rerun = [], markDone = [] }: ContinueSettings,
): Promise<Fault | null> {
  const { interrupted } = memoryOf(records, folder.header.planHash, folder.id);
  const names = [...interrupted.keys()];
  for (const key of [...rerun, ...markDone]) {
    if (interrupted.has(key)) continue;
    const list = names.length === 0 ? "no step was interrupted" : `interrupted are ${names.map(quoted).join(", ")}`;
    return { problem: `step ${quoted(key)} of run \`${folder.id}\` does not wait for a word: ${list}` };
  }
  const both = rerun.find((key) => markDone.includes(key));
  if (both !== undefined) return { problem: `step ${quoted(both)} is either run again or marked as done, not both` };
  const silent = names.filter(
    (key) => !rerun.includes(key) && !markDone.includes(key) && interrupted.get(key)?.idempotent !== true,
  );
  if (silent.length > 0) return { problem: interruptedSteps(silent, folder.id, { rerun, markDone }) };
  for (const key of rerun) await held.journal.append({ type: "step-reopened", key });
  const result: Json = { ...emptyRecord };
  for (const key of markDone) await held.journal.append({ type: "step-finished", key, ms: 0, result });
  return null;
}

/** Words for those that nobody has said a word about, with all that was said: one call has to name them all. */
function interruptedSteps(
  silent: readonly string[],
  run: string,
  { rerun, markDone }: { readonly rerun: readonly string[]; readonly markDone: readonly string[] },
): string {
  const [only] = silent;
  if (silent.length === 1 && rerun.length + markDone.length === 0) return interruptedStep(only!, run);
  const said = [...rerun.map((key) => `--rerun ${key}`), ...markDone.map((key) => `--mark-done ${key}`)];
  const words = [...said, ...silent.map((key) => `--rerun ${key}`)].join(" ");
  const which = silent.length === 1 ? `step ${quoted(only!)} was` : `steps ${silent.map(quoted).join(", ")} were`;
  return (
    `${which} interrupted: each may have done a part of its work, so none is run again by itself; look at what they did, then ` +
    `name them all: \`lobster resume --run ${run} ${words}\`, with \`--mark-done\` for one that is done`
  );
}

function quoted(key: string): string {
  return `\`${key}\``;
}
