import { entryOf, plainValue, type ActionNode, type StepNode } from "@lobster-lang/language";
import type { Action, PlanStep } from "@lobster-lang/plan";
import { lowerWhen } from "./condition.ts";
import { lowerEnv } from "./env.ts";
import { lowerGate } from "./gate.ts";
import type { PlaceLowering } from "./lowering.ts";
import { lowerPipeline } from "./pipeline.ts";
import { lowerRetry } from "./retry.ts";
import { lowerScriptIn } from "./script.ts";
import { lowerText } from "./text.ts";
import { lowerValue } from "./value.ts";

/** One step, with everything that it leaves out written out. */
export function lowerStep(node: StepNode, id: string, pointer: string, lowering: PlaceLowering): PlanStep {
  markParts(node, pointer, lowering);
  return {
    id,
    name: labelOf(node.name),
    description: labelOf(node.description),
    when: node.when === null ? null : lowerWhen(node.when, lowering),
    action: lowerActions(node.actions, `${pointer}/action`, lowering),
    gate: node.approval === null ? null : lowerGate(node.approval, id, lowering),
    stdin: lowerStdin(node, lowering),
    env: lowerEnv(node.env, `${pointer}/env`, lowering),
    cwd: node.cwd === null ? null : lowerText(node.cwd, lowering.names),
    ...settingsOf(node),
  };
}

/** A label as the author spelled it; nothing, and a `null`, are none. */
export function labelOf(scalar: StepNode["name"]): string | null {
  return scalar === null || scalar.value === null ? null : scalar.text;
}

/** `stdin:` without a value, or null, gives no input. */
function lowerStdin(node: StepNode, lowering: PlaceLowering): PlanStep["stdin"] {
  if (node.stdin === null || (node.stdin.kind === "literal-value" && node.stdin.value === null)) return null;
  return lowerValue(node.stdin, lowering.names);
}

/** A blank `run:` is no action: beside a gate it is a bare gate, as in the original. */
function lowerActions(actions: readonly ActionNode[], pointer: string, lowering: PlaceLowering): Action | null {
  const [action, surplus] = actions.filter((node) => node.kind !== "shell" || node.text.source.text.trim() !== "");
  if (surplus !== undefined)
    lowering.refuse("several-actions", surplus.entry.range, "a step does one thing; make this a step of its own");
  if (action === undefined) return null;
  lowering.mark(pointer, action.entry.range);
  switch (action.kind) {
    case "shell":
      return { kind: "shell", script: lowerScriptIn(action.text, action.analyse, lowering) };
    case "pipeline":
      return lowerPipeline(action.pipeline, pointer, lowering);
    default:
      lowering.refuse("not-supported-yet", action.entry.key.range, `\`${action.entry.key.text}\` is not supported yet`);
      return null;
  }
}

const errorWays = ["stop", "continue", "skip_rest"] as const;

function settingsOf({
  data,
}: StepNode): Pick<PlanStep, "timeoutMs" | "onError" | "retry" | "idempotent" | "outputSchema"> {
  const valueOf = (key: string): unknown => plainValue(data === null ? null : (entryOf(data, key)?.value ?? null));
  const timeout = valueOf("timeout_ms");
  const onError = valueOf("on_error");
  return {
    timeoutMs:
      typeof timeout === "number" && Number.isInteger(timeout) && timeout >= 1 ? Math.min(timeout, 2147483647) : null,
    onError: errorWays.find((way) => way === onError) ?? "stop",
    retry: lowerRetry(valueOf("retry")),
    idempotent: valueOf("idempotent") === true,
    // `output_schema:` is refused by rule not-supported-yet until outputs are checked.
    outputSchema: null,
  };
}

function markParts(node: StepNode, pointer: string, lowering: PlaceLowering): void {
  lowering.mark(pointer, node.range);
  if (node.when !== null) lowering.mark(`${pointer}/when`, node.when.entry.range);
  if (node.approval?.isGate === true) lowering.mark(`${pointer}/gate`, node.approval.entry.range);
  if (node.stdinEntry !== null) lowering.mark(`${pointer}/stdin`, node.stdinEntry.range);
  if (node.cwd !== null) lowering.mark(`${pointer}/cwd`, node.cwd.range);
}
