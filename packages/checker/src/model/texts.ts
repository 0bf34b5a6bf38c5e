import type {
  ActionNode,
  ApprovalNode,
  EnvNode,
  PipelineNode,
  StepNode,
  TextNode,
  ValueNode,
  WorkflowTree,
} from "@lobster-lang/language";
import type { TextPlace } from "../model.ts";

type Content = TextPlace["content"];

/** Everything with text in it that belongs to `step` itself, not to its inner steps; for `null` what is at top level. */
export function collectTexts(tree: WorkflowTree, step: StepNode | null): TextPlace[] {
  const contents = step === null ? topLevel(tree) : stepContents(step);
  return contents.map((content) => ({ step, content }));
}

/** Texts inside a value, at any depth. */
function textsIn(value: ValueNode | null): TextNode[] {
  if (value === null) return [];
  switch (value.kind) {
    case "text-value":
      return [value.text];
    case "literal-value":
      return [];
    case "list-value":
      return value.items.flatMap(textsIn);
    case "map-value":
      return value.entries.flatMap((entry) => textsIn(entry.value));
  }
}

function topLevel(tree: WorkflowTree): Content[] {
  return [...envTexts(tree.env), ...plain(tree.cwd)];
}

function stepContents(step: StepNode): Content[] {
  return [
    ...condition(step),
    ...step.actions.flatMap(actionContents),
    ...approvalContents(step.approval),
    ...values(step.stdin),
    ...envTexts(step.env),
    ...plain(step.cwd),
  ];
}

function condition(step: StepNode): Content[] {
  const parsed = step.when?.condition ?? null;
  return parsed === null || typeof parsed === "boolean" ? [] : [{ kind: "condition", condition: parsed }];
}

function actionContents(action: ActionNode): Content[] {
  switch (action.kind) {
    case "shell":
      return [{ kind: "shell", text: action.text, analyse: action.analyse, stage: null }];
    case "pipeline":
      return pipelineContents(action.pipeline);
    case "workflow":
      return [...plain(action.path), ...values(action.args)];
    case "for-each":
      return plain(action.list);
    case "input":
      return [...plain(action.prompt), ...values(action.defaults)];
    case "parallel":
      return [];
  }
}

/** A pipeline and the shell texts of its `exec --shell` stages. */
function pipelineContents(pipeline: PipelineNode): Content[] {
  const shells = pipeline.stages.flatMap((stage) =>
    stage.bound.flatMap((argument): Content[] =>
      argument.content?.kind === "shell"
        ? [{ kind: "shell", text: argument.content.text, analyse: argument.content.analyse, stage }]
        : [],
    ),
  );
  return [{ kind: "pipeline", pipeline }, ...shells];
}

function approvalContents(approval: ApprovalNode | null): Content[] {
  if (approval === null) return [];
  return [
    ...plain(approval.prompt),
    ...values(approval.items),
    ...plain(approval.preview),
    ...plain(approval.initiatedBy),
    ...plain(approval.requiredApprover),
  ];
}

function envTexts(env: readonly EnvNode[]): Content[] {
  return env.flatMap((entry) => plain(entry.value));
}

function values(value: ValueNode | null): Content[] {
  return textsIn(value).flatMap(plain);
}

function plain(text: TextNode | null): Content[] {
  return text === null ? [] : [{ kind: "text", text }];
}
