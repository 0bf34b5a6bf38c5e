import type { Json } from "@lobster-lang/plan";
import { encodeToken, newKey, type GateRecord, type HeldRun, type InputRecord, type Stored } from "@lobster-lang/state";
import type { GateRequest, InputRequest, PausedGate, PausedInput } from "./engine.ts";
import { RunFailure } from "./failures.ts";
import type { Host } from "./host.ts";
import { masked } from "./secrets.ts";

/** Where a run pauses. */
export interface PausePlace {
  readonly runId: string;
  readonly planHash: string;
  readonly held: HeldRun;
  readonly host: Host;
  /** Texts that must not be written down. */
  readonly secrets: readonly string[];
}

/** Writes a question for consent down and makes it findable. */
export async function pauseAtGate(place: PausePlace, key: string, request: GateRequest): Promise<PausedGate> {
  const { items, preview, prompt, initiatedBy, requiredApprover, requireDifferentApprover } = request;
  const shown = masked({ prompt, preview }, place.secrets);
  const record = {
    ...shown,
    items: await stored(place, items as Json),
    initiatedBy,
    requiredApprover,
    requireDifferentApprover,
  };
  return { kind: "approval", request, ...(await publishGate(place, key, record)) };
}

/** Writes a question for data down and makes it findable. */
export async function pauseAtInput(
  place: PausePlace,
  key: string,
  request: InputRequest,
  earlier: Json | undefined,
): Promise<PausedInput> {
  const { prompt, responseSchema, defaults, subject } = request;
  const record = {
    kind: "input" as const,
    ...masked({ prompt, ...(defaults === undefined ? {} : { defaults }) }, place.secrets),
    // Answers are held against it, so that it stays as it is.
    responseSchema,
    ...(subject === undefined ? {} : { subject: await stored(place, subject) }),
    ...(earlier === undefined ? {} : { earlier }),
  };
  return { kind: "input", request, ...(await publishGate(place, key, record)) };
}

function stored({ held, secrets }: PausePlace, value: Json): Promise<Stored> {
  return held.outputs.keep(JSON.stringify(masked(value, secrets)));
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
