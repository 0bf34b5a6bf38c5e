import type { StepNode } from "@lobster-lang/language";
import { entryOf, resolved } from "@lobster-lang/language";
import type { Model } from "../model.ts";

/** Whether a failure of the step leaves a result that later steps can look at. */
export function survivesFailure(step: StepNode): boolean {
  const value = step.data === null ? null : resolved(entryOf(step.data, "on_error")?.value);
  return value?.kind === "scalar" && (value.value === "continue" || value.value === "skip_rest");
}

export function isInput(step: StepNode): boolean {
  return step.actions.some((action) => action.kind === "input");
}

/** A gate without anything that runs before it. */
export function isBareGate(step: StepNode): boolean {
  return step.actions.length === 0 && step.approval?.isGate === true;
}

/** The step and what encloses it, from the outside in. */
function withOuterSteps(model: Model, step: StepNode | null): readonly StepNode[] {
  const line: StepNode[] = [];
  for (let current = step; current !== null; current = model.symbolOf(current)?.parent ?? null) line.unshift(current);
  return line;
}

/** Environment variables that the file sets for this step. One set for all steps that add nothing of their own. */
export function environmentOf(model: Model, step: StepNode | null): ReadonlySet<string> {
  const inner = withOuterSteps(model, step).flatMap((outer) => outer.env);
  if (inner.length > 0) return new Set([...model.tree.env, ...inner].map((entry) => entry.name));
  let shared = sharedBy.get(model);
  if (shared === undefined) sharedBy.set(model, (shared = new Set(model.tree.env.map((entry) => entry.name))));
  return shared;
}

const sharedBy = new WeakMap<Model, ReadonlySet<string>>();

/** What a message calls this step-like thing. */
export function nameOf(step: StepNode): string {
  return step.id === null ? "this step" : `\`${step.id}\``;
}
