import type { Json } from "@lobster-lang/plan";
import { encodeToken, newKey, type GateRecord, type HeldRun, type InputRecord } from "@lobster-lang/state";
import type { GateRequest, InputRequest, PausedGate, PausedInput } from "./engine.ts";
import { RunFailure } from "./failures.ts";
import type { Host } from "./host.ts";
import type { Vault } from "./secrets/vault.ts";

/** Where a run pauses. */
export interface PausePlace {
  readonly runId: string;
  readonly planHash: string;
  readonly held: HeldRun;
  readonly host: Host;
  readonly vault: Vault;
}

/** The last day that a date can name. */
const lastMoment = 8.64e15;

/** Writes a question for consent down and makes it findable. */
export async function pauseAtGate(place: PausePlace, key: string, request: GateRequest): Promise<PausedGate> {
  const { prompt, preview, initiatedBy, requiredApprover, requireDifferentApprover, approvers, expiresMs } = request;
  const { held, host } = place;
  const expiresAt = expiresMs === null ? null : new Date(Math.min(host.now() + expiresMs, lastMoment)).toISOString();
  const items = await held.outputs.keep(JSON.stringify(request.items));
  const record = {
    prompt,
    items,
    preview,
    initiatedBy,
    requiredApprover,
    requireDifferentApprover,
    ...(approvers.length === 0 ? {} : { approvers }),
    ...(expiresAt === null ? {} : { expiresAt }),
  };
  return { kind: "approval", request, expiresAt, ...(await publishGate(place, key, record)) };
}

/** Writes a question for data down and makes it findable. */
export async function pauseAtInput(
  place: PausePlace,
  key: string,
  request: InputRequest,
  earlier: Json | undefined,
): Promise<PausedInput> {
  const { prompt, responseSchema, defaults, subject } = request;
  const { held, vault } = place;
  const record = {
    kind: "input" as const,
    prompt,
    ...(defaults === undefined ? {} : { defaults: vault.maskValue(defaults) }),
    // Answers are held against both, so that they can be opened again.
    ...vault.sealValue({ responseSchema, ...(earlier === undefined ? {} : { earlier }) }),
    ...(subject === undefined ? {} : { subject: await held.outputs.keep(JSON.stringify(subject)) }),
  };
  return { kind: "input", request, ...(await publishGate(place, key, record)) };
}

/** The journal's entry comes first, so that what is found is whole. */
async function publishGate(
  { runId, planHash, held, host }: PausePlace,
  key: string,
  request: GateRecord | InputRecord,
): Promise<{ readonly approvalId: string; readonly token: string }> {
  const secret = newKey();
  for (let attempt = 0; attempt < 16; attempt++) {
    const gate = host.hex(8);
    await held.journal.openGate({ type: "gate-opened", key, gate, planHash, request }, secret);
    if (await held.publishGate(gate)) {
      return { approvalId: gate, token: encodeToken({ v: 1, run: runId, gate, key: secret }) };
    }
  }
  throw new RunFailure("no free approval id was found in 16 tries; is the state folder full of old approvals?");
}
