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
  const contents: Content[] = [];
  if (step === null) addTopLevel(tree, contents);
  else addStep(step, contents);
  return contents.map((content) => ({ step, content, facts: { parts: null, analysis: null } }));
}

function addTopLevel(tree: WorkflowTree, to: Content[]): void {
  addEnv(tree.env, to);
  addText(tree.cwd, to);
}

function addStep(step: StepNode, to: Content[]): void {
  const condition = step.when?.condition ?? null;
  if (condition !== null && typeof condition !== "boolean") to.push({ kind: "condition", condition });
  for (const action of step.actions) addAction(action, to);
  if (step.approval !== null) addApproval(step.approval, to);
  addValue(step.stdin, to);
  addEnv(step.env, to);
  addText(step.cwd, to);
}

function addAction(action: ActionNode, to: Content[]): void {
  switch (action.kind) {
    case "shell":
      to.push({ kind: "shell", text: action.text, analyse: action.analyse, stage: null });
      return;
    case "pipeline":
      addPipeline(action.pipeline, to);
      return;
    case "workflow":
      addText(action.path, to);
      addValue(action.args, to);
      return;
    case "for-each":
      addText(action.list, to);
      return;
    case "input":
      addText(action.prompt, to);
      addValue(action.defaults, to);
      return;
    case "parallel":
  }
}

/** A pipeline and the shell texts of its `exec --shell` stages. */
function addPipeline(pipeline: PipelineNode, to: Content[]): void {
  to.push({ kind: "pipeline", pipeline });
  for (const stage of pipeline.stages) {
    for (const { content } of stage.bound) {
      if (content?.kind === "shell") to.push({ kind: "shell", text: content.text, analyse: content.analyse, stage });
    }
  }
}

function addApproval(approval: ApprovalNode, to: Content[]): void {
  addText(approval.prompt, to);
  addValue(approval.items, to);
  addText(approval.preview, to);
  addText(approval.initiatedBy, to);
  addText(approval.requiredApprover, to);
}

function addEnv(env: readonly EnvNode[], to: Content[]): void {
  for (const entry of env) addText(entry.value, to);
}

/** Texts inside a value, at any depth. */
function addValue(value: ValueNode | null, to: Content[]): void {
  switch (value?.kind) {
    case "text-value":
      addText(value.text, to);
      return;
    case "list-value":
      for (const item of value.items) addValue(item, to);
      return;
    case "map-value":
      for (const entry of value.entries) addValue(entry.value, to);
  }
}

function addText(text: TextNode | null, to: Content[]): void {
  if (text !== null) to.push({ kind: "text", text });
}
