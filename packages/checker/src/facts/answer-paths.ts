import {
  nearest,
  plainValue,
  referenceField,
  type PathSegment,
  type RefNode,
  type StepNode,
} from "@lobster-lang/language";
import type { Model } from "../model.ts";
import { shown } from "../structure/describe.ts";
import { isSchema } from "./json-schema.ts";

type Schema = { readonly [keyword: string]: unknown };

/** A path into an answer that its schema does not know. */
export interface UnknownPath {
  readonly segment: PathSegment;
  /** Whether no answer can have it: else the schema merely does not name it. */
  readonly isImpossible: boolean;
  readonly message: string;
  readonly meant: string | null;
}

/** Where `$ask.response.…` leaves what the `responseSchema` of that step knows; null where it does not, or may not. */
export function unknownInAnswer(ref: RefNode, step: StepNode | null, model: Model): UnknownPath | null {
  if (referenceField(ref.field.name)?.name !== "response" || model.loopOf(ref.id, step) !== null) return null;
  let schema = schemaOf(model.steps.get(ref.id)?.step);
  for (const segment of ref.path) {
    if (schema === null || !isPlain(schema)) return null;
    const unknown = unknownAt(schema, segment);
    if (unknown !== null) return { ...unknown, segment };
    const inner: unknown =
      segment.kind === "index"
        ? schema["items"]
        : isMap(schema["properties"])
          ? schema["properties"][segment.name]
          : null;
    schema = isMap(inner) ? inner : null;
  }
  return null;
}

/** The schema of an input step, if it is one. */
function schemaOf(step: StepNode | undefined): Schema | null {
  const action = step?.actions.find((one) => one.kind === "input");
  const schema = action?.kind === "input" ? plainValue(action.responseSchema) : null;
  return isMap(schema) && isSchema(schema) ? schema : null;
}

/** Keywords by which a value may be more than `properties` say. */
const open = ["$ref", "allOf", "anyOf", "oneOf", "if", "patternProperties", "dependentSchemas", "dependencies", "not"];

function isPlain(schema: Schema): boolean {
  return !open.some((keyword) => Object.hasOwn(schema, keyword));
}

const singleTypes: ReadonlySet<unknown> = new Set(["string", "number", "integer", "boolean", "null"]);

function unknownAt(schema: Schema, segment: PathSegment): Omit<UnknownPath, "segment"> | null {
  const { type, properties, additionalProperties: more } = schema;
  if (segment.kind === "index") return null;
  if (singleTypes.has(type)) {
    if (type === "string" && segment.name === "length") return null;
    const message = `the answer is of type \`${String(type)}\` there, so it has no \`${segment.name}\``;
    return { isImpossible: true, meant: null, message };
  }
  if (type !== "object" || !isMap(properties) || Object.hasOwn(properties, segment.name)) return null;
  // Who allows more fields in so many words means to read them.
  if (more === true || isMap(more)) return null;
  const meant = nearest(segment.name, Object.keys(properties));
  const known = Object.keys(properties).map(shown).join(", ");
  const advice = meant === null ? `it has ${known === "" ? "none" : known}` : `write \`${meant}\``;
  const message = `the \`responseSchema\` has no field \`${segment.name}\`: ${advice}`;
  return { isImpossible: more === false, meant, message };
}

function isMap(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
