import type {
  ArgRefNode,
  BoundArgument,
  ConditionNode,
  PipelineNode,
  RefNode,
  TextPart,
  WordNode,
} from "@lobster-lang/language";
import { encloses } from "@lobster-lang/language";
import type { Reference, TextPlace } from "../model.ts";

/** All references of the given places, in their order. */
export function collectReferences(places: readonly TextPlace[]): Reference[] {
  return places.flatMap((place) => {
    const { content } = place;
    switch (content.kind) {
      case "text":
      case "shell":
        return references(content.text.parts, place, null);
      case "condition":
        return conditionReferences(content.condition.expression).map((ref) => reference(ref, place, null));
      case "pipeline":
        return pipelineWords(content.pipeline).flatMap(({ word, argument }) =>
          argument?.content?.kind === "shell" ? [] : references(word.parts, place, argument),
        );
    }
  });
}

/** References of a condition from left to right. */
function conditionReferences(node: ConditionNode): (RefNode | ArgRefNode)[] {
  switch (node.kind) {
    case "ref":
    case "arg":
      return [node];
    case "logical":
    case "compare":
      return [...conditionReferences(node.left), ...conditionReferences(node.right)];
    case "not":
      return conditionReferences(node.operand);
    case "value":
    case "missing":
      return [];
  }
}

export interface PlacedWord {
  readonly word: WordNode;
  readonly argument: BoundArgument | null;
}

/** Every word of a pipeline once, with the flag or positional that it is the value of. */
export function pipelineWords(pipeline: PipelineNode): PlacedWord[] {
  return pipeline.stages.flatMap((stage) => {
    const name = stage.name === null ? [] : [{ word: stage.name, argument: null }];
    // Arguments and words both come in file order, so one walk pairs them.
    let next = 0;
    const words = stage.words.map((word): PlacedWord => {
      while (next < stage.bound.length && stage.bound[next]!.range.end < word.range.end) next++;
      const argument = stage.bound[next];
      const inside = argument !== undefined && encloses(argument.range, word.range);
      return { word, argument: inside ? argument : null };
    });
    return [...name, ...words];
  });
}

function references(parts: readonly TextPart[], place: TextPlace, argument: BoundArgument | null): Reference[] {
  return parts.flatMap((part) =>
    part.kind === "ref" || part.kind === "arg" ? [reference(part, place, argument)] : [],
  );
}

function reference(ref: RefNode | ArgRefNode, place: TextPlace, argument: BoundArgument | null): Reference {
  return { ref, step: place.step, place, argument, at: ref };
}
