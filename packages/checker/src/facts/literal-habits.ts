import type { CompareNode, ConditionText, LiteralNode } from "@lobster-lang/language";
import { editIn } from "../fixes/edit.ts";
import type { Finding } from "../rule.ts";

const words: ReadonlyMap<string, string> = new Map([
  ...["True", "TRUE"].map((word) => [word, "true"] as const),
  ...["False", "FALSE"].map((word) => [word, "false"] as const),
  ...["None", "nil", "undefined", "Null", "NULL", "NaN"].map((word) => [word, "null"] as const),
]);

/** Literals that mean something in other languages and are plain text here: `True`, `None`, `"ok\n"`. */
export function literalHabits({ left, right }: CompareNode, condition: ConditionText): Finding[] {
  return [left, right].flatMap((side) => (side.kind === "value" ? (habit(side, condition) ?? []) : []));
}

function habit(literal: LiteralNode, condition: ConditionText): Finding | null {
  const written = condition.source.text.slice(literal.span.start, literal.span.end);
  if (literal.form === "quoted") {
    const escape = /(?<!\\)(?:\\\\)*(\\[nrt])/.exec(written)?.[1];
    if (escape === undefined) return null;
    const message = `\`${escape}\` in a condition is the letter \`${escape[1]}\`: leave it out, as \`.stdout\` compares without its last line break`;
    return { range: literal.range, message, severity: "warning" };
  }
  const meant = literal.form === "bare" ? words.get(written) : undefined;
  if (meant === undefined) return null;
  const edit = editIn(condition.source, literal.span, meant);
  return {
    range: literal.range,
    message: `\`${written}\` is the text \`"${written}"\` here: write \`${meant}\`, or the quotes if the text is meant`,
    severity: "warning",
    fixes: edit === null ? [] : [{ title: `write \`${meant}\``, safe: false, edits: [edit] }],
  };
}
