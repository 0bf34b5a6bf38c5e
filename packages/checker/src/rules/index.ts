import type { Rule } from "../rule.ts";
import { argShorthand } from "./arg-shorthand.ts";
import { duplicateCondition } from "./duplicate-condition.ts";
import { duplicateId } from "./duplicate-id.ts";
import { gateThatSaysNo } from "./gate-that-says-no.ts";
import { inertKey } from "./inert-key.ts";
import { invalidId } from "./invalid-id.ts";
import { missingId } from "./missing-id.ts";
import { notAGate } from "./not-a-gate.ts";
import { notLobster } from "./not-lobster.ts";
import { notSupportedYet } from "./not-supported-yet.ts";
import { nothingToRun } from "./nothing-to-run.ts";
import { severalActions } from "./several-actions.ts";
import { unknownApprovalKey } from "./unknown-approval-key.ts";
import { unknownKey } from "./unknown-key.ts";
import { wrongType } from "./wrong-type.ts";

/** The one table: the checker, `lobster explain` and the rule pages read it. In alphabetical order. */
export const rules: readonly Rule[] = [
  argShorthand,
  duplicateCondition,
  duplicateId,
  gateThatSaysNo,
  inertKey,
  invalidId,
  missingId,
  notAGate,
  notLobster,
  notSupportedYet,
  nothingToRun,
  severalActions,
  unknownApprovalKey,
  unknownKey,
  wrongType,
];

const byId = new Map(rules.map((rule) => [rule.id, rule]));

/** The rule of this id, or undefined. */
export function ruleNamed(id: string): Rule | undefined {
  return byId.get(id);
}
