import type { GateRecord } from "@lobster-lang/state";
import type { GateRequest } from "./engine.ts";

type Rules = Pick<GateRequest, "initiatedBy" | "requiredApprover" | "requireDifferentApprover">;

/** Rules that the runner's environment gives to gates that do not say their own (original-language.md 13). */
export function rulesFrom(env: { readonly [name: string]: string | undefined }): Rules {
  return {
    initiatedBy: textOrNull(env.LOBSTER_APPROVAL_INITIATED_BY),
    requiredApprover: textOrNull(env.LOBSTER_APPROVAL_REQUIRED_APPROVER),
    requireDifferentApprover: /^(1|true|yes|y)$/i.test(env.LOBSTER_APPROVAL_REQUIRE_DIFFERENT_APPROVER?.trim() ?? ""),
  };
}

/** Who decides, as the environment says. */
export function approverFrom(env: { readonly [name: string]: string | undefined }): string | null {
  return textOrNull(env.LOBSTER_APPROVAL_APPROVED_BY);
}

/** A gate whose rules nobody can meet: "someone else than the initiator", and no initiator is known (D8). */
export function unmeetable(rules: Rules, key: string): string | null {
  if (!rules.requireDifferentApprover || rules.initiatedBy !== null) return null;
  return `gate \`${key}\` asks for another approver than the initiator, but no initiator is known; set \`initiated_by:\` or LOBSTER_APPROVAL_INITIATED_BY`;
}

/** Why `approver` may not approve, or null. Names are compared exactly. */
export function refusal(rules: Rules | GateRecord, approver: string | null, key: string): string | null {
  const restricted = rules.requiredApprover !== null || rules.requireDifferentApprover;
  if (!restricted) return null;
  if (approver === null) {
    return `the approval of \`${key}\` needs to know who approves; set LOBSTER_APPROVAL_APPROVED_BY`;
  }
  if (rules.requiredApprover !== null && approver !== rules.requiredApprover) {
    return `only \`${rules.requiredApprover}\` may approve \`${key}\`, not \`${approver}\``;
  }
  if (!rules.requireDifferentApprover) return null;
  if (rules.initiatedBy === null) return unmeetable(rules, key);
  return approver === rules.initiatedBy ? `\`${key}\` must be approved by someone other than \`${approver}\`` : null;
}

export function textOrNull(text: string | undefined | null): string | null {
  const trimmed = text?.trim() ?? "";
  return trimmed === "" ? null : trimmed;
}
