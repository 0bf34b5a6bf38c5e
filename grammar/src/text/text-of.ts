import type { ArgRefNode, RefNode, TextNode, TextPart, TextRole, TextSource } from "@lobster-lang/language";
import { partsOf } from "./parts.ts";
import { scanText } from "./scan.ts";
import { placeIn } from "./text-source.ts";

/**
 * Reads the substitutions of a text (language.md "References", D44). Total: whatever is no substitution is literal, and
 * what only looks like one is a `suspect` part that means itself. A value is never read again (D3).
 */
export function textOf(source: TextSource, role: TextRole): TextNode {
  const found = scanText(source.text);
  if (found.length === 0) return literalText(source, role);
  return textFrom(
    source,
    role,
    partsOf(source.text, found, (start, end) => placeIn(source, start, end)),
  );
}

/** Most texts: nothing in them but themselves. */
function literalText(source: TextSource, role: TextRole): TextNode {
  const { text } = source;
  const { span, range } = placeIn(source, 0, text.length);
  const parts: readonly TextPart[] = text === "" ? [] : [{ kind: "literal", span, range, text }];
  return { kind: "text", span, range, role, source, parts, whole: null };
}

/** A text node around parts that are read already. */
export function textFrom(source: TextSource, role: TextRole, parts: readonly TextPart[]): TextNode {
  const { span, range } = placeIn(source, 0, source.text.length);
  return {
    kind: "text",
    span,
    range,
    role,
    source,
    parts,
    whole: wholeOf(parts),
  };
}

/** The single substitution that the trimmed text is, or null. */
function wholeOf(parts: readonly TextPart[]): RefNode | ArgRefNode | null {
  if (parts.length > 3) return null;
  const solid = parts.filter((part) => part.kind !== "literal" || part.text.trim() !== "");
  const only = solid.length === 1 ? solid[0]! : null;
  return only?.kind === "ref" || only?.kind === "arg" ? only : null;
}
