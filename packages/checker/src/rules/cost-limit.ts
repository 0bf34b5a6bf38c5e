import type { Range, StageNode, StepNode } from "@lobster-lang/language";
import { commandNamed, entryOf, priceOf } from "@lobster-lang/language";
import type { Rule, RuleContext } from "../rule.ts";
import { prependEntry } from "../structure/entry-edits.ts";
import { type PartInstance, partsIn } from "../structure/part-instances.ts";

export const costLimit: Rule = {
  id: "cost-limit",
  severity: "warning",
  summary: "A limit of cost that does not limit.",
  explanation: `\`cost_limit\` is held against what the models of a run cost, after each step. Without \`action: stop\` it only warns. Tokens of a
model whose price is not known count as nothing: LOBSTER_LLM_PRICING_JSON gives prices, \`{"model": {"input": 1, "output": 2}}\`
in US dollars for a million tokens. Where no step can ask a model the limit does nothing.`,
  wrong: `cost_limit: {max_usd: 1}
steps:
  - id: ask
    pipeline: llm.invoke --prompt 'Write a title'
`,
  right: `cost_limit: {max_usd: 1, action: stop}
steps:
  - id: ask
    pipeline: llm.invoke --prompt 'Write a title'
`,
  fix: "offered",
  file: (context) => {
    const limit = partsIn(context.tree).find(({ part }) => part === "cost-limit");
    if (limit?.holder == null) return;
    lookAtAction(limit, limit.holder.key.range, context);
    const steps = context.model.allSteps.map(({ step }) => step);
    if (!steps.some(mayAskModels)) {
      const message = "no step here asks a model, so this limit does nothing: leave it out";
      context.report({ range: limit.holder.key.range, message });
    }
    for (const step of steps) lookAtModels(step, context);
  },
};

function lookAtAction({ map }: PartInstance, range: Range, context: RuleContext): void {
  if (entryOf(map, "action") !== undefined || entryOf(map, "max_usd") === undefined) return;
  const edit = prependEntry(context.tree, map, "action", context.tree.format === "json" ? '"stop"' : "stop");
  context.report({
    range,
    message: "without `action` this limit only warns: write `action: stop` if the run shall end, `action: warn` if not",
    fixes: edit === null ? [] : [{ title: "add `action: stop`", safe: false, edits: [edit] }],
  });
}

/** What a program, a tool or another workflow prints may be the answer of a model. */
function mayAskModels(step: StepNode): boolean {
  return step.actions.some((action) => {
    if (action.kind === "shell" || action.kind === "workflow") return true;
    return action.kind === "pipeline" && action.pipeline.stages.some(stageMayAskModels);
  });
}

function stageMayAskModels({ name }: StageNode): boolean {
  const command = commandNamed(name?.text ?? "");
  if (command === undefined) return true;
  return command.effects.some((effect) => effect === "model" || effect === "network" || effect === "process");
}

function lookAtModels(step: StepNode, context: RuleContext): void {
  for (const action of step.actions) {
    if (action.kind !== "pipeline") continue;
    for (const stage of action.pipeline.stages) {
      if (commandNamed(stage.name?.text ?? "")?.effects.some((effect) => effect === "model") !== true) continue;
      const model = stage.bound.findLast(({ flag }) => flag === "model")?.value ?? null;
      const isLiteral = model !== null && model.parts.every((part) => part.kind === "literal");
      if (model === null || !isLiteral || priceOf(model.text) !== null) continue;
      const message = `no price is known for \`${model.text}\`, so \`cost_limit\` counts it as nothing unless LOBSTER_LLM_PRICING_JSON gives one`;
      context.report({ range: model.range, message });
    }
  }
}
