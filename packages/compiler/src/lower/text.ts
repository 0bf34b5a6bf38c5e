import {
  referenceField,
  type ArgRefNode,
  type KnownNames,
  type RefNode,
  type TextNode,
  type TextPart,
} from "@lobster-lang/language";
import type { ArgPiece, Part, Reference, RefPiece, Text } from "@lobster-lang/plan";
import { isKnown } from "./lowering.ts";

/** The pieces of a text; escapes stand for what they mean (D44), and what names nothing is text. */
export function lowerText(node: TextNode, names: KnownNames): Text {
  return lowerParts(node.parts, names);
}

/** The same for parts that are no whole text: a word, the value of a `where`. */
export function lowerParts(parts: readonly TextPart[], names: KnownNames): Text {
  return merged(parts.map((part) => lowerPart(part, names)));
}

/** One piece of a text. */
export function lowerPart(part: TextPart, names: KnownNames): Part {
  if (part.kind !== "arg" && part.kind !== "ref") return { text: part.text };
  return isKnown(part, names) ? lowerSubstitution(part) : { text: asWritten(part) };
}

/** A reference or argument as the plan names it. */
export function lowerSubstitution(node: RefNode | ArgRefNode): ArgPiece | RefPiece {
  return node.kind === "arg" ? { arg: node.name } : { ref: lowerReference(node) };
}

/** The field gets its canonical name; what follows it stays as it is. */
export function lowerReference(node: RefNode): Reference {
  const field = referenceField(node.field.name)?.name ?? node.field.name;
  const path = node.path.map((segment) => (segment.kind === "index" ? segment.index : segment.name));
  return { step: node.id, path: [field, ...path] };
}

/** Neighbouring texts as one, and no empty ones: the same text always gives the same pieces. */
export function merged<Piece extends object>(
  pieces: readonly (Piece | { readonly text: string })[],
): readonly (Piece | { readonly text: string })[] {
  const result: (Piece | { readonly text: string })[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (!isText(piece)) result.push(piece);
    else if (last !== undefined && isText(last)) result[result.length - 1] = { text: last.text + piece.text };
    else if (piece.text !== "") result.push(piece);
  }
  return result;
}

function isText(piece: object): piece is { readonly text: string } {
  return "text" in piece;
}

/** The literal text of a text without substitutions, or null. */
export function literalOf(text: Text): string | null {
  const [piece, ...more] = text;
  if (piece === undefined) return "";
  return more.length === 0 && "text" in piece ? piece.text : null;
}

/** The spelling of something that looks like a substitution and is none. */
function asWritten(node: RefNode | ArgRefNode): string {
  if (node.kind === "arg") return `\${${node.name}}`;
  const path = node.path.map((segment) => {
    if (segment.kind === "index") return `[${segment.index}]`;
    return segment.form === "dot" ? `.${segment.name}` : `[${JSON.stringify(segment.name)}]`;
  });
  return `$${node.id}.${node.field.name}${path.join("")}`;
}
