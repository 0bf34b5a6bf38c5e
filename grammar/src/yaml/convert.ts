import type { DataNode, EntryNode, ListNode, NameNode, ScalarNode, ScalarStyle } from "@lobster-lang/language";
import { type CST, isAlias, isMap, isScalar } from "yaml";
import type { Alias, Pair, ParsedNode, Scalar, YAMLMap, YAMLSeq } from "yaml";
import type { AnchorLink, Link, OpenAlias, OpenMap } from "./links.ts";
import type { PieceText } from "./piece-text.ts";
import { scalarValue } from "./parse.ts";
import { ScalarMap } from "./scalar-map.ts";

/** A value that YAML cannot read as its author meant it: the whole of `[from, to)` is taken as plain text. */
export interface RawValue {
  readonly from: number;
  readonly to: number;
}

export interface Converted {
  readonly root: DataNode | null;
  readonly links: readonly Link[];
}

type Tokens = readonly CST.SourceToken[] | undefined;

interface Names {
  anchor?: NameNode;
  tag?: NameNode;
}

/**
 * Nodes of the `yaml` package → our nodes. `rawValues` (by their start in the author's text) replace what was parsed there. `mergeRoot` is
 * false for a piece that is one key of the file: its `<<` belongs to the map of the whole file.
 */
export function convert(
  piece: PieceText,
  root: ParsedNode | null,
  props: Tokens,
  rawValues: ReadonlyMap<number, RawValue>,
  mergeRoot: boolean,
): Converted {
  const conversion = new Conversion(piece, rawValues, mergeRoot ? null : root);
  return { root: conversion.node(root, props, false), links: conversion.links };
}

const styles: Readonly<Record<string, ScalarStyle>> = {
  QUOTE_SINGLE: "single",
  QUOTE_DOUBLE: "double",
  BLOCK_LITERAL: "literal",
  BLOCK_FOLDED: "folded",
};

class Conversion {
  readonly links: Link[] = [];
  readonly #piece: PieceText;
  readonly #rawValues: ReadonlyMap<number, RawValue>;
  readonly #unmerged: ParsedNode | null;
  /** Where the text has errors, a key that is no text follows from them. */
  readonly #reportsKeys: boolean;

  constructor(piece: PieceText, rawValues: ReadonlyMap<number, RawValue>, unmerged: ParsedNode | null) {
    this.#reportsKeys = piece.problems.length === 0;
    this.#piece = piece;
    this.#rawValues = rawValues;
    this.#unmerged = unmerged;
  }

  /** Recursion is bounded: the tokens were cut at the nesting limit. */
  node(node: ParsedNode | null | undefined, props: Tokens, inFlow: boolean): DataNode | null {
    if (node === null || node === undefined) return null;
    const raw = this.#rawValues.get(this.#at(node.range[0]));
    if (raw !== undefined) return this.#raw(raw, inFlow);
    const names = this.#names(props);
    const anchor = this.#openAnchor(names.anchor);
    const result = this.#content(node, names, inFlow);
    if (anchor !== null) {
      anchor.node = result;
      anchor.to = Math.max(anchor.to, this.#endOf(result));
    }
    return result;
  }

  #content(node: ParsedNode, names: Names, inFlow: boolean): DataNode {
    if (isScalar(node)) return this.#scalar(node as Scalar.Parsed, names, inFlow);
    if (isAlias(node)) return this.#alias(node as Alias.Parsed);
    if (isMap(node)) return this.#map(node as YAMLMap.Parsed, names, inFlow);
    return this.#list(node as YAMLSeq.Parsed, names, inFlow);
  }

  #scalar(node: Scalar.Parsed, names: Names, inFlow: boolean): ScalarNode {
    const from = this.#at(node.range[0]);
    const to = Math.max(from, this.#at(node.range[1]));
    const text = node.source ?? "";
    const style = styles[node.type ?? ""] ?? "plain";
    const read = this.#piece.mended.text.slice(node.range[0], node.range[1]);
    // Where something inside was mended, the author's text decodes to something else and the map becomes coarse.
    const source = to - from === read.length ? read : this.#piece.text.slice(from, to);
    const token = node.srcToken;
    const parentIndent = token !== undefined && "indent" in token ? token.indent : 0;
    const map = new ScalarMap(this.#piece.base, from, { style, source, parentIndent, inFlow }, text);
    const value = scalarValue(node.value, text);
    return { kind: "scalar", range: this.#piece.range(from, to), value, text, style, map, ...names };
  }

  #raw(raw: RawValue, inFlow: boolean): ScalarNode {
    const source = this.#piece.text.slice(raw.from, raw.to);
    const map = new ScalarMap(this.#piece.base, raw.from, { style: "plain", source, parentIndent: 0, inFlow }, source);
    const range = this.#piece.range(raw.from, raw.to);
    return { kind: "scalar", range, value: source, text: source, style: "plain", map };
  }

  #alias(node: Alias.Parsed): OpenAlias {
    const [from, to] = [this.#at(node.range[0]), this.#at(node.range[1])];
    const alias: OpenAlias = { kind: "alias", range: this.#piece.range(from, to), name: node.source, target: null };
    this.links.push({ kind: "alias", at: from, node: alias });
    return alias;
  }

  #map(node: YAMLMap.Parsed, names: Names, inFlow: boolean): OpenMap {
    const flow = node.flow === true;
    const own: EntryNode[] = [];
    const merges: EntryNode[] = [];
    const seen = new Map<string, EntryNode>();
    const start = this.#at(node.range[0]);
    let end = start;
    for (const pair of node.items) {
      const entry = this.#entry(pair, inFlow || flow);
      if (entry === null) continue;
      end = Math.max(end, this.#endOf(entry));
      this.#reportDuplicate(entry, seen);
      if (node !== this.#unmerged && isMergeKey(entry.key)) merges.push(entry);
      else own.push(entry);
    }
    const range = this.#piece.range(start, flow ? this.#at(node.range[1]) : end);
    const map: OpenMap = { kind: "map", range, flow, entries: own, ...names };
    if (merges.length > 0) {
      map.merges = merges;
      this.links.push({ kind: "merge", map, own, merges });
    }
    return map;
  }

  #entry(pair: Pair<ParsedNode, ParsedNode | null>, inFlow: boolean): EntryNode | null {
    const item = pair.srcToken as CST.BlockMap["items"][number] | undefined;
    const key = this.node(pair.key, item?.start, inFlow);
    const value = this.node(pair.value, item?.sep, inFlow);
    if (key === null) return null;
    const from = key.range.start - this.#piece.base.offset;
    if (key.kind !== "scalar") {
      const message = "a key must be text, not a list, a map or an alias: put it in quotes if it is meant as text";
      if (this.#reportsKeys) this.#piece.report({ rule: "yaml-syntax", from, to: this.#endOf(key), message });
      return null;
    }
    const colon = item?.sep?.find((token) => token.type === "map-value-ind");
    const valueEnd = value === null || isEmpty(value) ? 0 : this.#endOf(value);
    const colonEnd = colon === undefined ? 0 : this.#at(colon.offset + 1);
    const to = Math.max(this.#endOf(key), colonEnd, valueEnd, this.#namesEnd(item?.sep));
    return { kind: "entry", range: this.#piece.range(from, to), key, value };
  }

  #list(node: YAMLSeq.Parsed, names: Names, inFlow: boolean): ListNode {
    const flow = node.flow === true;
    const starts = itemStarts(node.srcToken);
    const items: (DataNode | null)[] = [];
    const first = this.#at(node.range[0]);
    let end = first;
    (node.items as (ParsedNode | null)[]).forEach((item, i) => {
      const start = starts[i];
      // In `[a: b]` the anchor before `a` is the key's, and the map around it has no token.
      const isPair = item !== null && isMap(item) && item.srcToken === undefined;
      const converted = this.node(item, isPair ? undefined : start, inFlow || flow);
      items.push(converted);
      const dash = start?.find((token) => token.type === "seq-item-ind");
      end = Math.max(end, dash === undefined ? 0 : this.#at(dash.offset + 1), this.#namesEnd(start));
      if (converted !== null && !isEmpty(converted)) end = Math.max(end, this.#endOf(converted));
    });
    const range = this.#piece.range(first, flow ? this.#at(node.range[1]) : end);
    return { kind: "list", range, flow, items, ...names };
  }

  #names(props: Tokens): Names {
    const names: Names = {};
    for (const token of props ?? none) {
      if (!isName(token)) continue;
      const range = this.#piece.range(this.#at(token.offset), this.#at(token.offset + token.source.length));
      if (token.type === "anchor") names.anchor = { range, name: token.source.slice(1) };
      else names.tag = { range, name: token.source };
    }
    return names;
  }

  #openAnchor(anchor: NameNode | undefined): AnchorLink | null {
    if (anchor === undefined || anchor.name === "") return null;
    const from = anchor.range.start - this.#piece.base.offset;
    const link: AnchorLink = { kind: "anchor", name: anchor.name, from, to: from, node: null };
    this.links.push(link);
    return link;
  }

  #reportDuplicate(entry: EntryNode, seen: Map<string, EntryNode>): void {
    const first = seen.get(entry.key.text);
    if (first === undefined) seen.set(entry.key.text, entry);
    else this.#piece.problems.push(duplicateKey(first, entry));
  }

  /** End of the last anchor or tag among these tokens. */
  #namesEnd(tokens: Tokens): number {
    let end = 0;
    for (const token of tokens ?? none) if (isName(token)) end = this.#at(token.offset + token.source.length);
    return end;
  }

  /** Offset in the author's text. */
  #at(offset: number): number {
    return this.#piece.mended.toOriginal(offset);
  }

  #endOf(node: { readonly range: { readonly end: number } }): number {
    return node.range.end - this.#piece.base.offset;
  }
}

/** The problem of a key that a map has already. */
export function duplicateKey(first: EntryNode, second: EntryNode): PieceText["problems"][number] {
  const name = second.key.text;
  const message = isMergeKey(second.key)
    ? "`<<` is written twice in this map: merge several maps with one list, `<<: [*a, *b]`"
    : `\`${name}\` is written twice in this map, and only one of them can count: remove or rename one`;
  return {
    rule: "duplicate-key",
    range: second.key.range,
    message,
    related: [{ range: first.key.range, message: `the first \`${name}\`` }],
  };
}

/** Whether a key is YAML's merge key: a plain `<<` (D14). */
export function isMergeKey(key: ScalarNode): boolean {
  return key.text === "<<" && key.style === "plain";
}

function isEmpty(node: DataNode): boolean {
  return node.range.start === node.range.end;
}

const none: readonly CST.SourceToken[] = [];

function isName(token: CST.SourceToken): boolean {
  return token.type === "anchor" || token.type === "tag";
}

/** The tokens before each item, for those items that become nodes (a lone comment does not). */
function itemStarts(token: CST.Token | undefined): Tokens[] {
  if (token?.type === "block-seq") {
    return token.items.filter((item) => item.value !== undefined || !isOnlyBlank(item.start)).map((item) => item.start);
  }
  if (token?.type !== "flow-collection") return [];
  return token.items
    .filter((item) => item.value !== undefined || item.sep !== undefined || item.key || !isOnlyBlank(item.start))
    .map((item) => item.start);
}

function isOnlyBlank(tokens: readonly CST.SourceToken[]): boolean {
  return !tokens.some((token) => ["seq-item-ind", "explicit-key-ind", "anchor", "tag"].includes(token.type));
}
