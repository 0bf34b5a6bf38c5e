import type { PausedGate, PausedInput } from "./engine.ts";
import type { AnswerRequest, ApprovalRequest, ErrorEnvelope, OkEnvelope } from "./types.ts";

const base = { protocolVersion: 1, requiresApproval: null, requiresInput: null } as const;

export function okEnvelope(output: OkEnvelope["output"]): OkEnvelope {
  return { protocolVersion: 1, ok: true, status: "ok", output, requiresApproval: null, requiresInput: null };
}

export function cancelledEnvelope(): OkEnvelope {
  return { ...base, ok: true, status: "cancelled", output: [] };
}

export function approvalEnvelope(gate: PausedGate): OkEnvelope {
  const requiresApproval = approvalRequest(gate);
  return { protocolVersion: 1, ok: true, status: "needs_approval", output: [], requiresApproval, requiresInput: null };
}

export function inputEnvelope(paused: PausedInput): OkEnvelope {
  const requiresInput = answerRequest(paused);
  return { protocolVersion: 1, ok: true, status: "needs_input", output: [], requiresApproval: null, requiresInput };
}

export function errorEnvelope(type: ErrorEnvelope["error"]["type"], message: string): ErrorEnvelope {
  return { protocolVersion: 1, ok: false, error: { type, message } };
}

function approvalRequest({ request, token, approvalId }: PausedGate): ApprovalRequest {
  return {
    type: "approval_request",
    prompt: request.prompt,
    items: request.items,
    ...(request.preview === null ? {} : { preview: request.preview }),
    ...(request.initiatedBy === null ? {} : { initiatedBy: request.initiatedBy }),
    ...(request.requiredApprover === null ? {} : { requiredApprover: request.requiredApprover }),
    ...(request.requireDifferentApprover ? { requireDifferentApprover: true } : {}),
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
