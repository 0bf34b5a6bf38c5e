import { readWorkflow } from "@lobster-lang/grammar";
import { type DataNode, resolved } from "@lobster-lang/language";
import type { Json, PeerFile } from "./peer-file.ts";

export type JsonMap = { [key: string]: Json };
/** Where a step stands. */
export type StepPlace = "step" | "branch" | "sub-step";

/** What the file's YAML or JSON says, for a program that merges `<<` (ours) or one that does not (D14). */
export function workflowOf(file: PeerFile, merges: boolean): JsonMap {
  const value = valueOf(readWorkflow(file.text, { fileName: file.fileName }).root, merges);
  return isMap(value) ? value : {};
}

/** The file with another workflow in it, as JSON: both programs read that alike. */
export function withWorkflow(file: PeerFile, workflow: JsonMap): PeerFile {
  return { ...file, fileName: "w.json", text: JSON.stringify(workflow, null, 1) };
}

function valueOf(node: DataNode | null, merges: boolean): Json {
  const target = resolved(node);
  if (target === null) return null;
  if (target.kind === "scalar") return target.value;
  if (target.kind === "list") return target.items.map((item) => valueOf(item, merges));
  const entries = target.entries.filter((entry) => merges || entry.mergedBy === undefined);
  return Object.fromEntries(entries.map((entry) => [entry.key.text, valueOf(entry.value, merges)]));
}

export function isMap(value: Json | undefined): value is JsonMap {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** Steps of a list that are maps. */
export function stepsIn(value: Json | undefined): JsonMap[] {
  return Array.isArray(value) ? value.filter(isMap) : [];
}

/** The workflow with every step changed, inner ones first; `path` is the ids from the outermost step on. */
export function mapSteps(
  workflow: JsonMap,
  change: (step: JsonMap, place: StepPlace, path: string) => JsonMap,
): JsonMap {
  const each = (step: JsonMap, place: StepPlace, around: string): JsonMap => {
    const path = `${around}/${String(step["id"])}`;
    const inner: JsonMap = { ...step };
    const { steps, parallel } = step;
    if (Array.isArray(steps)) inner["steps"] = stepsIn(steps).map((sub) => each(sub, "sub-step", path));
    if (isMap(parallel)) {
      const branches = stepsIn(parallel["branches"]).map((branch) => each(branch, "branch", path));
      inner["parallel"] = { ...parallel, branches };
    }
    return change(inner, place, path);
  };
  return { ...workflow, steps: stepsIn(workflow["steps"]).map((step) => each(step, "step", "")) };
}

/** The value with each text in it changed. */
export function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapTexts(inner, change)]));
}

export function isEqual(a: Json, b: Json): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
