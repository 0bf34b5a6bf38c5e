import { readLimitSettings } from "./limits.ts";
import { type DataNode, type EntryNode, type MapNode, nearest, type Problem, resolved } from "@lobster-lang/language";
import { quoted } from "./encode-scalar.ts";
import type { AliasLink, AnchorLink, MergeLink } from "./links.ts";
import type { StoredPiece } from "./piece.ts";

interface Anchored {
  readonly link: AnchorLink;
  readonly piece: StoredPiece;
  /** Size of the node's text with all aliases written out. */
  size: number;
}

/** Resolves aliases and merge keys of all pieces, in one pass in the order of the text. */
export class Linker {
  readonly #anchors = new Map<string, Anchored>();
  readonly #sizeLimit: number;
  readonly #expansion: number;
  #size = 0;
  /** Anchored nodes around the current place, outermost first. */
  #open: Anchored[] = [];

  /** The text with aliases written out may grow to `expansion` times `fileSize`. */
  constructor(fileSize: number, expansion: number) {
    this.#expansion = expansion;
    this.#sizeLimit = fileSize * expansion;
  }

  link(piece: StoredPiece): void {
    if (piece.links.length === 0) return;
    this.#open = [];
    const linkedTo: unknown[] = [];
    const problems: Problem[] = [];
    const merges: MergeLink[] = [];
    for (const link of piece.links) {
      if (link.kind === "anchor") this.#anchor(link, piece);
      else if (link.kind === "merge") merges.push(link);
      else this.#alias(link, linkedTo, problems);
    }
    const isSame = linkedTo.length === piece.linkedTo.length && linkedTo.every((to, i) => to === piece.linkedTo[i]);
    for (const merge of merges) mergeInto(merge, problems);
    piece.linkProblems = problems;
    piece.linkedTo = linkedTo;
    if (!isSame) piece.memo = {};
  }

  #anchor(link: AnchorLink, piece: StoredPiece): void {
    this.#close(link.from);
    const anchored: Anchored = { link, piece, size: link.to - link.from };
    this.#anchors.set(link.name, anchored);
    this.#open.push(anchored);
  }

  #alias(link: AliasLink, linkedTo: unknown[], problems: Problem[]): void {
    this.#close(link.at);
    const found = this.#anchors.get(link.node.name);
    link.node.target = null;
    if (found === undefined) {
      problems.push(unknownAlias(link, this.#anchors.size > maxCandidates ? [] : this.#anchors.keys()));
    } else if (this.#open.includes(found)) {
      problems.push(recursiveAlias(link, found));
    } else if (this.#size + found.size > this.#sizeLimit) {
      problems.push(tooMuch(link, this.#expansion));
    } else {
      this.#size += found.size;
      for (const around of this.#open) around.size += found.size;
      link.node.target = found.link.node;
    }
    linkedTo.push(link.node.target, link.node.target === null ? null : (found?.piece.memo ?? null));
  }

  #close(at: number): void {
    while (this.#open.length > 0 && this.#open.at(-1)!.link.to <= at) this.#open.pop();
  }
}

/** More names than anyone writes by hand are not searched for the one that was meant. */
const maxCandidates = 200;

function unknownAlias(link: AliasLink, names: Iterable<string>): Problem {
  const { name, range } = link.node;
  const meant = nearest(name, names);
  const hint = meant === null ? "put the value in quotes if it is meant as text" : `did you mean \`*${meant}\``;
  const message = `\`*${name}\` repeats a value that is marked \`&${name}\`, and no such mark stands above it: ${hint}`;
  const fix =
    meant === null
      ? { title: "put the value in quotes", safe: !/^[\w-]+$/.test(name), edits: [{ range, text: quoted(`*${name}`) }] }
      : { title: `write \`*${meant}\``, safe: false, edits: [{ range, text: `*${meant}` }] };
  return { rule: "yaml-syntax", range, message, fixes: [fix] };
}

function recursiveAlias(link: AliasLink, anchored: Anchored): Problem {
  const { name, range } = link.node;
  const related = [{ range: anchored.link.node?.range ?? range, message: `the value marked \`&${name}\`` }];
  return {
    rule: "yaml-syntax",
    range,
    message: `\`*${name}\` stands inside the value that it repeats: a value cannot contain itself`,
    related,
  };
}

function tooMuch(link: AliasLink, expansion: number): Problem {
  const message = `the aliases of this file write out to more than ${expansion} times its size: repeat less, or raise ${readLimitSettings.aliasExpansion}`;
  return { rule: "yaml-syntax", range: link.node.range, message };
}

/** Sets the entries of a map with `<<`: its own, then those of the merged maps that it has not (earlier maps win). */
function mergeInto(merge: MergeLink, problems: Problem[]): void {
  merge.map.entries = mergedEntries(merge.own, merge.merges, problems);
}

/** The entries of a map with these `<<` keys (D14). */
export function mergedEntries(
  own: readonly EntryNode[],
  merges: readonly EntryNode[],
  problems: Problem[],
): EntryNode[] {
  const entries = [...own];
  const taken = new Set(own.map((entry) => entry.key.text));
  for (const merge of merges) {
    for (const map of mergedMaps(merge, problems)) {
      for (const entry of map.entries) {
        if (taken.has(entry.key.text)) continue;
        taken.add(entry.key.text);
        entries.push({ ...entry, mergedBy: merge.key.range });
      }
    }
  }
  return entries;
}

function mergedMaps(merge: EntryNode, problems: Problem[]): MapNode[] {
  const value = resolved(merge.value);
  const parts: readonly (DataNode | null)[] = value?.kind === "list" ? value.items : [merge.value];
  const maps: MapNode[] = [];
  for (const part of parts) {
    const map = resolved(part);
    if (map?.kind === "map") maps.push(map);
    // An alias without a target has its own problem.
    else if (part?.kind !== "alias" || part.target !== null) {
      const range = part?.range ?? merge.key.range;
      problems.push({
        rule: "yaml-syntax",
        range,
        message: "`<<` takes over the entries of a map: write `<<: *name` or `<<: [*a, *b]`",
      });
    }
  }
  return maps;
}
