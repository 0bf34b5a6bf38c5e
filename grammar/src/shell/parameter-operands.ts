import type { ParameterExpansionPart, Word } from "unbash";
import type { NameKinds } from "./command-context.ts";
import { assignmentContext } from "./command-context.ts";
import type { PlaceContext, Refusal } from "./place-context.ts";
import { exactContext, plainContext, refusals } from "./place-context.ts";

/** A word inside `${x…}` and how it is read, or a piece in which no value may stand. */
export type Operand =
  | { readonly word: Word; readonly context: PlaceContext }
  | { readonly node: { readonly pos: number; readonly end: number }; readonly refusal: Refusal };

const calculated: PlaceContext = { ...plainContext, role: "arithmetic" };

/** The operands of `${x…}`: a default by its place, a pattern as one literal text, offsets and subscripts calculated. */
export function operandsOf(part: ParameterExpansionPart, context: PlaceContext, kinds: NameKinds): readonly Operand[] {
  const index: Operand[] = part.index === undefined ? [] : [{ word: part.index, context: calculated }];
  return [...index, ...ofOperation(part, context, kinds)];
}

function ofOperation(part: ParameterExpansionPart, context: PlaceContext, kinds: NameKinds): readonly Operand[] {
  const { operation } = part;
  if (operation === undefined) return [];
  // Quotes make a value literal in a pattern, inside double quotes too.
  const pattern: PlaceContext = { ...exactContext, refusal: context.refusal, operand: true };
  switch (operation.type) {
    case "Default": {
      const assigned = operation.operator.includes("=") ? assignmentContext(part.parameter, "", kinds) : context;
      const role = assigned.role === "arithmetic" ? "arithmetic" : context.role;
      const refusal = context.refusal ?? assigned.refusal;
      return [{ word: operation.operand, context: { ...context, refusal, role, operand: true } }];
    }
    case "Remove":
      return [{ word: operation.operand, context: pattern }];
    case "Replace":
      return [
        { word: operation.pattern, context: pattern },
        { node: operation.replacement, refusal: refusals.replacement },
      ];
    case "Slice": {
      const words = operation.length === undefined ? [operation.offset] : [operation.offset, operation.length];
      return words.map((word) => ({ word, context: calculated }));
    }
    default:
      return [{ node: operation, refusal: refusals.transform }];
  }
}
