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
  const found: Reference[] = [];
  for (const place of places) {
    const { content } = place;
    switch (content.kind) {
      case "text":
      case "shell":
        addReferences(content.text.parts, place, null, found);
        break;
      case "condition":
        addOfCondition(content.condition.expression, place, found);
        break;
      case "pipeline":
        for (const { word, argument } of pipelineWords(content.pipeline)) {
          if (argument?.content?.kind !== "shell") addReferences(word.parts, place, argument, found);
        }
    }
  }
  return found;
}

/** References of a condition from left to right. */
function addOfCondition(node: ConditionNode, place: TextPlace, to: Reference[]): void {
  switch (node.kind) {
    case "ref":
    case "arg":
      to.push(reference(node, place, null));
      return;
    case "logical":
    case "compare":
      addOfCondition(node.left, place, to);
      addOfCondition(node.right, place, to);
      return;
    case "not":
      addOfCondition(node.operand, place, to);
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

function addReferences(
  parts: readonly TextPart[],
  place: TextPlace,
  argument: BoundArgument | null,
  to: Reference[],
): void {
  for (const part of parts) {
    if (part.kind === "ref" || part.kind === "arg") to.push(reference(part, place, argument));
  }
}

function reference(ref: RefNode | ArgRefNode, place: TextPlace, argument: BoundArgument | null): Reference {
  return { ref, step: place.step, place, argument, at: ref };
}
