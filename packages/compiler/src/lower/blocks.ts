import { entryOf, plainValue, resolved, type ActionNode, type MapNode } from "@lobster-lang/language";
import type { ForEachAction, LoopPause, ParallelAction } from "@lobster-lang/plan";
import { isKnown, type StepLowering } from "./lowering.ts";
import { lowerSubstitution } from "./text.ts";
import { lowerTimeout } from "./timeout.ts";
import { positiveZero } from "./value.ts";

/** How many branches run at once where `concurrency:` does not say (language.md "Fields that are ours"). */
const branchesAtOnce = 16;

/** A loop with its defaults: one item at a time, and no pause without `pause_ms` (original-language.md 16). */
export function lowerForEach(
  node: ActionNode & { kind: "for-each" },
  data: MapNode | null,
  pointer: string,
  lowering: StepLowering,
): ForEachAction | null {
  const whole = node.list?.whole ?? null;
  if (whole === null || !isKnown(whole, lowering.names)) {
    lowering.refuse("loop-needs-list", node.entry.range, "a loop runs over one reference or argument that is a list");
    return null;
  }
  return {
    kind: "for_each",
    list: lowerSubstitution(whole),
    itemVariable: node.itemVariable.name,
    indexVariable: node.indexVariable.name,
    steps: lowering.inside(node.steps, `${pointer}/steps`),
    concurrency: positiveOf(data, "concurrency") ?? 1,
    pause: pauseOf(data),
  };
}

function pauseOf(data: MapNode | null): LoopPause | null {
  const ms = valueOf(data, "pause_ms");
  if (typeof ms !== "number" || ms < 0) return null;
  return { batchSize: positiveOf(data, "batch_size") ?? 1, ms: positiveZero(ms) };
}

/** A block of branches with its defaults (original-language.md 15, D12). */
export function lowerParallel(
  node: ActionNode & { kind: "parallel" },
  pointer: string,
  lowering: StepLowering,
): ParallelAction {
  const block = resolved(node.entry.value);
  const data = block?.kind === "map" ? block : null;
  return {
    kind: "parallel",
    branches: lowering.inside(node.branches, `${pointer}/branches`),
    wait: node.wait,
    concurrency: positiveOf(data, "concurrency") ?? branchesAtOnce,
    timeoutMs: lowerTimeout(valueOf(data, "timeout_ms")),
  };
}

function valueOf(data: MapNode | null, key: string): unknown {
  return plainValue(data === null ? null : (entryOf(data, key)?.value ?? null));
}

function positiveOf(data: MapNode | null, key: string): number | null {
  const value = valueOf(data, key);
  return typeof value === "number" && Number.isInteger(value) && value >= 1 ? value : null;
}
