import {
  innerSteps,
  spellBlock,
  spellLoop,
  type Action,
  type ForEachAction,
  type WorkflowAction,
} from "@lobster-lang/plan";
import type {
  ArgPiece,
  Expression,
  InputAction,
  Json,
  Plan,
  PlanStep,
  RefPiece,
  Retry,
  Script,
  Stage,
  StageArgument,
  Template,
  Text,
  Value,
} from "@lobster-lang/plan";
import { resolveArgs } from "./args.ts";
import { refused } from "./execute.ts";
import { RunError } from "./output-of.ts";
import { argumentSecrets, secretsOf } from "./secrets/known-secrets.ts";
import { openVault, type Vault } from "./secrets/vault.ts";
import { asText, spelling } from "./values.ts";

type Args = { readonly [name: string]: Json | Unknown };

/** A value that only a run will know, as the author wrote it. */
class Unknown {
  readonly spelled: string;
  constructor(spelled: string) {
    this.spelled = spelled;
  }
}

/** Where a step is said: the plan, and the folder of its workflow where nothing else is said around it. */
interface Around {
  readonly plan: Plan;
  readonly cwd: Text | null;
  /** Hears of what is secret in the workflows that steps run. */
  readonly vault: Vault;
}

/**
 * What a run of the plan would do, as text: nothing is started. Values of arguments are filled in; what depends on the output
 * of a step is shown as its reference; secret arguments are masked.
 * @throws RunError (`invalid_arguments`) where `run` would refuse them.
 */
export function dryRun(plan: Plan, args: { readonly [name: string]: unknown } = {}): string {
  const resolved = resolveArgs(plan, args);
  if ("problems" in resolved) throw new RunError(refused(resolved.problems.join("; "), "invalid_arguments"));
  const vault = openVault(secretsOf(plan, resolved.values, {}), null);
  return vault.mask(textOfPlan(plan, resolved.values, vault));
}

function textOfPlan(plan: Plan, args: Args, vault: Vault): string {
  const count = plan.steps.length;
  if (plan.kind === "pipeline") {
    const stages = plan.steps.flatMap((step) => (step.action?.kind === "pipeline" ? step.action.stages : []));
    const lines = stages.map((stage, index) => `  ${index + 1}. ${stageText(stage, args, "  args: ")}`);
    return `[DRY RUN] Pipeline (${stages.length} ${stages.length === 1 ? "stage" : "stages"}):\n${lines.join("\n")}\n`;
  }
  const blocks = plan.steps.map((step, index) =>
    stepText(step, String(index + 1), { plan, cwd: plan.cwd, vault }, args),
  );
  return `[DRY RUN] Would execute ${count} ${count === 1 ? "step" : "steps"}:\n\n${blocks.join("\n")}\n`;
}

function stepText(step: PlanStep, number: string, around: Around, args: Args): string {
  const indent = " ".repeat(2 + 3 * (number.split(".").length - 1));
  const wanted = step.when === null ? true : decided(step.when, args);
  const kind = wanted === false ? "skipped — its condition is false" : kindOf(step);
  const lines = [`${indent}${number}. ${step.id}  [${kind}]`];
  if (wanted === false) return lines.join("\n");
  const add = (line: string) => void lines.push(`${indent}   ${line}`);
  if (wanted === null && step.when !== null)
    add(`when: ${expressionText(step.when, args)}  (known when it is reached)`);
  if (step.action !== null) add(actionText(step.action, args));
  if (step.stdin !== null) add(`stdin: ${valueText(step.stdin, args)}`);
  for (const { name, value } of step.env) add(`env: ${name}=${textText(value, args)}`);
  // The workflow's own folder is said where nothing else is; the steps of a block are in the block's.
  const cwd = step.cwd ?? around.cwd;
  if (cwd !== null) add(`cwd: ${textText(cwd, args)}`);
  if (step.timeoutMs !== null) add(`timeout: ${step.timeoutMs}ms`);
  if (step.retry !== null) add(`retry: ${retryText(step.retry)}`);
  if (step.onError !== "stop") add(`on_error: ${step.onError}`);
  if (step.gate !== null) add(`[approval required] ${textText(step.gate.prompt, args)}`);
  const inside = insideOf(step, around, args);
  const inner = inside.steps.map((each, index) => stepText(each, `${number}.${index + 1}`, inside, inside.args));
  return [...lines, ...inner].join("\n");
}

/** The steps in a block, or of the workflow that a step runs, whose arguments are its own. */
function insideOf(
  step: PlanStep,
  { plan, vault }: Around,
  args: Args,
): Around & { readonly steps: readonly PlanStep[]; args: Args } {
  const { action } = step;
  const child = action?.kind === "workflow" ? plan.children?.[action.child] : undefined;
  if (action?.kind !== "workflow" || child === undefined)
    return { plan, vault, cwd: null, steps: innerSteps(step)?.steps ?? [], args };
  const given = new Map(action.args.map(({ name, value }) => [name, knownValue(value, args)]));
  const own = child.args.map(({ name, default: standard }) => [name, given.get(name) ?? standard] as const);
  const certain = own.flatMap(([name, value]) => (value instanceof Unknown ? [] : [[name, value] as const]));
  const children = plan.children ?? {};
  vault.learn(argumentSecrets({ args: child.args, steps: child.steps, children }, Object.fromEntries(certain)));
  return { plan, vault, cwd: child.cwd, steps: child.steps, args: Object.fromEntries(own) };
}

/** A value, as far as arguments alone tell it. */
function knownValue(value: Value, args: Args): Json | Unknown {
  if ("json" in value) return value.json;
  if ("whole" in value && "arg" in value.whole) return args[value.whole.arg] ?? null;
  const spelled = valueText(value, args);
  const pieces = "text" in value ? value.text : null;
  const isKnown = pieces?.every(
    (piece) => !("ref" in piece) && !("arg" in piece && args[piece.arg] instanceof Unknown),
  );
  return isKnown === true ? spelled : new Unknown(spelled);
}

function actionText(action: Action, args: Args): string {
  switch (action.kind) {
    case "shell":
      return `run: ${scriptText(action.script, args)}`;
    case "pipeline":
      return `pipeline: ${action.stages.map((stage) => stageText(stage, args, " ")).join(" | ")}`;
    case "for_each":
      return `for_each: ${spellLoop(action)}${itemCount(action, args)}`;
    case "parallel":
      return `parallel: ${spellBlock(action)}`;
    case "input":
      return inputText(action, args);
    case "workflow":
      return `workflow: ${callText(action, args)}`;
  }
}

function inputText({ prompt, defaults, subject }: InputAction, args: Args): string {
  const about = subject === null ? "" : `  (about ${valueText(subject, args)})`;
  const shown = defaults === null ? "" : `  (defaults ${valueText(defaults, args)})`;
  return `[input required] ${textText(prompt, args)}${about}${shown}`;
}

function callText({ file, args: given }: WorkflowAction, args: Args): string {
  const shown = given.map(({ name, value }) => `${name}: ${valueText(value, args)}`).join(", ");
  return shown === "" ? file : `${file} (${shown})`;
}

/** How many rounds a loop over an argument makes; what a step will give is not known yet. */
function itemCount({ list }: ForEachAction, args: Args): string {
  const value = "arg" in list ? args[list.arg] : null;
  return Array.isArray(value) ? ` (${value.length} items)` : "";
}

/** `3 attempts, 500ms apart`, `4 attempts, 100ms apart doubling to at most 30000ms, ±10 %`. */
function retryText({ max, delayMs, backoff, maxDelayMs, jitter }: Retry): string {
  const growth = backoff === "exponential" ? ` doubling to at most ${maxDelayMs}ms` : "";
  return `${max} attempts, ${delayMs}ms apart${growth}${jitter ? ", ±10 %" : ""}`;
}

function kindOf(step: PlanStep): string {
  return step.action === null ? "gate" : step.action.kind;
}

/** What a condition comes to with arguments alone; null when it depends on a step. */
function decided(expression: Expression, args: Args): boolean | null {
  const value = known(expression, args);
  return value === undefined ? null : Boolean(value.value);
}

function known(expression: Expression, args: Args): { readonly value: Json } | undefined {
  if ("value" in expression) return expression;
  if ("arg" in expression) {
    const value = args[expression.arg] ?? null;
    return value instanceof Unknown ? undefined : { value };
  }
  if ("ref" in expression) {
    // Gates are taken as approved, as the person who reads this expects.
    return expression.ref.path[0] === "approved" ? { value: true } : undefined;
  }
  if (expression.op === "not") {
    const operand = known(expression.operand, args);
    return operand === undefined ? undefined : { value: !operand.value };
  }
  const [left, right] = [known(expression.left, args), known(expression.right, args)];
  if (expression.op === "and" || expression.op === "or") {
    const decisive = expression.op === "or";
    if (left !== undefined && Boolean(left.value) === decisive) return { value: decisive };
    if (right !== undefined && Boolean(right.value) === decisive) return { value: decisive };
    return left === undefined || right === undefined ? undefined : { value: !decisive };
  }
  if (left === undefined || right === undefined) return undefined;
  if (expression.op === "==") return { value: left.value === right.value };
  return expression.op === "!=" ? { value: left.value !== right.value } : undefined;
}

function expressionText(expression: Expression, args: Args): string {
  if ("value" in expression) return JSON.stringify(expression.value);
  if ("arg" in expression || "ref" in expression) return pieceText(expression, args);
  if (expression.op === "not") return `!${expressionText(expression.operand, args)}`;
  const operator = { and: "&&", or: "||" }[expression.op as string] ?? expression.op;
  return `(${expressionText(expression.left, args)} ${operator} ${expressionText(expression.right, args)})`;
}

/** The script with its values written in place of the variables: for reading, never for a shell. */
function scriptText(script: Script, args: Args): string {
  return script.bindings.reduce(
    (text, { variable, value }) =>
      text
        .replaceAll(`'"\${${variable}}"'`, () => pieceText(value, args))
        .replaceAll(`\${${variable}}`, () => pieceText(value, args)),
    script.text,
  );
}

function stageText(stage: Stage, args: Args, separator: string): string {
  const shown = Object.entries(stage.arguments).map(([name, argument]) => argumentText(name, argument, args));
  const words = shown.filter((word) => word !== null);
  const spelled = words.length === 0 ? stage.command : `${stage.command}${separator}${words.join(", ")}`;
  return `${spelled}${programText(stage)}`;
}

/** What a command of the project starts, and who says so: a file of a folder above may have added it. */
function programText({ program }: Stage): string {
  if (program === undefined) return "";
  const words = program.words.map((word) => ("text" in word ? word.text : word.file));
  return `  (runs \`${words.join(" ")}\`, says ${program.from})`;
}

/** `name=value`; defaults that say nothing are left out. */
function argumentText(name: string, argument: StageArgument, args: Args): string | null {
  if ("boolean" in argument) return argument.boolean ? name : null;
  if ("texts" in argument) return argument.texts.map((text) => textText(text, args)).join(", ");
  if ("assignments" in argument) {
    return argument.assignments.map(({ key, value }) => `${key}=${templateText(value, args)}`).join(", ") || null;
  }
  if ("where" in argument) {
    const { path, operator, value } = argument.where;
    return `${path.join(".")}${operator}${textText(value, args)}`;
  }
  return `${name}=${plainArgument(argument, args)}`;
}

function plainArgument(argument: StageArgument, args: Args): string {
  if ("number" in argument) return String(argument.number);
  if ("numberText" in argument) return textText(argument.numberText, args);
  if ("jsonText" in argument) return textText(argument.jsonText, args);
  if ("text" in argument) return textText(argument.text, args);
  if ("path" in argument) return argument.path.join(".");
  if ("pathText" in argument) return textText(argument.pathText, args);
  if ("fields" in argument) return argument.fields.join(",");
  if ("fieldsText" in argument) return textText(argument.fieldsText, args);
  if ("template" in argument) return templateText(argument.template, args);
  return "script" in argument ? scriptText(argument.script, args) : "";
}

function templateText(template: Template, args: Args): string {
  return template
    .map((part) => {
      if (!("expression" in part)) return "text" in part ? part.text : pieceText(part, args);
      const filters = part.expression.filters.map((filter) => ` | ${[filter.name, ...filter.arguments].join(" ")}`);
      return `{{${part.expression.path.join(".") || "."}${filters.join("")}}}`;
    })
    .join("");
}

function valueText(value: Value, args: Args): string {
  if ("text" in value) return textText(value.text, args);
  if ("whole" in value) return pieceText(value.whole, args);
  if ("json" in value) return JSON.stringify(value.json);
  if ("list" in value) return `[${value.list.map((each) => valueText(each, args)).join(", ")}]`;
  return `{${value.map.map(({ key, value: each }) => `${key}: ${valueText(each, args)}`).join(", ")}}`;
}

function textText(text: Text, args: Args): string {
  return text.map((part) => ("text" in part ? part.text : pieceText(part, args))).join("");
}

function pieceText(piece: ArgPiece | RefPiece, args: Args): string {
  if ("ref" in piece) return spelling(piece.ref).slice(1, -1);
  const value = args[piece.arg];
  return value instanceof Unknown ? value.spelled : asText(value);
}
