import type { EntryNode, MapNode, StepNode, TextEdit, WorkflowTree } from "@lobster-lang/language";
import { entryOf } from "@lobster-lang/language";

/**
 * The edit that gives `step` the environment variable `name` with this value; null where the file's form leaves no safe
 * place for it (the step or its `env` comes through an alias or a merge key).
 */
export function addEnvEntry(tree: WorkflowTree, step: StepNode, name: string, value: string): TextEdit | null {
  const { data } = step;
  if (data === null) return null;
  const env = entryOf(data, "env");
  if (env === undefined) return addEntry(tree, data, "env", [[name, value]]);
  if (env.mergedBy !== undefined || env.value?.kind !== "map") return null;
  return appendEntry(tree, env.value, name, value);
}

/** The edit that puts `key: value` in front of the step's first action; null as for `addEnvEntry`. */
export function addStepEntry(tree: WorkflowTree, step: StepNode, key: string, value: string): TextEdit | null {
  return step.data === null || entryOf(step.data, key) !== undefined ? null : addEntry(tree, step.data, key, value);
}

/** The step's own entry before which new ones go: its action, or the last one that is its own. */
function neighbour(map: MapNode): EntryNode | undefined {
  const own = map.entries.filter((entry) => entry.mergedBy === undefined);
  const actions = ["run", "command", "pipeline", "workflow", "parallel", "for_each", "input", "approval"];
  return own.find((entry) => actions.includes(entry.key.text)) ?? own.at(-1);
}

function addEntry(
  tree: WorkflowTree,
  map: MapNode,
  key: string,
  value: string | readonly (readonly [string, string])[],
): TextEdit | null {
  const before = neighbour(map);
  if (before === undefined) return null;
  const at = before.key.range.start;
  const range = { start: at, end: at };
  if (map.flow || tree.format === "json") {
    const text = typeof value === "string" ? quoted(value) : `{${value.map(([k, v]) => pair(tree, k, v)).join(", ")}}`;
    return { range, text: `${keyText(tree, key)}: ${text}, ` };
  }
  const indent = indentAt(tree.text, at);
  if (indent === null) return null;
  const line = endOfLine(tree.text) + indent;
  if (typeof value === "string") return { range, text: `${key}: ${blockScalar(value)}${line}` };
  const inner = value.map(([k, v]) => `${line}  ${k}: ${blockScalar(v)}`).join("");
  return { range, text: `${key}:${inner}${line}` };
}

function appendEntry(tree: WorkflowTree, map: MapNode, name: string, value: string): TextEdit | null {
  const last = map.entries.findLast((entry) => entry.mergedBy === undefined);
  if (map.flow || tree.format === "json") {
    if (last === undefined) return null;
    const at = last.range.end;
    return { range: { start: at, end: at }, text: `, ${pair(tree, name, value)}` };
  }
  // In front of the first entry: behind the last one a block scalar or a comment could swallow it.
  const first = map.entries.find((entry) => entry.mergedBy === undefined);
  if (first === undefined) return null;
  const at = first.key.range.start;
  const indent = indentAt(tree.text, at);
  if (indent === null) return null;
  const text = `${name}: ${blockScalar(value)}${endOfLine(tree.text)}${indent}`;
  return { range: { start: at, end: at }, text };
}

/** Blanks up to the column of `offset`; null when something other than indentation and list dashes stands before. */
function indentAt(text: string, offset: number): string | null {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const before = text.slice(start, offset);
  return /^[ -]*$/.test(before) ? " ".repeat(before.length) : null;
}

export function endOfLine(text: string): string {
  const first = text.indexOf("\n");
  return first > 0 && text[first - 1] === "\r" ? "\r\n" : "\n";
}

function pair(tree: WorkflowTree, key: string, value: string): string {
  return `${keyText(tree, key)}: ${quoted(value)}`;
}

function keyText(tree: WorkflowTree, key: string): string {
  return tree.format === "json" ? JSON.stringify(key) : key;
}

function quoted(value: string): string {
  return JSON.stringify(value);
}

/** References start with `$` and hold no YAML indicator, so most values need no quotes. */
function blockScalar(value: string): string {
  return /^\$[\w.$-]+$/.test(value) ? value : quoted(value);
}
