import type { Rule } from "../rule.ts";

/** The one table: the checker, `lobster explain` and the rule pages read it. In alphabetical order. */
export const rules: readonly Rule[] = [];

const byId = new Map(rules.map((rule) => [rule.id, rule]));

/** The rule of this id, or undefined. */
export function ruleNamed(id: string): Rule | undefined {
  return byId.get(id);
}
