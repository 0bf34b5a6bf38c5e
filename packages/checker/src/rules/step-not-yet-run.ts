import { referenceField, type RefNode, type StepNode } from "@lobster-lang/language";
import { sourceOf } from "../facts/places.ts";
import { analysisOf, isOwnVariable, isSubstitution } from "../facts/shell.ts";
import { environmentOf, nameOf } from "../facts/steps.ts";
import { loopVariables } from "../model/symbols.ts";
import type { Model, Reference, Visibility } from "../model.ts";
import type { Finding, Rule } from "../rule.ts";

export const stepNotYetRun: Rule = {
  id: "step-not-yet-run",
  severity: "error",
  summary: "A reference reads a step that has not finished where it is read.",
  explanation: `Steps run from top to bottom, so a reference can read earlier steps only: not a later one, not its own step, not
an inner step of a loop from outside of it, not a loop's variable outside of the loop, and not another branch of the same
\`parallel\`. Move the step that reads below the one it reads.

A gate needs no reference to its own step: it shows that step's output by itself.`,
  wrong: `steps:
  - id: report
    run: mail-report
    stdin: $collect.json
  - id: collect
    run: inbox list --json
`,
  right: `steps:
  - id: collect
    run: inbox list --json
  - id: report
    run: mail-report
    stdin: $collect.json
`,
  fix: { none: "moving a step changes what runs when: only the author knows the right order" },
  locked: true,
  file: (context) => look(null, context.model).forEach(context.report),
  looksAt: ["unready-reference"],
  step: (step, context) => look(step, context.model).forEach(context.report),
};

function look(step: StepNode | null, model: Model): Finding[] {
  return model.referencesOf(step).flatMap((reference) => {
    const { ref } = reference;
    if (ref.kind !== "ref") return [];
    const seen = model.visibility(ref.id, step);
    if (seen === "ok" || seen === "unknown" || isHarmless(ref, seen) || !isMeant(ref, reference, seen, model))
      return [];
    return [finding(ref, step, seen, model)];
  });
}

/** A step that reads whether it was itself skipped reads a plain no (rule field-never-set says so). */
function isHarmless(ref: RefNode, seen: Visibility): boolean {
  return seen === "itself" && ref.field.name === "skipped";
}

/** The environment of a loop is made anew for each item, so its variables are there. */
function isOwnEnvironment(ref: RefNode, { place, step }: Reference): boolean {
  const isEnv = place.content.kind === "text" && ["env", "cwd"].includes(place.content.text.role);
  return isEnv && step !== null && loopVariables(step).includes(ref.id);
}

function isMeant(ref: RefNode, reference: Reference, seen: Visibility, model: Model): boolean {
  if (isOwnEnvironment(ref, reference)) return false;
  if (reference.place.content.kind !== "shell") return true;
  if (seen !== "loop-variable-outside") return isSubstitution(model, reference);
  const own = isOwnVariable(
    ref.id,
    sourceOf(reference.place).text,
    analysisOf(model, reference.place),
    environmentOf(model, reference.step),
  );
  return referenceField(ref.field.name) !== undefined && !own;
}

function finding(ref: RefNode, step: StepNode | null, seen: Visibility, model: Model): Finding {
  const idNode = model.steps.get(ref.id)?.step.idNode ?? null;
  const related = idNode === null ? [] : [{ range: idNode.range, message: `\`${ref.id}\` is here` }];
  return { range: ref.range, message: sentence(ref, step, seen), related };
}

function sentence(ref: RefNode, step: StepNode | null, seen: Visibility): string {
  const here = step === null ? "this" : nameOf(step);
  switch (seen) {
    case "later":
      return `\`${ref.id}\` runs after ${here}, so it has no result yet: move ${here} below \`${ref.id}\``;
    case "itself":
      return step?.id === ref.id
        ? `\`${ref.id}\` reads its own result, which is there only after it ran: read it in a later step`
        : `${here} stands inside \`${ref.id}\`, which is not finished yet: read an inner step or the loop's variable`;
    case "inner":
      return `\`${ref.id}\` is an inner step of a loop and has a result for each round: read the loop's own \`.json\` from outside`;
    case "loop-variable-outside":
      return `\`$${ref.id}\` is a loop's variable and exists only in the steps of that loop`;
    default:
      return `\`${ref.id}\` is another branch of the same \`parallel\`: branches run at the same time and cannot read each other`;
  }
}
