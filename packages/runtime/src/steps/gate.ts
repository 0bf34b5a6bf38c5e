import type { Gate, Json, Text } from "@lobster-lang/plan";
import type { GateRequest } from "../engine.ts";
import { rulesFrom, textOrNull } from "../identity.ts";
import { jsonOf, stdoutOf, type StepResult } from "../results.ts";
import type { Vault } from "../secrets/vault.ts";
import { textOf, valueOf, type Scope } from "../values.ts";

const maxPreview = 2000;

/**
 * What a step's gate asks. The step's own output is shown and never taken for the prompt, the items or the approver (D7); a
 * failed action is shown as such (D6).
 */
export async function gateRequest(
  gate: Gate,
  result: StepResult,
  scope: Scope,
  env: { readonly [name: string]: string | undefined },
): Promise<GateRequest> {
  const rules = rulesFrom(env);
  const filled = async (text: Text | null) => (text === null ? null : textOrNull(await textOf(scope, text)));
  return {
    prompt: await textOf(scope, gate.prompt),
    items: await itemsFor(gate, result, scope),
    preview: await previewFor(gate, result, scope),
    initiatedBy: (await filled(gate.initiatedBy)) ?? rules.initiatedBy,
    requiredApprover: (await filled(gate.requiredApprover)) ?? rules.requiredApprover,
    requireDifferentApprover: gate.requireDifferentApprover || rules.requireDifferentApprover,
    approvers: gate.approvers,
    expiresMs: gate.expiresMs,
    alwaysPauses: false,
  };
}

/** What people are shown of a request: on the terminal, in the envelope, in the journal. Who may decide stays as it is. */
export function maskedRequest(request: GateRequest, vault: Vault): GateRequest {
  const { prompt, items, preview } = request;
  return { ...request, ...vault.maskValue({ prompt, items, preview }) };
}

async function itemsFor(gate: Gate, result: StepResult, scope: Scope): Promise<readonly Json[]> {
  const value = gate.items === null ? await jsonOf(result, scope.outputs) : await valueOf(scope, gate.items);
  if (value === undefined) return [];
  return Array.isArray(value) ? (value as readonly Json[]) : [value];
}

async function previewFor(gate: Gate, result: StepResult, scope: Scope): Promise<string | null> {
  const configured = gate.preview === null ? null : await textOf(scope, gate.preview);
  const failed = result.record?.failed ?? null;
  if (failed !== null) return [`the step failed: ${failed}`, configured].filter((text) => text !== null).join("\n\n");
  if (configured !== null) return configured;
  const own = ((await stdoutOf(result, scope.outputs)) ?? "").trim();
  return own === "" ? null : own.slice(0, maxPreview).replace(/[\uD800-\uDBFF]$/, "");
}
