import type { DataNode, EntryNode, MapNode, WorkflowTree } from "@lobster-lang/language";
import { type OrderedMap, orderedMaps, ranksOf } from "./key-order.ts";
import { indentOf, isBlank, SourceLines } from "./text-lines.ts";
import type { TextChange } from "./write-scalars.ts";

/**
 * Changes that put the keys of steps and of the file into their order, each with the comments above it. Of maps inside
 * each other only the inner ones are changed: the next round does the rest.
 */
export function orderChanges(tree: WorkflowTree): TextChange[] {
  const lines = new SourceLines(tree.text);
  const all = orderedMaps(tree).flatMap((ordered) => orderChange(ordered, lines) ?? []);
  return all.filter(({ range }) => !all.some((other) => other.range !== range && encloses(range, other.range)));
}

function encloses(outer: TextChange["range"], inner: TextChange["range"]): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** An entry with its lines. */
interface Chunk {
  readonly rank: number;
  /** Empty lines above it and its comments. */
  readonly blanks: string;
  /** From the first of its comments on, without the indentation of the first line; ends with a line end. */
  readonly comments: string;
  readonly body: string;
}

function orderChange({ part, map }: OrderedMap, lines: SourceLines): TextChange | null {
  const { entries } = map;
  if (map.flow || map.merges !== undefined || entries.length < 2) return null;
  const ranks = ranksOf(
    part,
    entries.map((entry) => entry.key.text),
  );
  if (ranks.every((rank, index) => index === 0 || ranks[index - 1]! <= rank) || !canMove(map)) return null;
  const column = lines.columnOf(entries[0]!.key.range.start);
  const chunks = chunksOf(entries, ranks, column, lines);
  if (chunks === null) return null;
  const order = chunks.toSorted((a, b) => a.rank - b.rank);
  const behindDash = !isBlank(lines.before(entries[0]!.key.range.start));
  const isOnTop = behindDash || lines.lineOf(entries[0]!.key.range.start) === 0;
  const text = joined(order, chunks[0]!, column, { behindDash, isOnTop });
  if (text === null) return null;
  const start = entries[0]!.key.range.start;
  const last = lastLine(entries.length - 1, entries, column, lines);
  return { range: { start, end: Math.min(lines.text.length, lines.endOf(last) + 1) }, text };
}

/** A name must stand above what repeats it, so that a map with either stays as it is; each key needs lines of its own. */
function canMove(map: MapNode): boolean {
  const isFree = (node: DataNode | null): boolean => {
    if (node === null) return true;
    if (node.kind === "alias" || node.anchor !== undefined) return false;
    if (node.kind === "list") return node.items.every(isFree);
    if (node.kind === "map") return node.merges === undefined && node.entries.every((entry) => isFree(entry.value));
    return true;
  };
  return map.anchor === undefined && map.entries.every((entry) => isFree(entry.key) && isFree(entry.value));
}

function chunksOf(
  entries: readonly EntryNode[],
  ranks: readonly number[],
  column: number,
  lines: SourceLines,
): readonly Chunk[] | null {
  const chunks: Chunk[] = [];
  let next = lines.lineOf(entries[0]!.key.range.start);
  for (const [index, entry] of entries.entries()) {
    const { start } = entry.key.range;
    const own = lines.lineOf(start);
    if (index > 0 && (own < next || lines.before(start) !== " ".repeat(column))) return null;
    let above = next;
    while (above < own && isBlank(lines.line(above))) above++;
    const last = lastLine(index, entries, column, lines);
    chunks.push({
      rank: ranks[index]!,
      blanks: linesFrom(next, above, lines),
      comments: linesFrom(above, own, lines),
      body: `${lines.text.slice(start, lines.endOf(last))}\n`,
    });
    next = last + 1;
  }
  return chunks;
}

/** The last line of an entry: its comments that are indented deeper than its key are lines of it, too. */
function lastLine(index: number, entries: readonly EntryNode[], column: number, lines: SourceLines): number {
  const { range } = entries[index]!;
  const following = entries[index + 1];
  const limit = following === undefined ? lines.starts.length : lines.lineOf(following.key.range.start);
  let last = lines.lastLineOf(range);
  for (let at = last + 1; at < limit; at++) {
    const line = lines.line(at);
    if (isBlank(line)) continue;
    if (!line.trimStart().startsWith("#") || indentOf(line) <= column) break;
    last = at;
  }
  return last;
}

function linesFrom(first: number, end: number, lines: SourceLines): string {
  return first >= end ? "" : lines.text.slice(lines.starts[first], lines.endOf(end - 1) + 1);
}

/** Null where a comment would have to stand behind the dash of its step. */
function joined(
  order: readonly Chunk[],
  oldFirst: Chunk,
  column: number,
  { behindDash, isOnTop }: { readonly behindDash: boolean; readonly isOnTop: boolean },
): string | null {
  const [first, ...others] = order as [Chunk, ...Chunk[]];
  const keepsBlanks = first.comments !== "" && !isOnTop;
  if (behindDash && first.comments !== "") return null;
  const margin = " ".repeat(column);
  // What is first now stands at the place of what was: the empty lines above it go there, unless they part its comments
  // from others.
  const rest = others.map((chunk) => {
    const blanks = chunk === oldFirst && !keepsBlanks ? first.blanks : chunk.blanks;
    return blanks + chunk.comments + margin + chunk.body;
  });
  const head = first.comments === "" ? first.body : first.comments.trimStart() + margin + first.body;
  return (keepsBlanks ? first.blanks : "") + head + rest.join("");
}
