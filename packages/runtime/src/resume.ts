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
} from "@lobster-lang/state";
import { resolveArgs } from "./args.ts";
import { cancelledEnvelope } from "./envelope.ts";
import { publish } from "./events.ts";
import { answering, execute, orRelease, refused } from "./execute.ts";
import { RunFailure } from "./failures.ts";
import { nodeHost } from "./host.ts";
import { changesOf, unfitAnswer } from "./embedded-input.ts";
import { approverFrom, refusal } from "./identity.ts";
import { limitsFrom } from "./limits.ts";
import type { ResumeOptions, RunResult } from "./types.ts";
import { withoutSecrets } from "./withheld.ts";

/** How long a resume waits for the process that paused the run to let go of it. */
const patienceMs = 5000;

/**
 * Decides a gate or answers an input and, unless it is refused, runs the stored plan on from there (D4). A gate is decided once: of any number of
 * resumes one goes on and all others are refused. A wrong approver leaves the gate open. Never throws.
 */
export function resume(options: ResumeOptions): Promise<RunResult> {
  return answering(async () => {
    const host = options.host ?? nodeHost;
    const address = addressOf(options);
    if (typeof address === "string") return refused(address);
    limitsFrom(options.env, options.limits);
    const state = await openState(options.stateDir, { files: host.files, now: host.now });
    const found = await state.findGate(address);
    const decided = await found.run.decisionOf(found.gate);
    if (decided !== null) return refused(alreadyDecided(found.gate, decided));
    const plan = await storedPlan(found);
    const { decision } = options;
    if (decision === "cancel") return refuseGate(options, found, plan);
    if (typeof decision === "object") return answerInput(options, decision.response, found, plan);
    if (isInputRecord(found.request)) return refused(waitsForAnswer(found.key));
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
async function answerInput(options: ResumeOptions, response: Json, found: FoundGate, plan: Plan): Promise<RunResult> {
  const { request, key } = found;
  if (!isInputRecord(request)) {
    return refused(`\`${key}\` asks for consent: decide by \`--approve yes\` or \`--approve no\`, not by an answer`);
  }
  const { maxResponseBytes } = limitsFrom(options.env, options.limits);
  const bytes = Buffer.byteLength(JSON.stringify(response), "utf8");
  if (bytes > maxResponseBytes) {
    const limit = `at most ${maxResponseBytes} are taken (LOBSTER_MAX_RESPONSE_BYTES)`;
    return refused(`the answer to \`${key}\` has ${bytes} bytes; ${limit}`);
  }
  const { responseSchema, earlier } = request;
  const { schemaFaults } = await import("./model/json-schema.ts");
  const faults = [
    ...schemaFaults(responseSchema, response, `the schema of \`${key}\``),
    ...changesOf(responseSchema, response, earlier),
  ];
  if (faults.length > 0) return refused(unfitAnswer(key, faults));
  const args = argumentsOf(found.run, plan, options.args ?? {});
  if ("problem" in args) return refused(args.problem);
  const { secrets: _secrets, ...kept } = withoutSecrets(responseSchema, response);
  const held = await decideAndHold(found, { approved: true, by: approverFrom(options.env), ...kept });
  const { records } = await found.run.readJournal();
  const execution = { options, plan, planHash: found.planHash, args: args.values, folder: found.run, held, records };
  return execute({ ...execution, answered: { key, response } });
}

async function approveGate(
  options: ResumeOptions,
  request: GateRecord,
  found: FoundGate,
  plan: Plan,
): Promise<RunResult> {
  const by = approverFrom(options.env);
  const fault = refusal(request, by, found.key);
  if (fault !== null) return refused(fault);
  const args = argumentsOf(found.run, plan, options.args ?? {});
  if ("problem" in args) return refused(args.problem);
  const held = await decideAndHold(found, { approved: true, by });
  const { records } = await found.run.readJournal();
  const hash = found.planHash;
  return execute({ options, plan, planHash: hash, args: args.values, folder: found.run, held, records });
}

async function refuseGate(options: ResumeOptions, found: FoundGate, plan: Plan): Promise<RunResult> {
  const held = await decideAndHold(found, { approved: false, by: approverFrom(options.env) });
  const message = options.decision === "reject" ? "not approved" : "cancelled";
  await orRelease(held, () => held.journal.append({ type: "run-finished", status: "cancelled", message }));
  await held.release();
  const { header } = found.run;
  const steps = plan.steps.map((step) => step.id);
  publish.run({ phase: "finished", run: found.run.id, name: plan.name, steps, status: "cancelled", message });
  const { planHash: hash, sourcePath } = header;
  return { envelope: cancelledEnvelope(), rendered: null, runId: found.run.id, planHash: hash, sourcePath };
}

/** The one decision first, then the right to write: whoever loses the first is refused before anything is touched. */
async function decideAndHold(found: FoundGate, given: Omit<Decision, "at" | "from" | "planHash">): Promise<HeldRun> {
  const { run, gate, key, planHash: hash } = found;
  const decision: Decision = await run.decide(gate, { ...given, planHash: hash });
  const held = await run.hold(patienceMs);
  await orRelease(held, () => held.journal.append({ type: "gate-decided", key, gate, decision }));
  publish.gate({ phase: "decided", run: run.id, key, prompt: found.request.prompt, approved: given.approved });
  return held;
}

/** The stored arguments, and the secret ones from whoever resumes (D32). */
function argumentsOf(
  run: RunFolder,
  plan: Plan,
  given: { readonly [name: string]: unknown },
): { readonly values: { readonly [name: string]: Json } } | { readonly problem: string } {
  const { args, secretArgs } = run.header;
  const stored = Object.keys(given).filter((name) => Object.hasOwn(args, name));
  if (stored.length > 0) {
    return { problem: `argument \`${stored[0]}\` was given when the run began and cannot be changed at its resume` };
  }
  const resolved = resolveArgs(plan, { ...args, ...given });
  if ("values" in resolved) return resolved;
  const missing = secretArgs.filter((name) => !Object.hasOwn(given, name));
  const note = missing.length === 0 ? "" : ` (secret arguments are not stored: give them again at the resume)`;
  return { problem: `${resolved.problems.join("; ")}${note}` };
}
