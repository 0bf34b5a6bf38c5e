import type { ArgRefNode, Embedded, PathSegment, RefNode, TextPart } from "@lobster-lang/language";
import type { Found, ScannedArg, ScannedRef, ScannedSegment } from "./scan.ts";

/** Says where an interval of the scanned text stands; each language around a text has its own. */
export type Place = (start: number, end: number) => Embedded;

/** The node of a scanned reference. */
export function refNode(text: string, start: number, ref: ScannedRef, place: Place): RefNode {
  const { span, range } = place(start, ref.end);
  const field = place(ref.field.start, ref.field.end);
  return {
    kind: "ref",
    span,
    range,
    id: text.slice(ref.id.start, ref.id.end),
    idSpan: place(ref.id.start, ref.id.end),
    field: {
      kind: "name",
      span: field.span,
      range: field.range,
      name: text.slice(ref.field.start, ref.field.end),
      form: "dot",
    },
    path: ref.path.map((segment) => segmentNode(text, segment, place)),
  };
}

function segmentNode(text: string, segment: ScannedSegment, place: Place): PathSegment {
  const { span, range } = place(segment.start, segment.end);
  if (segment.kind === "index") return { kind: "index", span, range, index: segment.index, form: "bracket" };
  if (segment.kind === "key") return { kind: "name", span, range, name: segment.name, form: "bracket" };
  return { kind: "name", span, range, name: text.slice(segment.start, segment.end), form: "dot" };
}

/** The node of a scanned argument. */
export function argNode(text: string, start: number, arg: ScannedArg, place: Place): ArgRefNode {
  const { span, range } = place(start, arg.end);
  return {
    kind: "arg",
    span,
    range,
    name: text.slice(arg.name.start, arg.name.end),
    nameSpan: place(arg.name.start, arg.name.end),
  };
}

/** The parts of a scanned text, gapless and in order. */
export function partsOf(text: string, found: readonly Found[], place: Place): readonly TextPart[] {
  const parts: TextPart[] = [];
  const literal = (start: number, end: number): void => {
    if (start === end) return;
    const { span, range } = place(start, end);
    parts.push({ kind: "literal", span, range, text: text.slice(start, end) });
  };
  let offset = 0;
  for (const { start, scanned } of found) {
    literal(offset, start);
    offset = scanned.end;
    if (scanned.kind === "ref") parts.push(refNode(text, start, scanned, place));
    else if (scanned.kind === "arg") parts.push(argNode(text, start, scanned, place));
    else if (scanned.kind === "escaped") {
      parts.push({ kind: "escaped", ...place(start, scanned.end), text: text.slice(scanned.dollar, scanned.end) });
    } else {
      parts.push({
        kind: "suspect",
        ...place(start, scanned.end),
        form: scanned.form,
        text: text.slice(start, scanned.end),
        content: text.slice(scanned.content.start, scanned.content.end),
      });
    }
  }
  literal(offset, text.length);
  return parts;
}
