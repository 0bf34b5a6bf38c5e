import type { BoundArgument, Range, TextPart, TextSource } from "@lobster-lang/language";
import type { TextPlace } from "../model.ts";
import { pipelineWords } from "../model/references.ts";

/** The decoded text that a place was read from. */
export function sourceOf(place: TextPlace): TextSource {
  const { content } = place;
  switch (content.kind) {
    case "text":
    case "shell":
      return content.text.source;
    case "condition":
      return content.condition.source;
    case "pipeline":
      return content.pipeline.source;
  }
}

export interface PlacedPart {
  readonly part: TextPart;
  readonly place: TextPlace;
  /** For a word of a pipeline. */
  readonly argument: BoundArgument | null;
  /** The part before and after, to see what it is glued to. */
  readonly next: TextPart | null;
}

/** Parts of a text, or of a pipeline's words outside of shell text; a condition has none. Kept, as many rules ask. */
export function partsOf(place: TextPlace): readonly PlacedPart[] {
  place.facts.parts ??= placedParts(place);
  return place.facts.parts;
}

function placedParts(place: TextPlace): PlacedPart[] {
  const { content } = place;
  switch (content.kind) {
    case "text":
    case "shell":
      return withNext(content.text.parts, place, null);
    case "condition":
      return [];
    case "pipeline":
      return pipelineWords(content.pipeline).flatMap(({ word, argument }) =>
        argument?.content?.kind === "shell" ? [] : withNext(word.parts, place, argument),
      );
  }
}

function withNext(parts: readonly TextPart[], place: TextPlace, argument: BoundArgument | null): PlacedPart[] {
  return parts.map((part, index) => ({ part, place, argument, next: parts[index + 1] ?? null }));
}

/** Whether the argument is a text in which `{{ … }}` is an expression of the stage. */
export function takesTemplate(argument: BoundArgument | null): boolean {
  return argument?.content?.kind === "template" || argument?.content?.kind === "assignment";
}

/** Whether the word belongs to a program that `exec` starts: what it means is that program's business. */
export function isProgramWord(place: TextPlace, argument: BoundArgument | null, range: Range): boolean {
  if (place.content.kind !== "pipeline") return false;
  const stage = place.content.pipeline.stages.find(
    (one) => one.range.start <= range.start && range.end <= one.range.end,
  );
  return stage?.name?.text === "exec" && (argument === null || argument.flag === null);
}

/** Whether an offset of a script lies in the body of a here-document with a quoted end word: nothing expands there. */
function inQuotedHereDocument(script: string, offset: number): boolean {
  for (const match of script.matchAll(/<<-?[ \t]*(?:'([^'\n]+)'|"([^"\n]+)"|\\(\w+))/g)) {
    if (match.index > offset) return false;
    const word = match[1] ?? match[2] ?? match[3] ?? "";
    const body = script.indexOf("\n", match.index);
    if (body === -1 || offset <= body) continue;
    const rest = script.slice(body).split("\n");
    let end = body;
    for (const [index, line] of rest.entries()) {
      if (index > 0 && line.trim() === word) break;
      end += line.length + 1;
    }
    if (offset < end) return true;
  }
  return false;
}

/**
 * Whether an offset of a script lies where `${…}` belongs to another program: in a quoted here-document, or in the
 * backticks of a JavaScript template.
 */
export function inTemplateLiteral(script: string, offset: number): boolean {
  if (inQuotedHereDocument(script, offset)) return true;
  const line = script.lastIndexOf("\n", offset - 1) + 1;
  return script.slice(line, offset).split("`").length % 2 === 0;
}

/** Whether letters, digits, a dot or a bracket follow, which a reference in this place would take as its own. */
export function isGlued(placed: PlacedPart): boolean {
  const { next } = placed;
  return next?.kind === "literal" && /^(?:[A-Za-z0-9_]|\.[A-Za-z0-9_]|\[)/.test(next.text);
}
