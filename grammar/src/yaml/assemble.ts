import type { DataNode, EntryNode, ListNode, MapNode, Problem, Range } from "@lobster-lang/language";
import { covering } from "@lobster-lang/language";
import { duplicateKey, isMergeKey } from "./convert.ts";
import { mergedEntries } from "./linker.ts";
import type { StoredPiece } from "./piece.ts";

export interface Assembled {
  readonly root: DataNode | null;
  /** Of the file as a whole: keys that two pieces share. */
  readonly problems: readonly Problem[];
}

/** The tree of a file from its linked pieces. The root and the list of steps are new at each reading, the rest is kept. */
export function assemble(pieces: readonly StoredPiece[]): Assembled {
  const whole = pieces.find((piece) => piece.kind === "whole" || piece.kind === "json");
  if (whole !== undefined) return { root: whole.root, problems: [] };
  const problems: Problem[] = [];
  const written: EntryNode[] = [];
  pieces.forEach((piece, at) => {
    if (piece.kind === "steps") written.push(...piece.entries.map((entry) => withItems(entry, pieces, at)));
    else written.push(...piece.entries);
  });
  if (written.length === 0) return { root: null, problems };
  reportDuplicates(written, problems);
  const own = written.filter((entry) => !isMergeKey(entry.key));
  const merges = written.filter((entry) => isMergeKey(entry.key));
  const entries = merges.length === 0 ? written : mergedEntries(own, merges, problems);
  const map: MapNode = { kind: "map", range: span(written), flow: false, entries };
  return { root: merges.length === 0 ? map : { ...map, merges }, problems };
}

/** `steps:` with the items of the pieces that follow it. */
function withItems(entry: EntryNode, pieces: readonly StoredPiece[], at: number): EntryNode {
  let end = at + 1;
  while (pieces[end]?.kind === "item") end++;
  const items = pieces.slice(at + 1, end);
  const ranges = items.map((piece) => piece.itemRange).filter((range) => range !== null);
  const range = ranges.length === 0 ? entry.range : covering(ranges[0]!, ranges.at(-1)!);
  const list: ListNode = { kind: "list", range, flow: false, items: items.flatMap((piece) => piece.items) };
  return { ...entry, range: covering(entry.range, range), value: list };
}

function reportDuplicates(entries: readonly EntryNode[], problems: Problem[]): void {
  const seen = new Map<string, EntryNode>();
  for (const entry of entries) {
    const first = seen.get(entry.key.text);
    if (first === undefined) seen.set(entry.key.text, entry);
    // Entries of one piece were compared when it was read.
    else if (!isSamePiece(first, entry)) problems.push(duplicateKey(first, entry));
  }
}

function isSamePiece(a: EntryNode, b: EntryNode): boolean {
  return baseOf(a.key.range) === baseOf(b.key.range);
}

function baseOf(range: Range): unknown {
  return "base" in range ? range.base : null;
}

function span(entries: readonly EntryNode[]): Range {
  return covering(entries[0]!.range, entries.at(-1)!.range);
}
