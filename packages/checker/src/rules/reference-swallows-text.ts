import type { RefNode, StepNode } from "@lobster-lang/language";
import { referenceField, referenceFields } from "@lobster-lang/language";
import { analysisOf, isSubstitution } from "../facts/shell.ts";
import { sourceOf } from "../facts/places.ts";
import { editIn } from "../fixes/edit.ts";
import type { Model, Reference } from "../model.ts";
import type { Finding, Rule } from "../rule.ts";

export const referenceSwallowsText: Rule = {
  id: "reference-swallows-text",
  severity: "warning",
  summary: "Text glued to a reference is read as part of it.",
  explanation: `A reference goes on as far as it can: in \`$name.stdout.txt\` the \`.txt\` is a path inside the text, which has none, and
in \`$name.stdout_old\` the field is \`stdout_old\`. Both are empty. A dash or any other character ends a reference. In a
script, two quotes between do it: \`$name.stdout"".txt\`; elsewhere give the value to a variable by \`env:\`.`,
  wrong: `steps:
  - id: name
    run: printf report
  - id: save
    run: touch "$name.stdout.txt"
`,
  right: `steps:
  - id: name
    run: printf report
  - id: save
    run: touch "$name.stdout"".txt"
`,
  fix: "offered",
  looksAt: ["step-reference"],
  step: (step, context) => look(step, context.model).forEach(context.report),
};

const spellings: readonly string[] = referenceFields.flatMap((field) => [field.name, ...field.aliases]);

/** How much of a field's name is glued text: `_old` of `stdout_old`; null when the field is another one. */
export function swallowedText(ref: RefNode): string | null {
  // `error_message` begins with `error_` and is a field of its own.
  if (referenceField(ref.field.name) !== undefined) return null;
  const start = spellings.find((spelling) => ref.field.name.startsWith(`${spelling}_`));
  return start === undefined ? null : ref.field.name.slice(start.length);
}

function look(step: StepNode, model: Model): Finding[] {
  return model.referencesOf(step).flatMap((reference) => {
    const { ref } = reference;
    if (ref.kind !== "ref" || model.loopOf(ref.id, step) !== null || !isSubstitution(model, reference)) return [];
    const seen = model.visibility(ref.id, step);
    if (seen === "unknown" || seen === "loop-variable-outside") return [];
    const glued = swallowedText(ref);
    if (glued !== null) return [gluedField(ref, glued, reference, model)];
    const field = referenceField(ref.field.name);
    const first = ref.path[0];
    if (field === undefined || field.hasPath || first === undefined) return [];
    if (first.kind === "name" && first.name === "length" && ref.path.length === 1) return [];
    return [gluedPath(ref, reference, model)];
  });
}

function gluedField(ref: RefNode, glued: string, reference: Reference, model: Model): Finding {
  const whole = `$${ref.id}.${ref.field.name}`;
  const plain = whole.slice(0, whole.length - glued.length);
  return {
    range: ref.range,
    severity: "error",
    locked: true,
    message: `\`${glued}\` is read as part of the field \`${ref.field.name}\`, which no step has: end \`${plain}\` before it, in a script by \`""\``,
    fixes: separated(ref.span.start + plain.length, reference, model),
  };
}

function gluedPath(ref: RefNode, reference: Reference, model: Model): Finding {
  const plain = `$${ref.id}.${ref.field.name}`;
  const rest = sourceOf(reference.place).text.slice(ref.span.start + plain.length, ref.span.end);
  return {
    range: ref.range,
    message: `\`${rest}\` is read as a path inside \`${plain}\`, which has none, so all of it is empty: end the reference before it, in a script by \`""\``,
    fixes: separated(ref.span.start + plain.length, reference, model),
  };
}

/** Two quotes end a reference both in a bare word and in double quotes (there they end and start the quoted text). */
function separated(at: number, reference: Reference, model: Model): NonNullable<Finding["fixes"]> {
  const analysis = analysisOf(model, reference.place);
  const place = analysis?.places.find((one) => analysis.text.parts[one.part] === reference.ref);
  if (place?.kind !== "word" && place?.kind !== "double-quoted") return [];
  const edit = editIn(sourceOf(reference.place), { start: at, end: at }, '""');
  return edit === null ? [] : [{ title: 'end the reference by `""`', safe: false, edits: [edit] }];
}
