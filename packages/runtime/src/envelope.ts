import type { PausedGate, PausedInput } from "./engine.ts";
import type { AnswerRequest, ApprovalRequest, CostSummary, Envelope, ErrorEnvelope, OkEnvelope } from "./types.ts";

const base = { protocolVersion: 1, requiresApproval: null, requiresInput: null } as const;

export function okEnvelope(output: OkEnvelope["output"]): OkEnvelope {
  return { protocolVersion: 1, ok: true, status: "ok", output, requiresApproval: null, requiresInput: null };
}

export function cancelledEnvelope(): OkEnvelope {
  return { ...base, ok: true, status: "cancelled", output: [] };
}

/** What a run says that waits. */
export function pausedEnvelope(paused: PausedGate | PausedInput): OkEnvelope {
  return paused.kind === "input" ? inputEnvelope(paused) : approvalEnvelope(paused);
}

function approvalEnvelope(gate: PausedGate): OkEnvelope {
  const requiresApproval = approvalRequest(gate);
  return { protocolVersion: 1, ok: true, status: "needs_approval", output: [], requiresApproval, requiresInput: null };
}

function inputEnvelope(paused: PausedInput): OkEnvelope {
  const requiresInput = answerRequest(paused);
  return { protocolVersion: 1, ok: true, status: "needs_input", output: [], requiresApproval: null, requiresInput };
}

export function errorEnvelope(type: ErrorEnvelope["error"]["type"], message: string): ErrorEnvelope {
  return { protocolVersion: 1, ok: false, error: { type, message } };
}

/** An envelope with what its run has cost; as it is where no model was used (D43). */
export function withCost(envelope: Envelope, cost: CostSummary | null): Envelope {
  return cost === null ? envelope : { ...envelope, _meta: { cost } };
}

function approvalRequest({ request, expiresAt, token, approvalId }: PausedGate): ApprovalRequest {
  return {
    type: "approval_request",
    prompt: request.prompt,
    items: request.items,
    ...(request.preview === null ? {} : { preview: request.preview }),
    ...(request.initiatedBy === null ? {} : { initiatedBy: request.initiatedBy }),
    ...(request.requiredApprover === null ? {} : { requiredApprover: request.requiredApprover }),
    ...(request.requireDifferentApprover ? { requireDifferentApprover: true } : {}),
    ...(request.approvers.length === 0 ? {} : { approvers: request.approvers }),
    ...(expiresAt === null ? {} : { expiresAt }),
    resumeToken: token,
    approvalId,
  };
}

function answerRequest({ request, token, approvalId }: PausedInput): AnswerRequest {
  const { prompt, responseSchema, defaults, subject } = request;
  return {
    type: "input_request",
    prompt,
    responseSchema,
    ...(defaults === undefined ? {} : { defaults }),
    ...(subject === undefined ? {} : { subject }),
    resumeToken: token,
    approvalId,
  };
}
