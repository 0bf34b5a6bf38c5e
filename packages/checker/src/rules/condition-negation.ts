import type { CompareNode, ConditionText, Fix } from "@lobster-lang/language";
import { comparisonsIn } from "../facts/conditions.ts";
import { editIn, together } from "../fixes/edit.ts";
import type { Finding, Rule } from "../rule.ts";

export const conditionNegation: Rule = {
  id: "condition-negation",
  severity: "warning",
  summary: "A `!` does not negate what it seems to.",
  explanation: `\`!\` binds tighter than a comparison: \`!$a.json.n == 6\` compares \`!$a.json.n\` (true or false) with 6. Write \`$a.json.n != 6\`. And a
condition that begins with \`!\` needs quotes in YAML, where a bare \`!\` starts a tag and takes the word away: \`when: "!$a.json.ok"\`.`,
  wrong: `steps:
  - id: count
    run: inbox count --json
  - id: report
    run: mail-report
    when: "!$count.json.n == 6"
`,
  right: `steps:
  - id: count
    run: inbox count --json
  - id: report
    run: mail-report
    when: $count.json.n != 6
`,
  fix: "safe",
  // A bare `!` that YAML takes for a tag is found by reading the file.
  looksAt: ["condition"],
  step: (step, context) => {
    const condition = step.when?.condition ?? null;
    if (condition === null || typeof condition === "boolean") return;
    comparisonsIn(condition.expression)
      .flatMap((node) => negated(node, condition))
      .forEach(context.report);
  },
};

function negated(node: CompareNode, condition: ConditionText): Finding[] {
  const { left, right } = node;
  const { text } = condition.source;
  if (left.kind !== "not" || text[left.span.start] !== "!" || left.operand.kind === "missing") return [];
  // Against true or false the comparison means what it says.
  if (right.kind === "value" && typeof right.value === "boolean") return [];
  if (right.kind === "not") return [];
  return [{ range: node.range, message: message(node, text), fixes: rewritten(node, condition) }];
}

const opposites: { readonly [operator in CompareNode["operator"]]: CompareNode["operator"] } = {
  "==": "!=",
  "!=": "==",
  "<": ">=",
  ">": "<=",
  "<=": ">",
  ">=": "<",
};

function message(node: CompareNode, text: string): string {
  const operand = text.slice(node.left.span.start, node.left.span.end);
  const plain = text.slice(node.left.span.start + 1, node.left.span.end).trim();
  const right = text.slice(node.right.span.start, node.right.span.end);
  return `\`!\` belongs to \`${plain}\` alone, so this compares \`${operand}\` with \`${right}\`: write \`${plain} ${opposites[node.operator]} ${right}\``;
}

/** Only equality: an order that is false both ways (text, nothing) has no opposite. */
function rewritten(node: CompareNode, condition: ConditionText): Fix[] {
  if (node.operator !== "==" && node.operator !== "!=") return [];
  const { start } = node.left.span;
  const edits = together([
    editIn(condition.source, { start, end: start + 1 }, ""),
    editIn(condition.source, node.operatorSpan.span, opposites[node.operator]),
  ]);
  return edits === null ? [] : [{ title: `write \`${opposites[node.operator]}\``, safe: true, edits }];
}
