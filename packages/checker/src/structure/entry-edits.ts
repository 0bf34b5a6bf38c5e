import type { EntryNode, MapNode, ScalarNode, TextEdit, WorkflowTree } from "@lobster-lang/language";
import { endOfLine } from "../fixes/entries.ts";

/** The edit that gives an entry another key; null for an entry that a merge key brought in. */
export function renameKey(tree: WorkflowTree, entry: EntryNode, key: string): TextEdit | null {
  if (entry.mergedBy !== undefined) return null;
  const quoted = /^["']/.test(tree.text.slice(entry.key.range.start, entry.key.range.end));
  return { range: entry.key.range, text: quoted ? JSON.stringify(key) : key };
}

/** The edit that puts another text in place of a value; of an entry without a value, behind its key. */
export function replaceValue(tree: WorkflowTree, entry: EntryNode, text: string): TextEdit | null {
  if (entry.mergedBy !== undefined || entry.value?.kind === "alias") return null;
  const { value } = entry;
  if (value !== null && value.range.end > value.range.start) {
    // A block scalar's range ends where the next line starts.
    const written = tree.text.slice(value.range.start, value.range.end).trimEnd().length;
    return { range: { start: value.range.start, end: value.range.start + written }, text };
  }
  const colon = tree.text.indexOf(":", entry.key.range.end);
  if (colon < 0 || colon > entry.key.range.end + 3) return null;
  return { range: { start: colon + 1, end: colon + 1 }, text: ` ${text}` };
}

/** The edit that takes an entry out, with its line where it has one for itself; null where nothing would be left. */
export function removeEntry(tree: WorkflowTree, map: MapNode, entry: EntryNode): TextEdit | null {
  if (entry.mergedBy !== undefined) return null;
  const own = map.entries.filter((other) => other.mergedBy === undefined);
  const at = own.indexOf(entry);
  const next = own[at + 1];
  const previous = own[at - 1];
  const start = entry.key.range.start;
  if (map.flow || tree.format === "json") {
    if (next !== undefined) return { range: { start, end: next.key.range.start }, text: "" };
    const from = previous === undefined ? start : previous.range.end;
    return { range: { start: from, end: entry.range.end }, text: "" };
  }
  if (own.length === 1) return null;
  const lineStart = tree.text.lastIndexOf("\n", start - 1) + 1;
  if (tree.text.slice(lineStart, start).trim() === "") {
    return { range: { start: lineStart, end: lineEnd(tree.text, entry.range.end) }, text: "" };
  }
  return next === undefined ? null : { range: { start, end: next.key.range.start }, text: "" };
}

/** Behind the line on which the last character before `end` stands. */
function lineEnd(text: string, end: number): number {
  const last = text.slice(0, end).trimEnd().length;
  const newline = text.indexOf("\n", last);
  return newline < 0 ? text.length : newline + 1;
}

/** The edit that puts `key: value` in front of a map's first own entry. */
export function prependEntry(tree: WorkflowTree, map: MapNode, key: string, value: string): TextEdit | null {
  const first = map.entries.find((entry) => entry.mergedBy === undefined);
  if (first === undefined) return null;
  const at = first.key.range.start;
  const name = tree.format === "json" ? JSON.stringify(key) : key;
  if (map.flow || tree.format === "json") return { range: { start: at, end: at }, text: `${name}: ${value}, ` };
  const lineStart = tree.text.lastIndexOf("\n", at - 1) + 1;
  const before = tree.text.slice(lineStart, at);
  if (!/^[ -]*$/.test(before)) return null;
  const line = endOfLine(tree.text) + " ".repeat(before.length);
  return { range: { start: at, end: at }, text: `${name}: ${value}${line}` };
}

/** A value as it can stand inside `{ … }`: its own spelling where that is possible, else quoted. */
export function flowText(tree: WorkflowTree, scalar: ScalarNode): string {
  const source = tree.text.slice(scalar.range.start, scalar.range.end);
  if (scalar.value === null) return "null";
  const quoted = scalar.style === "double" || scalar.style === "single";
  if (quoted && !source.includes("\n")) return source;
  const plain = scalar.style === "plain" && !/[,[\]{}#\n]|: |:$/.test(source);
  return plain ? source : JSON.stringify(scalar.text);
}
