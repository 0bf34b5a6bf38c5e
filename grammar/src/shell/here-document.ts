import type { Command, HereDoc, WordPart } from "unbash";
import { readCommand } from "./command-context.ts";
import type { PlaceContext } from "./place-context.ts";
import { plainContext, refusals } from "./place-context.ts";
import { languageOfStdin } from "./program-rules.ts";
import type { ScriptView } from "./script-view.ts";
import { viewOf } from "./script-view.ts";
import { readsScriptFromStdin } from "./shell-words.ts";
import type { Walk } from "./walk.ts";

/** What is left to walk of a here-document: parts that the shell expands, or a script of an inner shell. */
export interface HereDocumentReading {
  readonly parts: readonly WordPart[];
  readonly context: PlaceContext;
  readonly script: ScriptView | null;
}

/**
 * Decides the substitutions of a here-document with a quoted end word, where nothing expands: the end word loses its
 * quotes and the rest of the body is escaped, so that the body stays what it was (D1). The script of a shell that reads
 * it from there is read as a script of its own and stays quoted.
 */
export function hereDocument(node: HereDoc, command: Command | null, base: number, walk: Walk): HereDocumentReading {
  const { decisions, text } = walk;
  const start = base + node.body.pos;
  const end = base + node.body.end;
  if (node.delimiter !== undefined)
    decisions.refuseWithin(base + node.delimiter.pos, base + node.delimiter.end, refusals.delimiter);
  const reading =
    command === null
      ? null
      : readCommand(
          command,
          () => false,
          () => false,
        );
  const stdin = reading?.name == null ? null : languageOfStdin(reading.name, reading.words);
  const context: PlaceContext = {
    ...plainContext,
    quoted: true,
    hereDocument: true,
    command: reading?.name ?? null,
    code: stdin?.language ?? null,
  };
  const nothing: HereDocumentReading = { parts: [], context, script: null };
  if (node.closing === undefined) {
    decisions.refuseWithin(start, end, refusals.openHereDocument);
    return nothing;
  }
  if (node.delimiter?.quoted !== true) return { parts: node.body.parts ?? [], context, script: null };
  const places = decisions.within(start, end);
  if (reading?.name != null && readsScriptFromStdin(reading.name, reading.words)) {
    const script = viewOf(text, start, end);
    return script.errors.length === 0 ? { ...nothing, script } : nothing;
  }
  if (places.length === 0) return nothing;
  if (stdin?.away === true) {
    decisions.refuseWithin(start, end, refusals.otherEnvironment(reading?.name ?? stdin.language));
    return nothing;
  }
  if (!/^[A-Za-z_]\w*$/.test(node.delimiter.value)) {
    decisions.refuseWithin(start, end, refusals.oddDelimiter);
    return nothing;
  }
  for (const place of places) decisions.quotedHereDocument(place, context);
  decisions.edits.push({
    start: base + node.delimiter.pos,
    end: base + node.delimiter.end,
    text: node.delimiter.value,
  });
  for (let at = start; at < end; at++) {
    const place = places.find((it) => it.start === at);
    if (place !== undefined) at = place.end - 1;
    else if (/[\\$`]/.test(text[at]!)) decisions.edits.push({ start: at, end: at, text: "\\" });
  }
  return nothing;
}
