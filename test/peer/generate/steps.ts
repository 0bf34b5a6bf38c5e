import type { Json } from "../peer-file.ts";
import type { Choices } from "./choices.ts";
import { someCondition } from "./conditions.ts";
import { plainText, someList } from "./data.ts";
import { isPipelineWord, somePipeline } from "./pipelines.ts";
import { isScalar, type Known, type Scope, referencesIn, someReference } from "./scope.ts";
import { someShellText, someStdin } from "./shell-texts.ts";

export interface MadeStep {
  readonly step: { [key: string]: Json };
  /** The step itself, and its branches: what later steps may name. */
  readonly known: readonly Known[];
  readonly beside?: { readonly [path: string]: string };
}

type Maker = (choices: Choices, scope: Scope, id: string) => MadeStep | null;

/** A step of any kind that means something after the steps of `scope`. */
export function someStep(choices: Choices, scope: Scope, id: string): MadeStep {
  const makers: readonly Maker[] = [
    shellStep, shellStep, shellStep, shellStep, pipelineStep, pipelineStep, pipelineStep, gateStep, gateStep,
    parallelStep, loopStep, loopStep, failingStep, againStep,
    childStep, childStep, inputStep, askStep,
  ]; // prettier-ignore
  for (let tries = 0; tries < 4; tries++) {
    const made = choices.pick(makers)(choices, scope, id);
    if (made !== null) return withMore(choices, scope, made);
  }
  return withMore(choices, scope, shellStep(choices, scope, id));
}

export function shellStep(choices: Choices, scope: Scope, id: string): MadeStep {
  const { run, stdin, env, known } = someShellText(choices, scope, id);
  const step = {
    id,
    [choices.chance(25) ? "command" : "run"]: run,
    ...(stdin === undefined ? {} : { stdin }),
    ...(env === undefined ? {} : { env }),
  };
  return { step, known: [{ ...known, id }] };
}

export function pipelineStep(choices: Choices, scope: Scope, id: string): MadeStep {
  const words = referencesIn(scope)
    .filter(({ value }) => isPipelineWord(value))
    .map(({ text }) => text);
  const named = Object.entries(scope.args).filter(([, value]) => isPipelineWord(value));
  const pipeline = somePipeline(choices, {
    isInline: false,
    id,
    words: [...words, ...named.map(([name]) => `\${${name}}`)],
  });
  const list = someReference(choices, scope, Array.isArray);
  const any = someStdin(choices, scope);
  const stdin = choices.chance(50) ? (list?.text ?? someList(choices)) : choices.chance(60) ? someList(choices) : any;
  return { step: { id, pipeline, ...(stdin === undefined ? {} : { stdin }) }, known: [{ id }] };
}

function gateStep(choices: Choices, scope: Scope, id: string): MadeStep {
  const prompt = choices.pick(["Go on?", "Send the drafts", "Really: do it?"]);
  const approval = choices.pick<Json>([
    true, "required", prompt, prompt, {}, { prompt }, { prompt, items: someList(choices) }, { prompt, preview: "Look at this" },
    { prompt, items: [], preview: "x" }, { prompt, initiated_by: "ana" },
  ]); // prettier-ignore
  const known = { id, isGate: true };
  if (choices.chance(35)) {
    const action = shellStep(choices, scope, id);
    return { step: { ...action.step, approval }, known: [{ ...action.known[0]!, ...known }] };
  }
  const shown = someReference(choices, scope);
  const stdin = shown?.text ?? "shown";
  return { step: { id, approval, stdin }, known: [{ ...known, ...(shown === null ? {} : { json: shown.value }) }] };
}

function parallelStep(choices: Choices, scope: Scope, id: string): MadeStep {
  const branches = choices.times(1, 3, (n) => {
    const make = choices.chance(70) ? shellStep : pipelineStep;
    return make(choices, scope, `${id}_b${n}`);
  });
  const parallel: { [key: string]: Json } = { branches: branches.map(({ step }) => step) };
  if (choices.chance(20)) parallel["wait"] = "all";
  // With `any` only one branch: of several, which is first is a matter of luck.
  if (branches.length === 1 && choices.chance(40)) parallel["wait"] = "any";
  if (choices.chance(20)) parallel["timeout_ms"] = 20_000;
  const json = Object.fromEntries(
    branches.flatMap(({ known }) => known.flatMap((each) => (each.json === undefined ? [] : [[each.id, each.json]]))),
  );
  const isWhole = branches.every(({ known }) => known.every((each) => each.json !== undefined));
  return {
    step: { id, parallel },
    known: [{ id, ...(isWhole ? { json } : {}) }, ...branches.flatMap(({ known }) => known)],
  };
}

function loopStep(choices: Choices, scope: Scope, id: string): MadeStep | null {
  const list = someReference(choices, scope, (value) => Array.isArray(value) && value.length < 5);
  if (list === null) return null;
  const item = choices.pick(["item", "item", "mail"]);
  const index = choices.pick(["index", "index", "n"]);
  const items = list.value as Json[];
  // A field is known where every item has it.
  const first = items[0] ?? null;
  const around: Known[] = [
    ...(items.length === 1 ? [{ id: item, json: first }] : items.every(isScalar) ? [{ id: item, json: first }] : []),
    { id: index, json: 0 },
  ];
  const inner: Known[] = [];
  const steps = choices.times(1, 3, (n) => {
    const make = choices.chance(75) ? shellStep : pipelineStep;
    const inside: Scope = { ...scope, steps: [...scope.steps, ...around, ...inner] };
    const made = make(choices, inside, `${id}_s${n}`);
    const condition = choices.chance(15) ? someCondition(choices, inside) : null;
    const step = condition === null ? made.step : { ...made.step, when: condition };
    // Values of an item are not the same each time: only that a step ran is known.
    inner.push({ id: `${id}_s${n}`, stdout: null, mayBeSkipped: condition !== null });
    return step;
  });
  return {
    step: {
      id,
      for_each: list.text,
      ...(item === "item" ? {} : { item_var: item }),
      ...(index === "index" ? {} : { index_var: index }),
      ...(choices.chance(15) ? { batch_size: 2, pause_ms: 5 } : {}),
      steps,
    },
    known: [{ id }],
  };
}

function failingStep(choices: Choices, _scope: Scope, id: string): MadeStep {
  const fails = choices.pick<{ [key: string]: Json }>([
    { run: "echo out; echo problem >&2; exit 3" },
    { run: "exit 1" },
    { run: "sleep 20", timeout_ms: 150 },
    { pipeline: "exec --shell 'exit 2'" },
    { pipeline: "exec --json echo no json" },
    { run: "no-such-program-here" },
    { run: "echo x; exit 4", retry: { max: 2, delay_ms: 5 } },
  ]);
  const onError = choices.pick(["continue", "continue", "continue", "skip_rest", "stop"]);
  return { step: { id, ...fails, on_error: onError }, known: [{ id, failed: onError === "continue" }] };
}

/** Succeeds at the third attempt. */
function againStep(choices: Choices, _scope: Scope, id: string): MadeStep {
  const retry: { [key: string]: Json } = { max: choices.pick([2, 3, 5]), delay_ms: choices.pick([0, 5, 1.5]) };
  if (choices.chance(40)) retry["backoff"] = choices.pick(["fixed", "exponential"]);
  if (retry["backoff"] === "exponential" && choices.chance(50)) retry["max_delay_ms"] = 10;
  if (choices.chance(30)) retry["jitter"] = choices.chance(50);
  const run = `echo x >> '${id}.tries'; test "$(wc -l < '${id}.tries')" -eq 3 && echo third`;
  return { step: { id, run, retry, on_error: "continue" }, known: [{ id }] };
}

function childStep(choices: Choices, scope: Scope, id: string): MadeStep {
  const child = choices.times(1, 2, (n) => shellStep(choices, { steps: [], args: { who: "x" } }, `c${n}`).step);
  const given = choices.chance(60) ? (someReference(choices, scope, isScalar)?.text ?? plainText(choices)) : undefined;
  const text = JSON.stringify({ args: { who: { default: "nobody" } }, steps: child }, null, 1);
  const path = `${id}-child.lobster`;
  return {
    step: {
      id,
      workflow: choices.pick([path, `./${path}`]),
      ...(given === undefined ? {} : { workflow_args: { who: given } }),
    },
    known: [{ id }],
    beside: { [path]: text },
  };
}

function inputStep(choices: Choices, scope: Scope, id: string): MadeStep {
  const responseSchema = choices.pick<Json>([
    { type: "object" },
    { type: "object", properties: { decision: { type: "string" } }, required: ["decision"] },
  ]);
  const subject = someReference(choices, scope)?.text;
  return {
    step: {
      id,
      input: { prompt: "Which one?", responseSchema, ...(choices.chance(30) ? { defaults: { decision: "no" } } : {}) },
      ...(subject !== undefined && choices.chance(50) ? { stdin: subject } : {}),
    },
    known: [{ id, response: { decision: "approve" } }],
  };
}

function askStep(choices: Choices, _scope: Scope, id: string): MadeStep {
  const rest = choices.pick(["", " | pick decision", " | map --unwrap decision"]);
  return { step: { id, pipeline: `ask --prompt 'Which?'${rest}`, stdin: someList(choices) }, known: [{ id }] };
}

/** What any step can have besides. */
function withMore(choices: Choices, scope: Scope, made: MadeStep): MadeStep {
  const step: { [key: string]: Json } = { ...made.step };
  const acts = "run" in step || "command" in step || "pipeline" in step;
  const condition = choices.chance(22) ? someCondition(choices, scope) : null;
  if (condition !== null) step[choices.chance(70) ? "when" : "condition"] = condition;
  if (choices.chance(8)) step["name"] = "A label: with a colon";
  if (choices.chance(5)) step["description"] = "What it is for";
  if (acts && step["env"] === undefined && choices.chance(10)) {
    step["env"] = { LANG: "C", NOTE: someReference(choices, scope, isScalar)?.text ?? "a note" };
  }
  if (acts && choices.chance(8)) step["cwd"] = choices.pick([".", "sub", "./sub"]);
  if (acts && step["timeout_ms"] === undefined && choices.chance(8)) step["timeout_ms"] = 20_000;
  if (acts && step["on_error"] === undefined && choices.chance(6)) step["on_error"] = "stop";
  if (acts && step["retry"] === undefined && choices.chance(4)) step["retry"] = { max: 2, delay_ms: 1 };
  if (acts && choices.chance(4)) step["idempotent"] = true;
  const known = condition === null ? made.known : made.known.map((each) => ({ ...each, mayBeSkipped: true }));
  return { ...made, step, known };
}
