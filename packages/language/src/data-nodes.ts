import type { Range } from "./range.ts";

/**
 * The data layer of the tree: what YAML or JSON says, with exact places and without any meaning.
 * Every `range` is in source offsets. Ranges of a tree that came from an incremental reader stay
 * right until that reader reads a newer text.
 */
export type DataNode = ScalarNode | MapNode | ListNode | AliasNode;

export type ScalarStyle = "plain" | "single" | "double" | "literal" | "folded";

export interface ScalarNode {
  readonly kind: "scalar";
  /** Whole token: with quotes, or with the block header. */
  readonly range: Range;
  /** The value by the YAML 1.2 core schema (or JSON). */
  readonly value: string | number | boolean | null;
  /** The decoded text as the author wrote it: `1.10` stays `1.10`, an empty value is "". */
  readonly text: string;
  readonly style: ScalarStyle;
  /** Decoded text ↔ source. */
  readonly map: TextMap;
  readonly anchor?: NameNode;
  readonly tag?: NameNode;
}

export interface MapNode {
  readonly kind: "map";
  readonly range: Range;
  readonly flow: boolean;
  /** The author's own entries, then what `<<` brought in (`mergedBy`); the `<<` keys themselves are in `merges`. */
  readonly entries: readonly EntryNode[];
  /** The `<<` entries as written, where there are any (D14). */
  readonly merges?: readonly EntryNode[];
  readonly anchor?: NameNode;
  readonly tag?: NameNode;
}

export interface EntryNode {
  readonly kind: "entry";
  readonly range: Range;
  /** Keys that are no scalar are a problem of rule yaml-syntax and do not appear. */
  readonly key: ScalarNode;
  readonly value: DataNode | null;
  /** The `<<` key that brought this entry in (D14); its range stays that of the merged map's entry. */
  readonly mergedBy?: Range;
}

export interface ListNode {
  readonly kind: "list";
  readonly range: Range;
  readonly flow: boolean;
  readonly items: readonly (DataNode | null)[];
  readonly anchor?: NameNode;
  readonly tag?: NameNode;
}

export interface AliasNode {
  readonly kind: "alias";
  readonly range: Range;
  readonly name: string;
  /** The anchored node; null where it does not exist or would contain itself (a problem then says so). */
  readonly target: DataNode | null;
}

export interface NameNode {
  readonly range: Range;
  readonly name: string;
}

export interface CommentNode {
  readonly kind: "comment";
  /** From `#` to the line's end. */
  readonly range: Range;
  /** Text after the `#`. */
  readonly text: string;
}

/** Decoded text of one scalar ↔ its source. Both directions are total and never leave the scalar. */
export interface TextMap {
  /** Source range of the decoded interval `[start, end)`; covers escapes and folds that lie inside. */
  toSource(start: number, end: number): Range;
  /** Decoded offset nearest to a source offset. */
  toText(offset: number): number;
  /** Whether the decoded interval stands in the source character for character (an edit there needs no rewriting). */
  isVerbatim(start: number, end: number): boolean;
  /**
   * Source text that, put in place of the verbatim decoded interval `[start, end)`, reads back as `text`;
   * null where this style has no way to say it (a newline in a plain scalar …): then the scalar must be rewritten.
   * Without the interval the answer holds for any place inside a word, and so is more often null.
   */
  encode(text: string, start?: number, end?: number): string | null;
}

/** The node behind an alias, or the node itself. */
export function resolved(node: DataNode | null | undefined): ScalarNode | MapNode | ListNode | null {
  let current = node ?? null;
  for (let hops = 0; current?.kind === "alias"; hops++) {
    if (hops > 100) return null;
    current = current.target;
  }
  return current;
}

/** The entry of a map with this key: the author's own before a merged one. */
export function entryOf(map: MapNode, key: string): EntryNode | undefined {
  // Asked for each key of each step: a loop costs half of what `find` does.
  for (const entry of map.entries) if (entry.key.text === key) return entry;
  return undefined;
}

/** The plain JavaScript value of a node (aliases followed, merged entries included, own properties only). */
export function plainValue(node: DataNode | null): unknown {
  const target = resolved(node);
  if (target === null) return null;
  if (target.kind === "scalar") return target.value;
  if (target.kind === "list") return target.items.map(plainValue);
  const result = Object.create(null) as Record<string, unknown>;
  for (const entry of target.entries) result[entry.key.text] = plainValue(entry.value);
  return { ...result };
}
