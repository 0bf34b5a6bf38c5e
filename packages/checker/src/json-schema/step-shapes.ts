import type { MapNode, PathSegment, RefNode, StepNode } from "@lobster-lang/language";
import { entryOf, referenceField, resolved } from "@lobster-lang/language";
import type { Model } from "../model.ts";
import { memberOf, propertiesOf, shapeOf, typesOf, type Shape } from "./shape.ts";

/** The schema of a step's `.json`, where it says one. */
function outputSchemaOf(step: StepNode): MapNode | null {
  const value = step.data === null ? null : resolved(entryOf(step.data, "output_schema")?.value);
  return value?.kind === "map" ? value : null;
}

/** Where a path leads: the shape of its end, or the first segment that cannot be there and what its holder looks like. */
export type Found =
  /** `unlisted`: the schema lists other names, and lets this one pass. */
  | { readonly shape: Shape; readonly unlisted: { readonly segment: PathSegment; readonly holder: Shape } | null }
  | { readonly ruledOut: PathSegment; readonly holder: Shape; readonly index: number };

/** What is known of the value of `$step.json…`, read at a step; null: nothing. */
export function valueAt(ref: RefNode, step: StepNode | null, model: Model): Found | null {
  const start = startOf(ref, step, model, 0);
  if (start === null) return null;
  let shape = start;
  let unlisted = null;
  for (const [index, segment] of ref.path.entries()) {
    const next = memberOf(shape, segment.kind === "index" ? segment.index : segment.name);
    if (next === null) return { ruledOut: segment, holder: shape, index };
    const names = next.kind === "open" && segment.kind === "name" ? propertiesOf(shape) : [];
    if (segment.kind === "name" && names.length > 0 && !names.includes(segment.name))
      unlisted = { segment, holder: shape };
    shape = next;
  }
  return { shape, unlisted };
}

/** The shape of `.json` itself: of a step by its schema, of a loop's variable by the schema of its list. */
function startOf(ref: RefNode, step: StepNode | null, model: Model, depth: number): Shape | null {
  if (referenceField(ref.field.name)?.name !== "json" || depth > 10) return null;
  const loop = model.loopOf(ref.id, step);
  if (loop !== null) return itemShape(loop, ref.id, model, depth);
  const source = model.steps.get(ref.id)?.step;
  const schema = source === undefined ? null : outputSchemaOf(source);
  return schema === null ? null : shapeOf(schema);
}

function itemShape(loop: StepNode, variable: string, model: Model, depth: number): Shape | null {
  const action = loop.actions.find((each) => each.kind === "for-each");
  if (action?.kind !== "for-each" || action.list === null) return null;
  if (action.indexVariable.name === variable) return { kind: "typed", type: "number" };
  const { whole } = action.list;
  if (whole === null || whole.kind !== "ref") return null;
  let shape = startOf(whole, loop, model, depth + 1);
  for (const segment of whole.path) {
    shape = shape === null ? null : memberOf(shape, segment.kind === "index" ? segment.index : segment.name);
  }
  // A pipeline that gave one item is looped over as one, whatever that item is (D11).
  const types = shape === null ? null : typesOf(shape);
  const isList = types !== null && types.size === 1 && types.has("array");
  return shape !== null && isList ? memberOf(shape, 0) : null;
}
