import type { DataNode, EntryNode, ListNode, MapNode, ScalarNode, WorkflowTree } from "@lobster-lang/language";
import { indentOf, isBlank, SourceLines } from "./text-lines.ts";

const step = 2;

/**
 * The text with each level indented by two spaces, blanks at line ends left out. Lines of a block keep their indentation
 * among each other. Null where the structure stands in a way that lines cannot be moved.
 */
export function indented(tree: WorkflowTree): string | null {
  const indenting = new Indenting(tree);
  return indenting.run() ? indenting.text() : null;
}

/** A place that cannot be moved ends the whole: `false` from any method. */
class Indenting {
  readonly #tree: WorkflowTree;
  readonly #lines: SourceLines;
  /** What each line becomes. */
  readonly #written: (string | undefined)[];
  /** Lines of keys and dashes, and those of them on which a text begins that goes on below. */
  readonly #structure = new Set<number>();
  readonly #open = new Set<number>();
  /** Columns of keys and dashes, before and after, by line: for the comments around. */
  readonly #columns = new Map<number, { readonly from: number; readonly to: number }[]>();
  /** Levels around the current place, outermost first. */
  #levels: { readonly from: number; readonly to: number }[] = [];

  constructor(tree: WorkflowTree) {
    this.#tree = tree;
    this.#lines = new SourceLines(tree.text);
    this.#written = this.#lines.starts.map(() => undefined);
  }

  run(): boolean {
    const { root } = this.#tree;
    const isFlow = (root?.kind === "map" || root?.kind === "list") && root.flow;
    if (isFlow || (root !== null && !this.#node(root, 0))) return false;
    for (const comment of this.#tree.comments) this.#comment(comment.range.start);
    return this.#lines.starts.every((_, line) => {
      if (this.#written[line] !== undefined) return true;
      const text = this.#lines.line(line);
      const stays = isBlank(text) || /^(?:---|\.\.\.)(?:\s|$)|^%/.test(text);
      if (stays) this.#written[line] = text.trimEnd();
      return stays;
    });
  }

  text(): string {
    const isDone = (line: number): boolean => this.#structure.has(line) && !this.#open.has(line);
    return this.#written.map((text, line) => (isDone(line) ? text!.trimEnd() : text)).join("\n");
  }

  #node(node: DataNode, column: number): boolean {
    if (node.kind === "map" && !node.flow) return this.#map(node, column);
    if (node.kind === "list" && !node.flow) return this.#list(node, column);
    return this.#inner(node, column, this.#lines.columnOf(node.range.start));
  }

  #map(map: MapNode, column: number): boolean {
    const entries = [...map.entries, ...(map.merges ?? [])].filter((entry) => entry.mergedBy === undefined);
    return entries
      .toSorted((a, b) => a.key.range.start - b.key.range.start)
      .every((entry) => this.#entry(entry, column));
  }

  #entry(entry: EntryNode, column: number): boolean {
    const { start } = entry.key.range;
    const from = this.#lines.columnOf(start);
    return this.#inLevel(from, column, () => {
      if (isBlank(this.#lines.before(start))) this.#put(start, " ".repeat(column));
      else if (!/^ *(?:- +)+$/.test(this.#lines.before(start))) return false;
      const { value } = entry;
      if (value === null || value.range.start === value.range.end) return true;
      const isBelow = this.#lines.lineOf(value.range.start) > this.#lines.lineOf(start);
      if (isBelow) return this.#node(value, column + step);
      if ((value.kind === "map" || value.kind === "list") && !value.flow) return false;
      return this.#inner(value, column, from);
    });
  }

  #list(list: ListNode, column: number): boolean {
    let dash = list.range.start;
    return list.items.every((item, index) => {
      const at = this.#dashOf(item, index === 0 ? dash : null);
      if (at === null) return false;
      dash = at;
      return this.#inLevel(this.#lines.columnOf(dash), column, () => this.#item(item, at, column));
    });
  }

  #item(item: DataNode | null, dash: number, column: number): boolean {
    if (!isBlank(this.#lines.before(dash))) return false;
    const line = this.#lines.lineOf(dash);
    const rest = this.#lines.text.slice(dash + 1, this.#lines.endOf(line)).trimStart();
    this.#structure.add(line);
    this.#write(line, `${" ".repeat(column)}${rest === "" ? "-" : `- ${rest}`}`);
    if (item === null || item.range.start === item.range.end) return true;
    if (this.#lines.lineOf(item.range.start) > line) return this.#node(item, column + step);
    if (item.kind === "list" && !item.flow) return false;
    if (item.kind === "map" && !item.flow) return this.#map(item, column + step);
    return this.#inner(item, column, this.#lines.columnOf(dash));
  }

  /** The dash of an item: on its line, or alone on a line above. */
  #dashOf(item: DataNode | null, first: number | null): number | null {
    if (first !== null) return first;
    if (item === null) return null;
    for (let line = this.#lines.lineOf(item.range.start), at = item.range.start; line >= 0; line--) {
      const text = this.#lines.text.slice(this.#lines.starts[line], at);
      const dash = /^ *-(?= *(?:#.*|[&!]\S* *)?$)/.exec(text);
      if (dash !== null) return this.#lines.starts[line]! + dash[0].length - 1;
      if (!isBlank(text) && !text.trimStart().startsWith("#")) return null;
      at = line === 0 ? 0 : this.#lines.endOf(line - 1);
    }
    return null;
  }

  /** A value whose inside is no structure: what stands below its first line moves with it. */
  #inner(node: DataNode, column: number, from: number): boolean {
    const first = this.#lines.lineOf(node.range.start);
    if (isBlank(this.#lines.before(node.range.start))) this.#put(node.range.start, " ".repeat(column));
    if (node.kind === "scalar" && (node.style === "literal" || node.style === "folded")) {
      return this.#block(node, first, column, from);
    }
    const last = this.#lines.lastLineOf(node.range);
    if (last > first) this.#open.add(first);
    for (let line = first + 1; line <= last; line++) {
      const text = this.#lines.line(line);
      const indent = Math.max(column + 1, indentOf(text) + column - from);
      this.#write(line, isBlank(text) ? text : " ".repeat(indent) + text.trimStart());
    }
    return true;
  }

  #block(scalar: ScalarNode, header: number, column: number, from: number): boolean {
    const digit = /^[|>][-+]?([1-9])/.exec(this.#lines.text.slice(scalar.range.start, scalar.range.end));
    const last = this.#lines.lastLineOf(scalar.range);
    let old = -1;
    for (let line = header + 1; line <= last && old < 0; line++) {
      const text = this.#lines.line(line);
      if (!isBlank(text)) old = indentOf(text);
    }
    if (old < 0) return false;
    const content = digit === null ? old : from + Number(digit[1]);
    const moved = digit === null ? column + step : column + Number(digit[1]);
    for (let line = header + 1; line <= last; line++) {
      const text = this.#lines.line(line);
      const rest = text.slice(content);
      this.#write(line, rest === "" ? "" : " ".repeat(moved) + rest);
    }
    return true;
  }

  /** The line of `offset`, with `margin` before it. */
  #put(offset: number, margin: string): void {
    const line = this.#lines.lineOf(offset);
    this.#structure.add(line);
    this.#write(line, margin + this.#lines.line(line).trimStart());
  }

  /** The first word about a line counts. */
  #write(line: number, text: string): void {
    this.#written[line] ??= text;
    if (this.#levels.length > 0 && !this.#columns.has(line)) this.#columns.set(line, [...this.#levels]);
  }

  #inLevel(from: number, to: number, visit: () => boolean): boolean {
    this.#levels.push({ from, to });
    const done = visit();
    this.#levels.pop();
    return done;
  }

  /** A line that is a comment stands in the column of what it stood in a line with: what follows, or what is above. */
  #comment(offset: number): void {
    const line = this.#lines.lineOf(offset);
    if (this.#written[line] !== undefined || !isBlank(this.#lines.before(offset))) return;
    const column = this.#lines.columnOf(offset);
    const below = this.#levelsAt(line, 1);
    const above = this.#levelsAt(line, -1);
    const level =
      below?.findLast(({ from }) => from === column) ??
      above?.findLast(({ from }) => from <= column) ??
      below?.findLast(({ from }) => from <= column);
    this.#written[line] = " ".repeat(level?.to ?? 0) + this.#lines.line(line).trim();
  }

  #levelsAt(line: number, direction: 1 | -1): readonly { readonly from: number; readonly to: number }[] | undefined {
    for (let at = line + direction; at >= 0 && at < this.#lines.starts.length; at += direction) {
      const levels = this.#columns.get(at);
      if (levels !== undefined) return levels;
    }
    return undefined;
  }
}
