import type { RefNode, StepNode } from "@lobster-lang/language";
import { nearest, referenceField, referenceFields } from "@lobster-lang/language";
import { sourceOf } from "../facts/places.ts";
import { isSubstitution } from "../facts/shell.ts";
import { listed } from "../facts/spelling.ts";
import { editIn } from "../fixes/edit.ts";
import type { Model, Reference } from "../model.ts";
import type { Finding, Rule } from "../rule.ts";
import { swallowedText } from "./reference-swallows-text.ts";

export const unknownField: Rule = {
  id: "unknown-field",
  severity: "error",
  summary: "A reference reads a field that no step has.",
  explanation: `The first name after the id is one of ${listed(referenceFields.map((field) => field.name))}. What a program prints
as JSON is under \`.json\`: \`$fetch.json.items\`, not \`$fetch.items\`. Whether a step succeeded says \`!$fetch.error\` (with
\`on_error: continue\`) or \`$fetch.exit_code == 0\`.`,
  wrong: `steps:
  - id: fetch
    run: inbox list --json
  - id: count
    run: jq length
    stdin: $fetch.result
`,
  right: `steps:
  - id: fetch
    run: inbox list --json
  - id: count
    run: jq length
    stdin: $fetch.json
`,
  fix: "offered",
  locked: true,
  file: (context) => look(null, context.model).forEach(context.report),
  looksAt: ["step-reference"],
  step: (step, context) => look(step, context.model).forEach(context.report),
};

/** What people write for a field; the second of each is what they mean. */
const guesses: ReadonlyMap<string, string> = new Map([
  ...["result", "results", "output", "outputs", "data", "body", "value", "content", "items", "payload"].map(
    (name) => [name, "json"] as const,
  ),
  ...["text", "out", "log", "logs"].map((name) => [name, "stdout"] as const),
  ...["err", "errors", "failed", "failure"].map((name) => [name, "error"] as const),
  ...["code", "exit", "status", "returncode", "rc", "exit_status"].map((name) => [name, "exit_code"] as const),
  ...["message", "reason"].map((name) => [name, "error_message"] as const),
  ...["answer", "reply", "input"].map((name) => [name, "response"] as const),
  ...["approval", "decision", "rejected", "accepted"].map((name) => [name, "approved"] as const),
]);

function look(step: StepNode | null, model: Model): Finding[] {
  return model.referencesOf(step).flatMap((reference) => {
    const { ref } = reference;
    if (ref.kind !== "ref" || referenceField(ref.field.name) !== undefined) return [];
    const seen = model.visibility(ref.id, step);
    if (seen === "unknown" || seen === "loop-variable-outside" || model.loopOf(ref.id, step) !== null) return [];
    if (!isSubstitution(model, reference) || swallowedText(ref) !== null) return [];
    return [finding(ref, reference)];
  });
}

function finding(ref: RefNode, reference: Reference): Finding {
  const { name } = ref.field;
  const source = sourceOf(reference.place);
  const spellings = referenceFields.flatMap((field) => [field.name, ...field.aliases]);
  const folded = spellings.find((spelling) => spelling.toLowerCase() === name.toLowerCase());
  if (/^(?:success|succeeded|ok|successful)$/i.test(name)) return success(ref, reference);
  const meant = folded ?? guesses.get(name.toLowerCase()) ?? nearest(name, spellings);
  const edit = meant === null ? null : editIn(source, ref.field.span, meant);
  const title = `write \`$${ref.id}.${meant}\``;
  return {
    range: ref.field.range,
    message: message(ref, meant),
    fixes: edit === null ? [] : [{ title, safe: folded !== undefined, edits: [edit] }],
  };
}

function message(ref: RefNode, meant: string | null): string {
  const { name } = ref.field;
  if (meant === null)
    return `no step has a field \`${name}\`: what the program printed as JSON is under \`$${ref.id}.json\``;
  return `no step has a field \`${name}\`; did you mean \`$${ref.id}.${meant}\``;
}

/** `$x.success` is `!$x.error`, where it stands alone in a condition. */
function success(ref: RefNode, reference: Reference): Finding {
  const { content } = reference.place;
  const alone = content.kind === "condition" && content.condition.expression === ref;
  const edit = alone ? editIn(content.condition.source, ref.span, `!$${ref.id}.error`) : null;
  return {
    range: ref.field.range,
    message: `no step has a field \`${ref.field.name}\`: write \`!$${ref.id}.error\`, or \`$${ref.id}.exit_code == 0\``,
    fixes: edit === null ? [] : [{ title: `write \`!$${ref.id}.error\``, safe: false, edits: [edit] }],
  };
}
