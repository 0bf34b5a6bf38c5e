import type { Embedded, Range, TextSource, WordNode } from "@lobster-lang/language";
import type { TextPlace } from "../model.ts";
import { pipelineWords } from "../model/references.ts";
import { sourceOf } from "./places.ts";

/** A place where a text reads an environment variable of our prefix: `$NAME`, `${NAME:-x}`, `process.env.NAME` … */
export interface VariableRead {
  readonly name: string;
  readonly at: Embedded;
  /** The whole expansion with its `$` and braces; null for a read by another language's words. */
  readonly expansion: Embedded | null;
  /** What stands behind the name in braces: `:-default`. */
  readonly operator: string;
  readonly place: TextPlace;
  /** The decoded text that spans count in. */
  readonly source: TextSource;
}

const expansion = /\$(?:\{[#!]?(LOBSTER_\w+)([^}\n]*)\}|(LOBSTER_\w+))/g;
const otherRead =
  /(?:\bprocess\.env\.|\bprocess\.env\[\s*['"]|\benviron(?:\.get\(|\[)\s*['"]|\bgetenv\(\s*['"]|\bprintenv\s+|\bENV\[\s*['"]|\bENV\.|\benv\.)(LOBSTER_\w+)/g;

/** Every read of a `LOBSTER_…` variable in a text, also in quotes and here-documents; comments of a script are none. */
export function variableReads(place: TextPlace): VariableRead[] {
  const source = sourceOf(place);
  if (!source.text.includes("LOBSTER_")) return [];
  if (place.content.kind === "pipeline") {
    return pipelineWords(place.content.pipeline).flatMap(({ word, argument }) =>
      argument?.content?.kind === "shell"
        ? []
        : readsIn(word.text, place, source, (start, end) => word.rangeOf(start, end)),
    );
  }
  const comments = place.content.kind === "shell" ? commentLines(source.text) : [];
  const inSource = (start: number, end: number): Embedded => ({
    span: { start, end },
    range: source.map.toSource(start, end),
  });
  return readsIn(source.text, place, source, inSource).filter(
    (read) => !comments.some((line) => line.start <= read.at.span.start && read.at.span.start < line.end),
  );
}

function readsIn(text: string, place: TextPlace, source: TextSource, at: WordNode["rangeOf"]): VariableRead[] {
  const expanded = [...text.matchAll(expansion)].map((match): VariableRead => {
    const name = match[1] ?? match[3] ?? "";
    const start = match.index + match[0].indexOf(name);
    const whole = at(match.index, match.index + match[0].length);
    return { name, at: at(start, start + name.length), expansion: whole, operator: match[2] ?? "", place, source };
  });
  const read = [...text.matchAll(otherRead)].map((match): VariableRead => {
    const name = match[1]!;
    const end = match.index + match[0].length;
    return { name, at: at(end - name.length, end), expansion: null, operator: "", place, source };
  });
  return [...expanded, ...read];
}

function commentLines(script: string): Range[] {
  return [...script.matchAll(/^[ \t]*#.*$/gm)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}
