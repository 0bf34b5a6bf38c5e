import type { KnownNames, ShellAnalysis, StepNode, WorkflowTree } from "@lobster-lang/language";
import { analysisOf } from "../facts/shell.ts";
import type { Model, Reference, StepSymbol, TextPlace } from "../model.ts";
import { layered } from "./names.ts";
import { collectReferences } from "./references.ts";
import { collectSymbols, loopVariables } from "./symbols.ts";
import { collectTexts } from "./texts.ts";
import { lineage, loopWith, visibilityIn, type Scope } from "./visibility.ts";

/**
 * The facts about one file that rules read. Total: works for every tree, whatever is wrong with it. Costs time linear in
 * the file; texts and references of a step are collected when first asked for, and kept.
 */
export function modelOf(tree: WorkflowTree): Model {
  const allSteps = collectSymbols(tree);
  const byId = firstById(allSteps);
  const scope: Scope = {
    byId,
    byStep: new Map(allSteps.map((symbol) => [symbol.step, symbol])),
    loopVariables: new Set(allSteps.flatMap((symbol) => loopVariables(symbol.step))),
  };
  const args = new Map(tree.args.map((arg) => [arg.name, arg]));
  const names = namesOf(scope, new Set(args.keys()));
  const textsOf = kept((step: StepNode | null): readonly TextPlace[] => collectTexts(tree, step));
  const referencesOf = kept((step: StepNode | null): readonly Reference[] => collectReferences(textsOf(step)));
  const shellTextsOf = kept((step: StepNode): readonly ShellAnalysis[] =>
    textsOf(step).flatMap((place) => analysisOf(model, place) ?? []),
  );
  let references: readonly Reference[] | null = null;
  const model: Model = {
    tree,
    args,
    steps: byId,
    allSteps,
    get references() {
      references ??= [null, ...allSteps.map((symbol) => symbol.step)].flatMap((step) => referencesOf(step));
      return references;
    },
    referencesOf,
    textsOf,
    shellTextsOf,
    namesAt: (step) => names(step === null || scope.loopVariables.size === 0 ? [] : lineage(scope, step).slice(0, -1)),
    namesInside: (step) => names(lineage(scope, step)),
    visibility: (id, step) => visibilityIn(scope, id, step),
    symbolOf: (step) => scope.byStep.get(step),
    loopOf: (variable, step) => loopWith(scope, variable, step),
  };
  return model;
}

function firstById(symbols: readonly StepSymbol[]): Map<string, StepSymbol> {
  const byId = new Map<string, StepSymbol>();
  for (const symbol of symbols) if (symbol.id !== null && !byId.has(symbol.id)) byId.set(symbol.id, symbol);
  return byId;
}

/** The same object for the same scope, so that what is analysed with it can be kept by identity. */
function namesOf(scope: Scope, args: ReadonlySet<string>): (around: readonly StepNode[]) => KnownNames {
  const ids: ReadonlySet<string> = new Set(scope.byId.keys());
  const outside: KnownNames = { args, steps: ids };
  const byVariables = new Map<string, KnownNames>();
  return (around) => {
    const variables = [...new Set(around.flatMap(loopVariables))].toSorted();
    if (variables.length === 0) return outside;
    const key = variables.join("\n");
    const known = byVariables.get(key) ?? { args, steps: layered(ids, new Set(variables)) };
    byVariables.set(key, known);
    return known;
  };
}

function kept<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const results = new Map<Key, Value>();
  return (key) => {
    const known = results.get(key);
    if (known !== undefined) return known;
    const value = compute(key);
    results.set(key, value);
    return value;
  };
}
