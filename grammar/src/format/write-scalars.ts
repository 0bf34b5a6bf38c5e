import type { DataNode, EntryNode, MapNode, Range, ScalarNode, WorkflowTree } from "@lobster-lang/language";
import { plainScalar, plainValue } from "../yaml/plain-scalars.ts";
import { orderedMaps } from "./key-order.ts";
import { SourceLines } from "./text-lines.ts";

export interface TextChange {
  readonly range: Range;
  readonly text: string;
}

/** Changes that leave out quotes which say nothing, write commands of several lines as blocks, and set one space behind colons. */
export function scalarChanges(tree: WorkflowTree): TextChange[] {
  const lines = new SourceLines(tree.text);
  const steps = new Set<MapNode>(
    orderedMaps(tree).flatMap(({ part, map }) =>
      part === "step" || part === "branch" || part === "sub-step" ? [map] : [],
    ),
  );
  const changes: TextChange[] = [];
  const visit = (node: DataNode | null): void => {
    if (node === null || node.kind === "alias") return;
    if (node.kind === "scalar") changes.push(...unquoted(node));
    else if (node.flow) return;
    else if (node.kind === "list") for (const item of node.items) visit(item);
    else {
      for (const entry of [...node.entries, ...(node.merges ?? [])]) {
        if (entry.mergedBy !== undefined) continue;
        changes.push(...unquoted(entry.key), ...oneSpace(entry, lines));
        const block = steps.has(node) && commands.has(entry.key.text) ? blockOf(entry, lines) : null;
        if (block === null) visit(entry.value);
        else changes.push(...block);
      }
    }
  };
  visit(tree.root);
  return changes;
}

const commands: ReadonlySet<string> = new Set(["run", "command", "pipeline"]);

/** Quotes around a text that is the same text without them. */
function unquoted(scalar: ScalarNode): TextChange[] {
  const { style, text, range } = scalar;
  if ((style !== "double" && style !== "single") || scalar.tag !== undefined || !isPlainText(text)) return [];
  return [{ range, text }];
}

/** Plain for every reader of YAML: also for old ones, to whom `yes` and `12:30` are no texts. */
function isPlainText(text: string): boolean {
  if (!/^[A-Za-z_$/]/.test(text) || text.trim() !== text || /^(?:y|n|yes|no|on|off)$/i.test(text)) return false;
  if (unusual.test(text) || plainValue(text) !== text) return false;
  return plainScalar(text, 0)?.text === text;
}

/** Signs that no one sees, or that readers of YAML take for line ends. */
const unusual = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\ufeff]/u;

function oneSpace(entry: EntryNode, lines: SourceLines): TextChange[] {
  if (entry.value === null) return [];
  const start = entry.key.range.end + 1;
  const end = entry.value.range.start;
  const gap = lines.text.slice(start, end);
  const isEmpty = entry.value.range.end === end;
  return /^ {2,}$/.test(gap) && !isEmpty && lines.text[start - 1] === ":" ? [{ range: { start, end }, text: " " }] : [];
}

/** A command of several lines in quotes becomes a block: its text stands there as it is. */
function blockOf(entry: EntryNode, lines: SourceLines): TextChange[] | null {
  const { value, key } = entry;
  if (value?.kind !== "scalar" || value.tag !== undefined || (value.style !== "double" && value.style !== "single")) {
    return null;
  }
  const body = value.text.replace(/\n$/, "");
  const isBlock = body.includes("\n") && /^[^\s]/.test(body) && !body.endsWith("\n");
  if (!isBlock || unusual.test(body.replace(/[\n\t]/g, ""))) return null;
  if (lines.lineOf(key.range.start) !== lines.lineOf(value.range.start)) return null;
  const margin = " ".repeat(lines.columnOf(key.range.start) + 2);
  const written = body.split("\n").map((line) => (line === "" ? "" : margin + line));
  const lineEnd = lines.endOf(lines.lineOf(value.range.end));
  return [
    { range: value.range, text: body === value.text ? "|-" : "|" },
    { range: { start: lineEnd, end: lineEnd }, text: `\n${written.join("\n")}` },
  ];
}

/** The text with changes that do not overlap. */
export function changed(text: string, changes: readonly TextChange[]): string {
  let result = "";
  let from = 0;
  for (const { range, text: put } of changes.toSorted((a, b) => a.range.start - b.range.start)) {
    if (range.start < from) continue;
    result += text.slice(from, range.start) + put;
    from = range.end;
  }
  return result + text.slice(from);
}
