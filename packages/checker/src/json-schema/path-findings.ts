import type { PathSegment, RefNode, StepNode } from "@lobster-lang/language";
import { nearest } from "@lobster-lang/language";
import { sourceOf } from "../facts/places.ts";
import { isSubstitution } from "../facts/shell.ts";
import { editIn } from "../fixes/edit.ts";
import type { Model, Reference } from "../model.ts";
import type { Finding } from "../rule.ts";
import { listed } from "../structure/describe.ts";
import { propertiesOf, typesOf, type Shape, type ValueKind } from "./shape.ts";
import { valueAt } from "./step-shapes.ts";

/** References of a step whose path the schema of what they read rules out, or hardly means. */
export function pathsBySchema(step: StepNode, model: Model): readonly Finding[] {
  return model.referencesOf(step).flatMap((reference) => {
    const { ref } = reference;
    if (ref.kind !== "ref" || ref.path.length === 0 || !isSubstitution(model, reference)) return [];
    // A dash behind it is the other half of this rule.
    if (sourceOf(reference.place).text[ref.span.end] === "-") return [];
    const found = valueAt(ref, step, model);
    if (found === null) return [];
    if ("ruledOut" in found) return [ruledOut(ref, found.ruledOut, found.holder, found.index, reference)];
    return found.unlisted === null ? [] : guessed(found.unlisted.segment, found.unlisted.holder, reference);
  });
}

function ruledOut(ref: RefNode, segment: PathSegment, holder: Shape, index: number, reference: Reference): Finding {
  const written = spelled(segment);
  const before = `$${ref.id}.${ref.field.name}${ref.path.slice(0, index).map(spelled).join("")}`;
  const types = typesOf(holder);
  const names = propertiesOf(holder);
  const range = segment.range;
  if (types !== null && !types.has("object") && segment.kind === "name" && !/^\d+$/.test(segment.name)) {
    const hint = types.has("array") ? `: write \`[0]${written}\` for its first item` : "";
    const kinds = listed([...types].map((type) => kindWords[type]));
    return {
      range,
      severity: "error",
      message: `\`${before}\` is ${kinds} by its schema, so it has no \`${written}\`${hint}`,
    };
  }
  const near = segment.kind === "name" ? nearest(segment.name, names) : null;
  const known =
    names.length === 0
      ? ""
      : `; it has ${listed(names.slice(0, 8).map((name) => `\`${name}\``)).replace(" or ", " and ")}`;
  const message = `the schema of \`${before}\` has no \`${written}\`${near === null ? known : `; did you mean \`${near}\`?`}`;
  return { range, severity: "error", message, ...fixFor(segment, near, reference) };
}

function guessed(segment: PathSegment, holder: Shape, reference: Reference): readonly Finding[] {
  const near = segment.kind === "name" ? nearest(segment.name, propertiesOf(holder)) : null;
  if (near === null || segment.kind !== "name") return [];
  const message = `the schema does not list \`${segment.name}\`; did you mean \`${near}\`?`;
  return [{ range: segment.range, severity: "warning", message, ...fixFor(segment, near, reference) }];
}

function fixFor(segment: PathSegment, near: string | null, { place }: Reference): Pick<Finding, "fixes"> {
  if (near === null || !/^\w+$/.test(near) || segment.kind !== "name" || segment.form !== "dot") return {};
  const edit = editIn(sourceOf(place), segment.span, near);
  return edit === null ? {} : { fixes: [{ title: `write \`${near}\``, safe: false, edits: [edit] }] };
}

function spelled(segment: PathSegment): string {
  if (segment.kind === "index") return `[${segment.index}]`;
  return segment.form === "dot" ? `.${segment.name}` : `[${JSON.stringify(segment.name)}]`;
}

const kindWords: { readonly [kind in ValueKind]: string } = {
  string: "a text",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "a map",
  null: "null",
};
