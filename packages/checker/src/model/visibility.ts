import type { StepNode } from "@lobster-lang/language";
import type { StepSymbol, Visibility } from "../model.ts";
import { loopVariables } from "./symbols.ts";

/** What decides about visibility, collected once. */
export interface Scope {
  readonly byId: ReadonlyMap<string, StepSymbol>;
  readonly byStep: ReadonlyMap<StepNode, StepSymbol>;
  /** Variables of every loop of the file. */
  readonly loopVariables: ReadonlySet<string>;
}

/** Whether the step `id` is finished when `step` starts; costs the depth of nesting, not the size of the file. */
export function visibilityIn(scope: Scope, id: string, step: StepNode | null): Visibility {
  if (loopWith(scope, id, step) !== null) return "ok";
  const target = scope.byId.get(id);
  if (target === undefined) return scope.loopVariables.has(id) ? "loop-variable-outside" : "unknown";
  if (step === null) return isInLoop(scope, target) ? "inner" : "ok";
  const own = scope.byStep.get(step);
  if (own?.parent === null && target.parent === null) {
    return own === target ? "itself" : target.index < own.index ? "ok" : "later";
  }
  const from = lineage(scope, step);
  const to = lineage(scope, target.step);
  if (from.includes(target.step)) return "itself";
  let shared = 0;
  while (shared < from.length && from[shared] === to[shared]) shared++;
  if (shared === from.length) return "inner";
  if (to.slice(shared, -1).some(isLoop)) return "inner";
  const container = shared === 0 ? null : from[shared - 1]!;
  if (container !== null && !isLoop(container)) return "sibling-branch";
  const before = scope.byStep.get(to[shared]!)!.index < scope.byStep.get(from[shared]!)!.index;
  return before ? "ok" : "later";
}

/** The innermost loop around `step`, itself excluded, that gives a variable of this name. */
export function loopWith(scope: Scope, variable: string, step: StepNode | null): StepNode | null {
  if (step === null || !scope.loopVariables.has(variable)) return null;
  const around = lineage(scope, step).slice(0, -1);
  return around.findLast((outer) => loopVariables(outer).includes(variable)) ?? null;
}

/** From the outermost enclosing step to the step itself. */
export function lineage(scope: Scope, step: StepNode): StepNode[] {
  const line: StepNode[] = [];
  let current: StepNode | null = step;
  while (current !== null) {
    line.unshift(current);
    current = scope.byStep.get(current)?.parent ?? null;
  }
  return line;
}

function isLoop(step: StepNode): boolean {
  return step.actions.some((action) => action.kind === "for-each");
}

function isInLoop(scope: Scope, symbol: StepSymbol): boolean {
  return lineage(scope, symbol.step).slice(0, -1).some(isLoop);
}
