import type { DataNode, Dialect, MapNode, Range } from "@lobster-lang/language";
import { entryOf, nearest, resolved } from "@lobster-lang/language";
import { itemsIn, mapIn, scalarIn } from "./build-context.ts";
import { otherLanguageOf } from "./other-languages.ts";

/**
 * Says whether the file is of another language (kind `skip`) or was written for another engine (kind `error`), so that
 * its reader gets one sentence and not thirty findings (public-workflows.md 6). `broken` is set when the file has faults
 * of YAML or JSON: then missing parts prove nothing.
 */
export function dialectOf(text: string, root: DataNode | null, broken: boolean): Dialect | null {
  const other = otherLanguageOf(text, root);
  if (other !== null) return other;
  const target = resolved(root);
  if (target?.kind !== "map") return broken ? null : noMap(text, root);
  if (entryOf(target, "steps") === undefined) return broken ? null : withoutSteps(target);
  const steps = itemsIn(entryOf(target, "steps")?.value).flatMap((item) => mapIn(item) ?? []);
  return githubSteps(text, steps) ?? squidSteps(steps) ?? agentSteps(steps) ?? otherEngineSteps(steps);
}

function error(name: string, range: Range, message: string): Dialect {
  return { name, range, message, kind: "error" };
}

function noMap(text: string, root: DataNode | null): Dialect {
  const target = resolved(root);
  const range = root?.range ?? { start: 0, end: Math.min(text.length, 1) };
  if (target === null || (target.kind === "scalar" && target.value === null)) {
    return error("empty file", range, "this file is empty: a workflow needs `steps:` with at least one step");
  }
  const what = target.kind === "list" ? "a bare list" : "only a text";
  return error(
    "no workflow",
    range,
    `this file is ${what}: a workflow is a map with \`steps:\` and the steps below it`,
  );
}

/** Misspelt `steps` is unknown-key's business; steps kept elsewhere, or none at all, are another dialect. */
function withoutSteps(root: MapNode): Dialect | null {
  if (root.entries.some((entry) => nearest(entry.key.text, ["steps"]) !== null)) return null;
  const first = root.entries[0]?.key.range ?? root.range;
  const inner = root.entries.find((entry) => {
    const map = mapIn(entry.value);
    return map !== null && entryOf(map, "steps") !== undefined;
  });
  if (inner !== undefined) {
    const key = inner.key.text;
    const message = `the steps stand under \`${key}:\`, but Lobster reads them at the top level: move \`steps:\` out of \`${key}:\``;
    return error("nested workflow", inner.key.range, message);
  }
  return error(
    "no steps",
    first,
    "this file has no `steps:`: a workflow is a map with `steps:` and at least one step below it",
  );
}

const ourActions = ["run", "command", "pipeline", "workflow", "parallel", "for_each", "approval", "input"];
const agentKeys = ["agent", "prompt", "model", "agentTurn", "skill", "instruction", "instructions"];
const engineKeys = ["action", "task", "type", "check", "call", "function", "tool", "uses", "exec", "script", "shell"];

function githubSteps(text: string, steps: readonly MapNode[]): Dialect | null {
  const uses = steps.map((step) => entryOf(step, "uses")).find((entry) => entry !== undefined);
  const unnamed = steps.length > 0 && steps.every((step) => entryOf(step, "id") === undefined);
  const expressions = text.split("${{").length - 1;
  const conditional = steps.find((step) => entryOf(step, "if") !== undefined);
  const manyExpressions = expressions >= 3 && expressions >= steps.length && (unnamed || conditional !== undefined);
  const at = uses?.key.range ?? (manyExpressions ? firstExpression(text) : null);
  if (at === null) return null;
  const message =
    "this is GitHub Actions syntax: Lobster steps have an `id`, `when:` with `$step.json.field`, `${arg}` for arguments, and no `uses:` or `${{ }}`";
  return error("GitHub Actions", at, message);
}

function firstExpression(text: string): Range {
  const start = text.indexOf("${{");
  const close = text.indexOf("}}", start);
  return { start, end: close < 0 ? start + 3 : close + 2 };
}

function squidSteps(steps: readonly MapNode[]): Dialect | null {
  const kinds = new Set(["run", "gate", "spawn"]);
  const typed = steps.flatMap((step) => {
    const type = entryOf(step, "type");
    return type !== undefined && kinds.has(scalarIn(type.value)?.text ?? "") ? [type] : [];
  });
  if (typed.length === 0 || typed.length * 2 < steps.length) return null;
  const message =
    "this is Squid syntax (`type: run|gate|spawn`): in Lobster the key itself says what a step does (`run:`, `approval:`, `pipeline:`)";
  return error("Squid", typed[0]!.range, message);
}

function agentSteps(steps: readonly MapNode[]): Dialect | null {
  const at = mostlyForeign(steps, agentKeys);
  if (at === null) return null;
  const message =
    "this is an agent spec: Lobster steps run programs (`run:`), pipelines (`pipeline:`, with `llm.invoke` for a model) or ask a person (`approval:`)";
  return error("agent spec", at, message);
}

function otherEngineSteps(steps: readonly MapNode[]): Dialect | null {
  const at = mostlyForeign(steps, engineKeys);
  if (at === null) return null;
  const message =
    "this was written for another engine: a Lobster step has an `id` and says what it does by `run:`, `pipeline:` or `approval:`";
  return error("another engine", at, message);
}

/** The first foreign key, when at least two steps, and more than half of them, say what they do by such keys only. */
function mostlyForeign(steps: readonly MapNode[], keys: readonly string[]): Range | null {
  const foreign = steps.flatMap((step) => {
    if (ourActions.some((key) => entryOf(step, key) !== undefined)) return [];
    return step.entries.find((entry) => keys.includes(entry.key.text)) ?? [];
  });
  return foreign.length >= 2 && foreign.length * 2 > steps.length ? (foreign[0]?.key.range ?? null) : null;
}
