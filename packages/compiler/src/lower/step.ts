import { entryOf, plainValue, type ActionNode, type StepNode } from "@lobster-lang/language";
import { askingStages, type Action, type PlanStep } from "@lobster-lang/plan";
import { lowerWhen } from "./condition.ts";
import { lowerEnv } from "./env.ts";
import { lowerGate } from "./gate.ts";
import { lowerForEach, lowerParallel } from "./blocks.ts";
import { lowerCall } from "./call.ts";
import type { PlaceLowering, StepLowering } from "./lowering.ts";
import { lowerInput } from "./input.ts";
import { lowerPipeline } from "./pipeline.ts";
import { lowerRetry } from "./retry.ts";
import { lowerScriptIn } from "./script.ts";
import { lowerTimeout } from "./timeout.ts";
import { lowerText } from "./text.ts";
import { jsonOf, lowerValue } from "./value.ts";

/** The steps of a file, of a loop or of a block; each at the place that `placeOf` gives. */
export function lowerSteps(
  steps: readonly StepNode[],
  pointer: string,
  placeOf: (step: StepNode) => StepLowering,
): readonly PlanStep[] {
  return steps.flatMap((step, index) => {
    const lowering = placeOf(step);
    if (step.id !== null) return [lowerStep(step, step.id, `${pointer}/${index}`, lowering)];
    lowering.refuse("missing-id", step.range, "this step has no `id`; give it one");
    return [];
  });
}

/** One step, with everything that it leaves out written out. */
function lowerStep(node: StepNode, id: string, pointer: string, lowering: StepLowering): PlanStep {
  const surroundings = { ...lowering, names: lowering.namesInEnv };
  markParts(node, pointer, lowering);
  return {
    id,
    name: labelOf(node.name),
    description: labelOf(node.description),
    when: node.when === null ? null : lowerWhen(node.when, lowering),
    action: lowerActions(node, `${pointer}/action`, lowering),
    gate: lowerOwnGate(node, id, lowering),
    stdin: asksForData(node) ? null : lowerStdin(node, lowering),
    env: lowerEnv(node.env, `${pointer}/env`, surroundings),
    cwd: node.cwd === null ? null : lowerText(node.cwd, surroundings.names),
    ...settingsOf(node),
  };
}

/** A label as the author spelled it; nothing, and a `null`, are none. */
export function labelOf(scalar: StepNode["name"]): string | null {
  return scalar === null || scalar.value === null ? null : scalar.text;
}

/** What an input step asks about is written as its `stdin:`; the plan holds it with the question. */
function asksForData({ actions }: StepNode): boolean {
  return actions.some((action) => action.kind === "input");
}

/** `stdin:` without a value, or null, gives no input. */
function lowerStdin(node: StepNode, lowering: PlaceLowering): PlanStep["stdin"] {
  if (node.stdin === null || (node.stdin.kind === "literal-value" && node.stdin.value === null)) return null;
  return lowerValue(node.stdin, lowering.names);
}

function lowerOwnGate(node: StepNode, id: string, lowering: StepLowering): PlanStep["gate"] {
  if (node.approval === null) return null;
  const gate = lowerGate(node.approval, id, lowering);
  if (gate !== null && lowering.isBranch)
    lowering.refuse("not-a-gate", node.approval.entry.range, "a branch cannot stop for consent");
  return gate;
}

/** A blank `run:` is no action: beside a gate it is a bare gate, as in the original. */
function lowerActions(node: StepNode, pointer: string, lowering: StepLowering): Action | null {
  const { actions, data } = node;
  const [action, surplus] = actions.filter((one) => one.kind !== "shell" || one.text.source.text.trim() !== "");
  if (surplus !== undefined)
    lowering.refuse("several-actions", surplus.entry.range, "a step does one thing; make this a step of its own");
  if (action === undefined) return null;
  lowering.mark(pointer, action.entry.range);
  switch (action.kind) {
    case "shell":
      return { kind: "shell", script: lowerScriptIn(action.text, action.analyse, lowering) };
    case "pipeline":
      return lowerPipelineIn(action, pointer, lowering);
    case "for-each":
      return lowerForEach(action, data, pointer, lowering);
    case "parallel":
      return lowerParallel(action, pointer, lowering);
    case "input":
      return lowerInput(action, node, lowering);
    case "workflow":
      return lowerCall(action, pointer, lowering);
  }
}

function lowerPipelineIn(node: ActionNode & { kind: "pipeline" }, pointer: string, lowering: StepLowering): Action {
  const gate = node.pipeline.stages.find((stage) => askingStages.includes(stage.name?.text ?? ""));
  if (gate !== undefined && lowering.isBranch)
    lowering.refuse("gate-in-pipeline", gate.range, "a branch cannot stop and ask");
  return lowerPipeline(node.pipeline, pointer, lowering);
}

const errorWays = ["stop", "continue", "skip_rest"] as const;

function settingsOf({
  data,
}: StepNode): Pick<PlanStep, "timeoutMs" | "onError" | "retry" | "idempotent" | "outputSchema"> {
  const valueOf = (key: string): unknown => plainValue(data === null ? null : (entryOf(data, key)?.value ?? null));
  const onError = valueOf("on_error");
  return {
    timeoutMs: lowerTimeout(valueOf("timeout_ms")),
    onError: errorWays.find((way) => way === onError) ?? "stop",
    retry: lowerRetry(valueOf("retry")),
    idempotent: valueOf("idempotent") === true,
    outputSchema: lowerSchema(valueOf("output_schema")),
  };
}

/** The table of fields has judged it: what is no map is not there. */
function lowerSchema(value: unknown): PlanStep["outputSchema"] {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? jsonOf(value) : null;
}

function markParts(node: StepNode, pointer: string, lowering: PlaceLowering): void {
  lowering.mark(pointer, node.range);
  if (node.when !== null) lowering.mark(`${pointer}/when`, node.when.entry.range);
  if (node.approval?.isGate === true) lowering.mark(`${pointer}/gate`, node.approval.entry.range);
  const stdin = asksForData(node) ? "action/subject" : "stdin";
  if (node.stdinEntry !== null) lowering.mark(`${pointer}/${stdin}`, node.stdinEntry.range);
  if (node.cwd !== null) lowering.mark(`${pointer}/cwd`, node.cwd.range);
}
