import type { StepNode, WorkflowTree } from "@lobster-lang/language";
import type { StepSymbol } from "../model.ts";

/** Steps inside a step: branches of `parallel`, sub-steps of `for_each`. */
export function innerSteps(step: StepNode): readonly StepNode[] {
  return step.actions.flatMap((action) => {
    if (action.kind === "parallel") return action.branches;
    if (action.kind === "for-each") return action.steps;
    return [];
  });
}

/** Every step-like thing in file order, with its parent. */
export function collectSymbols(tree: WorkflowTree): StepSymbol[] {
  const symbols: StepSymbol[] = [];
  const add = (step: StepNode, parent: StepNode | null): void => {
    symbols.push({ id: step.id, step, parent, index: symbols.length });
    for (const inner of innerSteps(step)) add(inner, step);
  };
  for (const step of tree.steps) add(step, null);
  return symbols;
}

/** Names of the variables that a loop gives to its sub-steps. */
export function loopVariables(step: StepNode): readonly string[] {
  return step.actions.flatMap((action) =>
    action.kind === "for-each" ? [action.itemVariable.name, action.indexVariable.name] : [],
  );
}
