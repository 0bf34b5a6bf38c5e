import type { Envelope } from "../types.ts";
import type { Vault } from "./vault.ts";

/** An envelope without secrets. What resumes the run stays as it is: it is random, and of use only whole. */
export function maskedEnvelope(envelope: Envelope, vault: Vault): Envelope {
  if (!envelope.ok) return { ...envelope, error: { ...envelope.error, message: vault.mask(envelope.error.message) } };
  const { output, requiresApproval, requiresInput } = envelope;
  return {
    ...envelope,
    output: vault.maskValue(output),
    requiresApproval: requiresApproval === null ? null : maskedRequest(requiresApproval, vault),
    requiresInput: requiresInput === null ? null : maskedRequest(requiresInput, vault),
  };
}

/** Also the names of people, who may be named by an argument. */
function maskedRequest<T extends { readonly type: string; readonly resumeToken: string; readonly approvalId: string }>(
  request: T,
  vault: Vault,
): T {
  const { type, resumeToken, approvalId } = request;
  return { ...vault.maskValue(request), type, resumeToken, approvalId };
}
