import type { ActionNode, DataNode, EntryNode, MapNode, Range, StepNode, TextNode } from "@lobster-lang/language";
import { entryOf, resolved } from "@lobster-lang/language";
import { pipelineOf } from "../pipe/pipeline-of.ts";
import { analyserOf } from "../shell/analyse.ts";
import { type BuildContext, mapIn, scalarIn, textIn } from "./build-context.ts";
import { valueOf } from "./values.ts";

/** Builds the steps inside a step; a parameter, because steps hold actions and actions hold steps. */
export type InnerSteps = (list: DataNode | null | undefined, role: "branch" | "sub-step") => readonly StepNode[];

type Build = (entry: EntryNode, map: MapNode, context: BuildContext, inner: InnerSteps) => ActionNode | null;

const builders: ReadonlyMap<string, Build> = new Map<string, Build>([
  ["run", (entry) => shellAction(entry, "run")],
  ["command", (entry) => shellAction(entry, "command")],
  ["pipeline", pipelineAction],
  ["workflow", workflowAction],
  ["parallel", parallelAction],
  ["for_each", forEachAction],
  ["input", inputAction],
]);

/** All actions of a step, in file order; an action whose value cannot be one (`run: []`) is left to the rules. */
export function actionsOf(map: MapNode, context: BuildContext, inner: InnerSteps): readonly ActionNode[] {
  return map.entries.flatMap((entry) => {
    const action = builders.get(entry.key.text)?.(entry, map, context, inner) ?? null;
    return action === null ? [] : [action];
  });
}

function shellAction(entry: EntryNode, key: "run" | "command"): ActionNode | null {
  const text = textIn(entry.value, "shell");
  return text === null ? null : { kind: "shell", entry, key, text, analyse: analyserOf(text) };
}

function pipelineAction(entry: EntryNode, _map: MapNode, { commands }: BuildContext): ActionNode | null {
  const scalar = scalarIn(entry.value);
  if (scalar === null || scalar.value === null) return null;
  return { kind: "pipeline", entry, pipeline: pipelineOf({ text: scalar.text, map: scalar.map, scalar }, commands) };
}

function workflowAction(entry: EntryNode, map: MapNode, context: BuildContext): ActionNode | null {
  const path = textIn(entry.value, "workflow");
  if (path === null) return null;
  const given = entryOf(map, "workflow_args");
  const args =
    given === undefined || mapIn(given.value) === null
      ? null
      : valueOf(given.value, given.range, "workflow-arg", context);
  return { kind: "workflow", entry, path, args };
}

function parallelAction(entry: EntryNode, _map: MapNode, _context: BuildContext, inner: InnerSteps): ActionNode | null {
  const block = mapIn(entry.value);
  if (block === null) return null;
  const wait = scalarIn(entryOf(block, "wait")?.value)?.text === "any" ? "any" : "all";
  return { kind: "parallel", entry, branches: inner(entryOf(block, "branches")?.value, "branch"), wait };
}

function forEachAction(entry: EntryNode, map: MapNode, _context: BuildContext, inner: InnerSteps): ActionNode | null {
  return {
    kind: "for-each",
    entry,
    list: textIn(entry.value, "for-each"),
    steps: inner(entryOf(map, "steps")?.value, "sub-step"),
    itemVariable: variableOf(map, "item_var", "item"),
    indexVariable: variableOf(map, "index_var", "index"),
  };
}

function variableOf(map: MapNode, key: string, standard: string): { name: string; range: Range | null } {
  const scalar = scalarIn(entryOf(map, key)?.value);
  return scalar === null || scalar.text === ""
    ? { name: standard, range: null }
    : { name: scalar.text, range: scalar.range };
}

function inputAction(entry: EntryNode, _map: MapNode, context: BuildContext): ActionNode | null {
  const block = mapIn(entry.value);
  if (block === null) return null;
  const defaults = entryOf(block, "defaults");
  return {
    kind: "input",
    entry,
    prompt: promptOf(block),
    responseSchema: resolved(entryOf(block, "responseSchema")?.value),
    defaults: defaults === undefined ? null : valueOf(defaults.value, defaults.range, "input", context),
  };
}

function promptOf(block: MapNode): TextNode | null {
  return textIn(entryOf(block, "prompt")?.value, "prompt");
}
