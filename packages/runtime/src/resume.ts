import { planHash, type Json, type Plan } from "@lobster-lang/plan";
import {
  alreadyDecided,
  isInputRecord,
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
import { changesOf, unfitAnswer } from "./embedded-input.ts";
import { approverFrom, refusal } from "./identity.ts";
import { limitsFrom } from "./limits.ts";
import { signedWith, statementOf } from "./signatures.ts";
import { secretsOf } from "./secrets/known-secrets.ts";
import { sealedDecision } from "./secrets/sealed-run.ts";
import { openVault } from "./secrets/vault.ts";
import { resumeSettings, type ResumeSettings } from "./settings.ts";
import type { ResumeOptions, RunResult } from "./types.ts";
import { withoutSecrets } from "./withheld.ts";

/** How long a resume waits for the process that paused the run to let go of it. */
const patienceMs = 5000;

/**
 * Decides a gate or answers an input and, unless it is refused, runs the stored plan on from there (D4). A gate is decided once: of any number of
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
    const { decision } = options;
    if (decision === "cancel") return refuseGate(options, found, plan);
    if (typeof decision === "object") return answerInput(options, decision.response, found, plan);
    if (isInputRecord(found.request)) return refused(waitsForAnswer(found.key), "invalid_request");
    return decision === "approve" ? approveGate(options, found.request, found, plan) : refuseGate(options, found, plan);
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

function waitsForAnswer(key: string): string {
  return `\`${key}\` asks for data and not for consent: answer by \`--response-json JSON\`, or end the run by \`--cancel\``;
}

/** An answer that does not fit leaves the question open. */
async function answerInput(options: ResumeSettings, response: Json, found: FoundGate, plan: Plan): Promise<RunResult> {
  const { request, key } = found;
  if (!isInputRecord(request)) {
    return refused(
      `\`${key}\` asks for consent: decide by \`--approve yes\` or \`--approve no\`, not by an answer`,
      "invalid_request",
    );
  }
  const { maxResponseBytes } = limitsFrom(options.env, options.limits);
  const bytes = Buffer.byteLength(JSON.stringify(response), "utf8");
  if (bytes > maxResponseBytes) {
    const limit = `at most ${maxResponseBytes} are taken (LOBSTER_MAX_RESPONSE_BYTES)`;
    return refused(`the answer to \`${key}\` has ${bytes} bytes; ${limit}`, "invalid_request");
  }
  const args = argumentsOf(found.run, plan, options.args, options.env);
  if ("problem" in args) return refused(args.problem, "invalid_arguments");
  const { vault } = args;
  const { responseSchema, earlier } = vault.openValue(request);
  const { schemaFaults } = await import("./model/json-schema.ts");
  const faults = [
    ...schemaFaults(responseSchema, response, `the schema of \`${key}\``),
    ...changesOf(responseSchema, response, earlier),
  ];
  if (faults.length > 0) return refused(vault.mask(unfitAnswer(key, faults)), "invalid_request");
  const { secrets, ...kept } = withoutSecrets(responseSchema, response);
  vault.hide(secrets);
  options.onRun?.({ run: found.run.id, vault });
  const by = approverFrom(options.env);
  const held = await decideAndHold(found, sealedDecision({ approved: true, by, ...kept }, vault));
  const { records } = await found.run.readJournal();
  const execution = { options, plan, planHash: found.planHash, args: args.values, folder: found.run, held, records };
  return execute({ ...execution, vault, answered: { key, response } });
}

async function approveGate(
  options: ResumeSettings,
  request: GateRecord,
  found: FoundGate,
  plan: Plan,
): Promise<RunResult> {
  const by = approverFrom(options.env);
  const fault = refusal(request, by, found.key);
  if (fault !== null) return refused(fault, "not_permitted");
  const args = argumentsOf(found.run, plan, options.args, options.env);
  if ("problem" in args) return refused(args.problem, "invalid_arguments");
  options.onRun?.({ run: found.run.id, vault: args.vault });
  const now = (options.host ?? nodeHost).now();
  if (hasExpired(request, now)) {
    options.onWarning?.(`gate \`${found.gate}\` expired at ${request.expiresAt}: the run is cancelled`);
    return refuseGate({ ...options, decision: "cancel" }, found, plan);
  }
  const signature = signatureFor(found, request, options.key);
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
function signatureFor(
  found: FoundGate,
  request: GateRecord,
  key: string | undefined,
): Signature | { readonly problem: string } | null {
  const { approvers = [] } = request;
  if (approvers.length === 0) return null;
  if (key === undefined) {
    const problem = `gate \`${found.key}\` accepts only an approval that one of its approvers has signed; write \`lobster approve ${found.gate} --key FILE\``;
    return { problem };
  }
  const { run, gate, key: name, planHash: hash } = found;
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
async function decideAndHold(found: FoundGate, given: Omit<Decision, "at" | "from" | "planHash">): Promise<HeldRun> {
  const { run, gate, key, planHash: hash } = found;
  const decision: Decision = await run.decide(gate, { ...given, planHash: hash });
  const held = await run.hold(patienceMs);
  await orRelease(held, async () => {
    // Whoever continued the run by its id may have taken this decision up already.
    const { records } = await run.readJournal();
    if (records.some((record) => record.type === "gate-decided" && record.gate === gate)) {
      throw new RunFailure(`another process has taken up this decision and continued run \`${run.id}\``, "parse_error");
    }
    await held.journal.append({ type: "gate-decided", key, gate, decision });
  });
  publish.gate({ phase: "decided", run: run.id, key, prompt: found.request.prompt, approved: given.approved });
  return held;
}
