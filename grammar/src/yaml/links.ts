import type { AliasNode, DataNode, EntryNode, MapNode } from "@lobster-lang/language";

/** Nodes whose content depends on anchors elsewhere; only `linker.ts` writes to them after conversion. */
export type OpenAlias = { -readonly [Key in keyof AliasNode]: AliasNode[Key] };
export type OpenMap = { -readonly [Key in keyof MapNode]: MapNode[Key] };

/** An anchored node. `from` and `to` enclose it in its piece: an alias in between would contain itself. */
export interface AnchorLink {
  readonly kind: "anchor";
  readonly name: string;
  readonly from: number;
  to: number;
  node: DataNode | null;
}

export interface AliasLink {
  readonly kind: "alias";
  readonly at: number;
  readonly node: OpenAlias;
}

/** A map with `<<` keys: its entries are its own and those that the merged maps bring in. */
export interface MergeLink {
  readonly kind: "merge";
  readonly map: OpenMap;
  readonly own: readonly EntryNode[];
  readonly merges: readonly EntryNode[];
}

/** In the order of the text: anchors where they begin, maps with merges where they end. */
export type Link = AnchorLink | AliasLink | MergeLink;
