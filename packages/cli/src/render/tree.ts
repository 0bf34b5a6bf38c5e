import type { LineIndex } from "./line-index.ts";

/** Machinery of the tree, or the same nodes a second time: not printed. */
const left: ReadonlySet<string> = new Set([
  "map",
  "source",
  "analyse",
  "target",
  "entry",
  "data",
  "stdinEntry",
  "rangeOf",
  "signature",
]);

/**
 * The tree as plain data: ranges are UTF-16 offsets. Left out are functions and what is there twice; an alias shows its
 * name only, so that the output is never larger than the file deserves.
 */
export function treeAsJson(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(treeAsJson);
  if (typeof node === "function" || node === undefined) return undefined;
  if (node instanceof Map || node instanceof Set) return undefined;
  if (node === null || typeof node !== "object") return node;
  return Object.fromEntries(childrenOf(node).map(([key, value]) => [key, treeAsJson(value)]));
}

/** The tree as short indented lines: kind, place, and what is short enough to stand beside it. */
export function renderTree(node: unknown, index: LineIndex): string {
  return `${linesOf(node, "", index, 0).join("\n")}\n`;
}

function childrenOf(node: object): [string, unknown][] {
  return Object.entries(node).filter(([key, value]) => {
    if (key === "map" && !Array.isArray(value)) return false;
    return !left.has(key) && typeof value !== "function";
  });
}

function linesOf(node: unknown, label: string, index: LineIndex, depth: number): string[] {
  const pad = "  ".repeat(depth);
  const name = label === "" ? "" : `${label}: `;
  if (Array.isArray(node)) {
    if (node.length === 0) return [];
    if (node.every(isShort)) return [`${pad}${name}${node.map(shown).join(", ")}`];
    return [`${pad}${label}`, ...node.flatMap((item) => linesOf(item, "", index, depth + 1))];
  }
  if (node === null || typeof node !== "object") return [`${pad}${name}${shown(node)}`];
  const entries = childrenOf(node).filter(([key, value]) => !beside.has(key) && isTelling(node, key, value));
  const words = entries.filter(([, value]) => isShort(value)).map(([key, value]) => `${key}=${shown(value)}`);
  const kind = Reflect.get(node, "kind");
  const head = [typeof kind === "string" ? kind : "", placeOf(node, index), ...words].filter((word) => word !== "");
  const inner = entries.filter(([, value]) => !isShort(value));
  return [`${pad}${name}${head.join(" ")}`, ...inner.flatMap(([key, value]) => linesOf(value, key, index, depth + 1))];
}

/** What says nothing new: the whole text of a file, its data under the workflow, what most nodes are. */
function isTelling(node: object, key: string, value: unknown): boolean {
  if (value === null || value === undefined || value === false) return false;
  if (Reflect.get(node, "kind") === "workflow" && (key === "text" || key === "root")) return false;
  if (Reflect.get(node, "kind") === "scalar" && key === "text") return Reflect.get(node, "value") !== value;
  return !(key === "style" && value === "plain");
}

/** Shown at the head of a node's line, or too much for a short form. */
const beside: ReadonlySet<string> = new Set(["kind", "range", "span"]);

function placeOf(node: object, index: LineIndex): string {
  const range: unknown = Reflect.get(node, "range");
  if (typeof range !== "object" || range === null) return "";
  const start = index.position(Number(Reflect.get(range, "start")));
  const end = index.position(Number(Reflect.get(range, "end")));
  return `${start.line}:${start.column}-${end.line}:${end.column}`;
}

function isShort(value: unknown): boolean {
  return value === null || value === undefined || typeof value !== "object";
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "";
  return text.length > 60 ? `${text.slice(0, 57)}…"` : text;
}
