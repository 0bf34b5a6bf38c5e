import { isInputRecord, type Decision, type GateOpened } from "@lobster-lang/state";
import { isSignedBy, statementOf } from "./signatures.ts";

/**
 * Why an approval does not count, although it stands in the state folder: whoever can write there cannot make a signature
 * (D8). Such a decision is not taken up, so that the approver can still decide once it is out of the way. Null: it counts.
 */
export function unsignedApproval(
  opened: GateOpened,
  approvers: readonly string[],
  run: string,
  { signature }: Decision,
): string | null {
  const { key, gate, request } = opened;
  if (approvers.length === 0) return null;
  const isSigned =
    signature !== undefined &&
    approvers.includes(signature.key) &&
    !isInputRecord(request) &&
    isSignedBy(signature, statementOf({ ...opened, run, request }));
  if (isSigned) return null;
  return `the approval of gate \`${key}\` is not signed by one of its approvers: somebody else put it there; remove \`decision.${gate}\` from the folder of run \`${run}\`, and approve it with the key`;
}
