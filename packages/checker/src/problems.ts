import type { ArgumentContent, PipelineNode, Problem, StepNode, WorkflowTree } from "@lobster-lang/language";
import { encloses } from "@lobster-lang/language";
import { analysisOf } from "./facts/shell.ts";
import type { Model, TextPlace } from "./model.ts";

/** What reading the file and its texts found, in file order as far as known; the rule of each is named by the problem. */
export function problemsOf(tree: WorkflowTree, model: Model): Problem[] {
  const problems = ofTree(tree, model);
  const add = (step: StepNode | null): void => {
    for (const place of model.textsOf(step)) for (const problem of placeProblems(place, model)) problems.push(problem);
  };
  add(null);
  for (const { step } of model.allSteps) add(step);
  return problems;
}

/** A bare `!` that YAML takes for a tag is a lost negation where a condition begins with it. */
function ofTree(tree: WorkflowTree, model: Model): Problem[] {
  return tree.problems.map((problem) => {
    if (problem.rule !== "tag") return problem;
    const isCondition = model.allSteps.some(
      ({ step }) => step.when !== null && encloses(step.when.entry.range, problem.range),
    );
    return isCondition ? { ...problem, rule: "condition-negation", severity: "error" } : problem;
  });
}

function placeProblems(place: TextPlace, model: Model): readonly Problem[] {
  const { content } = place;
  switch (content.kind) {
    case "text":
      return [];
    case "condition":
      return content.condition.problems;
    case "pipeline":
      return pipelineProblems(content.pipeline);
    case "shell":
      return analysisOf(model, place)?.problems ?? [];
  }
}

/** A pipeline's own problems and those of the expressions in its words. */
function pipelineProblems(pipeline: PipelineNode): Problem[] {
  const contents = pipeline.stages.flatMap((stage) => stage.bound.map((argument) => argument.content));
  return [...pipeline.problems, ...contents.flatMap((content) => (content === null ? [] : contentProblems(content)))];
}

function contentProblems(content: ArgumentContent): readonly Problem[] {
  switch (content.kind) {
    case "template":
    case "assignment":
      return content.template.problems;
    case "where":
      return content.where.problems;
    case "fields":
    case "path":
    case "shell":
      return [];
  }
}
