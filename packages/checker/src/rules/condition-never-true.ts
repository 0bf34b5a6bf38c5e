import type { CompareNode, ConditionText, Fix, StepNode } from "@lobster-lang/language";
import { comparisonsIn, constantOf, isNumeric, kindOf, sidesOf, type Sides } from "../facts/conditions.ts";
import { literalHabits } from "../facts/literal-habits.ts";
import { editIn } from "../fixes/edit.ts";
import { comparisonBySchema } from "../json-schema/comparison-findings.ts";
import type { Model } from "../model.ts";
import type { Finding, Rule } from "../rule.ts";

export const conditionNeverTrue: Rule = {
  id: "condition-never-true",
  severity: "error",
  summary: "A condition, or a comparison in it, always says the same.",
  explanation: `Comparisons convert nothing: a number never equals a text, and \`.approved\`, \`.skipped\` and \`.error\` are either true or not
there, never \`false\` and never the text \`"true"\`. \`<\` and \`>\` compare numbers only. A text in quotes is that text: a reference
belongs outside of quotes.`,
  wrong: `steps:
  - id: draft
    run: draft-post
    approval: Publish?
  - id: publish
    run: publish-post
    when: $draft.approved == "true"
`,
  right: `steps:
  - id: draft
    run: draft-post
    approval: Publish?
  - id: publish
    run: publish-post
    when: $draft.approved
`,
  fix: "safe",
  step: (step, { model, report }) => look(step, model).forEach(report),
};

function look(step: StepNode, model: Model): Finding[] {
  const condition = step.when?.condition ?? null;
  if (condition === null || condition === true) return [];
  if (condition === false) return [constant(step, false)];
  if (condition.problems.length > 0) return [];
  const inside = comparisonsIn(condition.expression).flatMap(
    (node) => ofComparison(node, condition) ?? comparisonBySchema(node, step, model) ?? literalHabits(node, condition),
  );
  const always = inside.length > 0 ? null : constantOf(condition.expression);
  return always === null ? inside : [constant(step, always)];
}

/** A constant says plainly what the author wants now (`when: false`), so it is only a warning. */
function constant(step: StepNode, always: boolean): Finding {
  const range = step.when!.entry.value?.range ?? step.when!.entry.range;
  const message = `this condition is ${always ? "always true: leave it out" : "never true, so the step never runs"}`;
  return { range, message, severity: always ? "info" : "warning" };
}

function ofComparison(node: CompareNode, condition: ConditionText): Finding | null {
  const sides = sidesOf(node);
  if (sides === null) return ofLiterals(node);
  const reason = mismatch(node, sides);
  if (reason === null) return null;
  const negative = node.operator === "!=";
  return {
    range: node.range,
    message: `this comparison is ${negative ? "always" : "never"} true: ${reason.why}`,
    severity: negative ? "warning" : "error",
    fixes: negative ? [] : replacement(node, condition, reason.instead),
  };
}

function ofLiterals(node: CompareNode): Finding | null {
  const always = constantOf(node);
  if (always === null || node.left.kind !== "value" || node.right.kind !== "value") return null;
  const quoted = [node.left, node.right].find(
    (side) => side.form === "quoted" && /^\$[\w-]+\.\w/.test(String(side.value)),
  );
  const hint =
    quoted === undefined
      ? "it compares two fixed values"
      : `\`${String(quoted.value)}\` in quotes is a text, write it without quotes`;
  return {
    range: node.range,
    message: `this comparison is ${always ? "always" : "never"} true: ${hint}`,
    severity: always ? "warning" : "error",
  };
}

/** Why it never fits, and what the author plainly meant. */
interface Mismatch {
  readonly why: string;
  readonly instead: string | null;
}

function mismatch(node: CompareNode, { ref, literal }: Sides): Mismatch | null {
  const written = `$${ref.id}.${ref.field.name}`;
  const isEquality = node.operator === "==" || node.operator === "!=";
  if (!isEquality) return orderMismatch(literal, kindOf(ref), written);
  const { value } = literal;
  switch (kindOf(ref)) {
    case "flag":
      return flagMismatch(value, written, ref.field.name);
    case "number":
      return typeof value === "number" || value === null
        ? null
        : {
            why: `\`${written}\` is a number`,
            instead: isNumeric(value) ? `${written} ${node.operator} ${value}` : null,
          };
    case "text":
      return textMismatch(value, written, ref.field.name);
    case "unknown":
      return null;
  }
}

function orderMismatch(literal: Sides["literal"], kind: ReturnType<typeof kindOf>, written: string): Mismatch | null {
  if (kind === "flag")
    return { why: `\`${written}\` is true or not there, and \`<\` and \`>\` compare numbers`, instead: null };
  if (isNumeric(literal.value)) return null;
  return { why: `\`<\` and \`>\` compare numbers, and \`${String(literal.value)}\` is none`, instead: null };
}

function flagMismatch(value: Sides["literal"]["value"], written: string, field: string): Mismatch | null {
  if (value === true || value === null) return null;
  if (value === false) {
    const dead = field === "approved" ? ", and a refusal ends the run" : "";
    return {
      why: `\`${written}\` is true or not there, never \`false\`${dead}`,
      instead: field === "approved" ? null : `!${written}`,
    };
  }
  const instead = /^(?:true|yes|y|on|1)$/i.test(String(value)) ? written : null;
  return { why: `\`${written}\` is true or not there, never \`${String(value)}\``, instead };
}

function textMismatch(value: Sides["literal"]["value"], written: string, field: string): Mismatch | null {
  if (value === null) return null;
  if (typeof value !== "string") {
    const json = written.replace(/\.stdout$/, ".json");
    const hint = json === written ? "" : `, write \`${json}\` for its parsed value`;
    return { why: `\`${written}\` is a text, never the ${typeof value} \`${value}\`${hint}`, instead: null };
  }
  const trims = field === "stdout" || field === "stderr";
  if (trims && /[\r\n]$/.test(value))
    return { why: `\`${written}\` compares without its last line break`, instead: null };
  return null;
}

function replacement(node: CompareNode, condition: ConditionText, instead: string | null): Fix[] {
  const edit = instead === null ? null : editIn(condition.source, node.span, instead);
  return edit === null ? [] : [{ title: `write \`${instead}\``, safe: true, edits: [edit] }];
}
