import type { PlacedStep } from "./placed-steps.ts";
import type { WorkflowOfPlan } from "./children.ts";
import type {
  Action,
  ArgPiece,
  Expression,
  Gate,
  PlanEnv,
  PlanStep,
  RefPiece,
  Stage,
  StageArgument,
  Value,
} from "./types.ts";

/** The part of a step (or of the plan) that a value goes into. */
export type SubstitutionUse =
  | "when"
  | "stdin"
  | "env"
  | "cwd"
  | "run"
  | "pipeline"
  | "for_each"
  | "workflow_args"
  | "input"
  | "gate";

/** One place of a plan where a value is put in. */
export interface Substitution {
  readonly piece: ArgPiece | RefPiece;
  /** JSON pointer of the piece. */
  readonly pointer: string;
  /** The step that it belongs to; null at the top level. */
  readonly step: PlacedStep | null;
  readonly use: SubstitutionUse;
}

/** Every argument and reference of a workflow's top level, which is read again for each step. */
export function topSubstitutions({ env, cwd, pointer: at }: WorkflowOfPlan): readonly Substitution[] {
  return [
    ...[...inEnv(env, `${at}/env`)].map(([pointer, piece]) => ({ piece, pointer, step: null, use: "env" as const })),
    ...[...inPieces(cwd, `${at}/cwd`)].map(([pointer, piece]) => ({ piece, pointer, step: null, use: "cwd" as const })),
  ];
}

/** Every argument and reference that a step itself reads, without those of the steps inside it. */
export function substitutionsOf(step: PlacedStep): readonly Substitution[] {
  return [...inStep(step.step, step.pointer)].flatMap(([use, places]) =>
    [...places].map(([pointer, piece]) => ({ piece, pointer, step, use })),
  );
}

type Place = readonly [pointer: string, piece: ArgPiece | RefPiece];

const actionUses = {
  shell: "run",
  pipeline: "pipeline",
  for_each: "for_each",
  parallel: "run",
  input: "input",
  workflow: "workflow_args",
} as const;

function* inStep(step: PlanStep, at: string): Iterable<readonly [SubstitutionUse, Iterable<Place>]> {
  if (step.when !== null) yield ["when", inExpression(step.when, `${at}/when`)];
  if (step.stdin !== null) yield ["stdin", inValue(step.stdin, `${at}/stdin`)];
  yield ["env", inEnv(step.env, `${at}/env`)];
  yield ["cwd", inPieces(step.cwd, `${at}/cwd`)];
  // What an input step asks about is written as its `stdin:`.
  if (step.action?.kind === "input" && step.action.subject !== null)
    yield ["stdin", inValue(step.action.subject, `${at}/action/subject`)];
  if (step.action !== null) yield [actionUses[step.action.kind], inAction(step.action, `${at}/action`)];
  if (step.gate !== null) yield ["gate", inGate(step.gate, `${at}/gate`)];
}

function* inPieces(pieces: readonly object[] | null, at: string): Iterable<Place> {
  for (const [index, piece] of (pieces ?? []).entries()) {
    if ("arg" in piece || "ref" in piece) yield [`${at}/${index}`, piece as ArgPiece | RefPiece];
  }
}

function* inEnv(env: readonly PlanEnv[], at: string): Iterable<Place> {
  for (const [index, entry] of env.entries()) yield* inPieces(entry.value, `${at}/${index}/value`);
}

function* inValue(value: Value, at: string): Iterable<Place> {
  if ("text" in value) yield* inPieces(value.text, `${at}/text`);
  else if ("whole" in value) yield [`${at}/whole`, value.whole];
  else if ("list" in value) {
    for (const [index, item] of value.list.entries()) yield* inValue(item, `${at}/list/${index}`);
  } else if ("map" in value) {
    for (const [index, entry] of value.map.entries()) yield* inValue(entry.value, `${at}/map/${index}/value`);
  }
}

function* inExpression(expression: Expression, at: string): Iterable<Place> {
  if ("value" in expression) return;
  if (!("op" in expression)) yield [at, expression];
  else if (expression.op === "not") yield* inExpression(expression.operand, `${at}/operand`);
  else {
    yield* inExpression(expression.left, `${at}/left`);
    yield* inExpression(expression.right, `${at}/right`);
  }
}

function* inAction(action: Action, at: string): Iterable<Place> {
  if (action.kind === "shell") yield* inScript(action.script, `${at}/script`);
  else if (action.kind === "for_each") yield [`${at}/list`, action.list];
  else if (action.kind === "input") {
    yield* inPieces(action.prompt, `${at}/prompt`);
    if (action.defaults !== null) yield* inValue(action.defaults, `${at}/defaults`);
  } else if (action.kind === "workflow") {
    for (const [index, { value }] of action.args.entries()) yield* inValue(value, `${at}/args/${index}/value`);
  } else if (action.kind === "pipeline") {
    for (const [index, stage] of action.stages.entries()) yield* inStage(stage, `${at}/stages/${index}`);
  }
}

function* inScript(script: { readonly bindings: readonly { readonly value: ArgPiece | RefPiece }[] }, at: string) {
  for (const [index, binding] of script.bindings.entries())
    yield [`${at}/bindings/${index}/value`, binding.value] as const;
}

function* inStage(stage: Stage, at: string): Iterable<Place> {
  for (const [name, argument] of Object.entries(stage.arguments))
    yield* inArgument(argument, `${at}/arguments/${name}`);
}

function* inArgument(argument: StageArgument, at: string): Iterable<Place> {
  if ("text" in argument) yield* inPieces(argument.text, `${at}/text`);
  else if ("jsonText" in argument) yield* inPieces(argument.jsonText, `${at}/jsonText`);
  else if ("numberText" in argument) yield* inPieces(argument.numberText, `${at}/numberText`);
  else if ("pathText" in argument) yield* inPieces(argument.pathText, `${at}/pathText`);
  else if ("fieldsText" in argument) yield* inPieces(argument.fieldsText, `${at}/fieldsText`);
  else if ("template" in argument) yield* inPieces(argument.template, `${at}/template`);
  else if ("where" in argument) yield* inPieces(argument.where.value, `${at}/where/value`);
  else if ("script" in argument) yield* inScript(argument.script, `${at}/script`);
  else if ("texts" in argument) {
    for (const [index, text] of argument.texts.entries()) yield* inPieces(text, `${at}/texts/${index}`);
  } else if ("assignments" in argument) {
    for (const [index, assignment] of argument.assignments.entries())
      yield* inPieces(assignment.value, `${at}/assignments/${index}/value`);
  }
}

function* inGate(gate: Gate, at: string): Iterable<Place> {
  yield* inPieces(gate.prompt, `${at}/prompt`);
  if (gate.items !== null) yield* inValue(gate.items, `${at}/items`);
  yield* inPieces(gate.preview, `${at}/preview`);
  yield* inPieces(gate.initiatedBy, `${at}/initiatedBy`);
  yield* inPieces(gate.requiredApprover, `${at}/requiredApprover`);
}
