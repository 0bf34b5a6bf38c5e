import { planHash, type Plan } from "@lobster-lang/plan";
import {
  alreadyDecided,
  openState,
  type Decision,
  type FoundGate,
  type GateRecord,
  type HeldRun,
  type RunFolder,
  type Signature,
} from "@lobster-lang/state";
import { argumentsOf } from "./continued-arguments.ts";
import { summaryOf } from "./costs/summary.ts";
import { cancelledEnvelope, withCost } from "./envelope.ts";
import { publish } from "./events.ts";
import { answering, chargesIn, execute, orRelease, refused } from "./execute.ts";
import { RunFailure, messageOf } from "./failures.ts";
import { nodeHost } from "./host.ts";
import { approverFrom, refusal } from "./identity.ts";
import { limitsFrom } from "./limits.ts";
import { signedWith, statementOf } from "./signatures.ts";
import { secretsOf } from "./secrets/known-secrets.ts";
import { openVault } from "./secrets/vault.ts";
import { resumeSettings, type ResumeSettings } from "./settings.ts";
import type { ResumeOptions, RunResult } from "./types.ts";

/** How long a resume waits for the process that paused the run to let go of it. */
const patienceMs = 5000;

/**
 * Decides a gate and, when it is approved, runs the stored plan on from there (D4). A gate is decided once: of any number of
 * resumes one goes on and all others are refused. A wrong approver leaves the gate open. Never throws.
 */
export function resume(options: ResumeOptions): Promise<RunResult> {
  return answering(() => resumeWith(resumeSettings(options)));
}

/** As `resume`, with all settings known. */
export function resumeWith(options: ResumeSettings): Promise<RunResult> {
  return answering(async () => {
    const host = options.host ?? nodeHost;
    const address = addressOf(options);
    if (typeof address === "string") return refused(address, "invalid_request");
    limitsFrom(options.env, options.limits);
    const state = await openState(options.stateDir, { files: host.files, now: host.now });
    const found = await state.findGate(address);
    const decided = await found.run.decisionOf(found.gate);
    if (decided !== null) return refused(alreadyDecided(found.gate, decided), "already_decided");
    const plan = await storedPlan(found);
    return options.decision === "approve" ? approveGate(options, found, plan) : refuseGate(options, found, plan);
  });
}

function addressOf({ token, approvalId }: ResumeOptions): { token: string } | { approvalId: string } | string {
  if (approvalId !== undefined) return { approvalId };
  return token === undefined ? "a resume needs a token or an approval id" : { token };
}

/** The plan of the run, if it is still the one that was asked about (invariant 4). */
async function storedPlan(found: FoundGate): Promise<Plan> {
  const plan = (await found.run.readPlan()) as Plan;
  const hash = planHash(plan);
  if (hash === found.planHash && hash === found.run.header.planHash) return plan;
  throw new RunFailure(
    `the stored plan of run \`${found.run.id}\` is not the one that gate \`${found.gate}\` asked about; run the workflow again`,
  );
}

async function approveGate(options: ResumeSettings, found: FoundGate, plan: Plan): Promise<RunResult> {
  const by = approverFrom(options.env);
  const fault = refusal(found.request, by, found.key);
  if (fault !== null) return refused(fault, "not_permitted");
  const args = argumentsOf(found.run, plan, options.args, options.env);
  if ("problem" in args) return refused(args.problem, "invalid_arguments");
  options.onRun?.({ run: found.run.id, vault: args.vault });
  const now = (options.host ?? nodeHost).now();
  if (hasExpired(found.request, now)) {
    options.onWarning?.(`gate \`${found.gate}\` expired at ${found.request.expiresAt}: the run is cancelled`);
    return refuseGate({ ...options, decision: "cancel" }, found, plan);
  }
  const signature = signatureFor(found, options.key);
  if (signature !== null && "problem" in signature) return refused(signature.problem, "not_permitted");
  const held = await decideAndHold(found, { approved: true, by, ...(signature === null ? {} : { signature }) });
  const { records } = await found.run.readJournal();
  const hash = found.planHash;
  return execute({
    options,
    plan,
    planHash: hash,
    args: args.values,
    folder: found.run,
    held,
    records,
    vault: args.vault,
  });
}

async function refuseGate(options: ResumeSettings, found: FoundGate, plan: Plan): Promise<RunResult> {
  options.onRun?.({ run: found.run.id, vault: openVault(secretsOf(plan, {}, options.env), null) });
  const held = await decideAndHold(found, { approved: false, by: approverFrom(options.env) });
  const message = options.decision === "reject" ? "not approved" : "cancelled";
  return endCancelled({ folder: found.run, held, plan, message });
}

/** Whether an approval comes too late: it cancels the run then. */
export function hasExpired({ expiresAt }: GateRecord, now: number): boolean {
  return expiresAt !== undefined && Date.parse(expiresAt) <= now;
}

/** The signature of an approval where the gate asks for one, made over all that it shows. */
function signatureFor(found: FoundGate, key: string | undefined): Signature | { readonly problem: string } | null {
  const { approvers = [] } = found.request;
  if (approvers.length === 0) return null;
  if (key === undefined) {
    const problem = `gate \`${found.key}\` accepts only an approval that one of its approvers has signed; write \`lobster approve ${found.gate} --key FILE\``;
    return { problem };
  }
  const { run, gate, key: name, planHash: hash, request } = found;
  try {
    const signature = signedWith(key, statementOf({ run: run.id, gate, key: name, planHash: hash, request }));
    if (approvers.includes(signature.key)) return signature;
    return { problem: `the key \`${signature.key}\` is not among the approvers of gate \`${name}\`` };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}

/** Writes down that a run was cancelled, and lets it go. */
export async function endCancelled({
  folder,
  held,
  plan,
  message,
}: {
  readonly folder: RunFolder;
  readonly held: HeldRun;
  readonly plan: Plan;
  readonly message: string;
}): Promise<RunResult> {
  await orRelease(held, () => held.journal.append({ type: "run-finished", status: "cancelled", message }));
  await held.release();
  const cost = summaryOf(chargesIn((await folder.readJournal()).records));
  const steps = plan.steps.map((step) => step.id);
  publish.run({ phase: "finished", run: folder.id, name: plan.name, steps, status: "cancelled", message });
  const { planHash: hash, sourcePath } = folder.header;
  const failure = { code: "cancelled", message, step: null } as const;
  const envelope = withCost(cancelledEnvelope(), cost);
  return { envelope, rendered: null, runId: folder.id, planHash: hash, sourcePath, failure };
}

/** The one decision first, then the right to write: whoever loses the first is refused before anything is touched. */
async function decideAndHold(
  found: FoundGate,
  answer: Pick<Decision, "approved" | "by" | "signature">,
): Promise<HeldRun> {
  const { run, gate, key, planHash: hash } = found;
  const decision: Decision = await run.decide(gate, { ...answer, planHash: hash });
  const held = await run.hold(patienceMs);
  await orRelease(held, async () => {
    // Whoever continued the run by its id may have taken this decision up already.
    const { records } = await run.readJournal();
    if (records.some((record) => record.type === "gate-decided" && record.gate === gate)) {
      throw new RunFailure(`another process has taken up this decision and continued run \`${run.id}\``, "parse_error");
    }
    await held.journal.append({ type: "gate-decided", key, gate, decision });
  });
  publish.gate({ phase: "decided", run: run.id, key, prompt: found.request.prompt, approved: answer.approved });
  return held;
}
