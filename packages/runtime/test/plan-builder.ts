import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { childKey } from "@lobster-lang/plan";
import type {
  Action,
  ChildPlan,
  Expression,
  ForEachAction,
  Gate,
  InputAction,
  Json,
  ParallelAction,
  Part,
  Plan,
  PlanArg,
  PlanStep,
  Stage,
  StageArgument,
  Text,
  Value,
} from "@lobster-lang/plan";
import { afterEach } from "vitest";
import { resume, run, type OkEnvelope, type ResumeOptions, type RunOptions } from "../src/index.ts";

/** Plans by hand, as short as a workflow file: what a compiler would write. */
export function workflow(steps: readonly PlanStep[], more: Partial<Plan> = {}): Plan {
  return {
    planVersion: 1,
    kind: "workflow",
    name: "test",
    description: null,
    shell: "posix",
    args: [],
    env: [],
    cwd: null,
    steps,
    costLimit: null,
    requires: { commands: [], programs: [], environment: [], gates: [], network: [] },
    ...more,
  };
}

export function pipeline(...list: readonly Stage[]): Plan {
  return workflow([step("pipeline", { action: { kind: "pipeline", stages: list } })], { kind: "pipeline", name: null });
}

export function step(id: string, more: Partial<PlanStep> = {}): PlanStep {
  return {
    id,
    name: null,
    description: null,
    when: null,
    action: null,
    gate: null,
    stdin: null,
    env: [],
    cwd: null,
    timeoutMs: null,
    onError: "stop",
    retry: null,
    idempotent: false,
    outputSchema: null,
    ...more,
  };
}

/** A shell step; bindings by variable, as `arg` or `$step.path` text. */
export function sh(id: string, script: string, more: Partial<PlanStep> = {}): PlanStep {
  return step(id, { action: shell(script), ...more });
}

export function shell(script: string): Action {
  return { kind: "shell", script: { text: script, bindings: [] } };
}

export function bound(
  id: string,
  script: string,
  bindings: { readonly [variable: string]: Part },
  type: "text" | "integer" = "text",
): PlanStep {
  const list = Object.entries(bindings).map(([variable, value]) => ({
    variable,
    value: value as { arg: string },
    type,
  }));
  return step(id, { action: { kind: "shell", script: { text: script, bindings: list } } });
}

export function stages(id: string, list: readonly Stage[], more: Partial<PlanStep> = {}): PlanStep {
  return step(id, { action: { kind: "pipeline", stages: list }, ...more });
}

/** A loop over `list`, a reference such as `a.json` or the name of an argument. */
export function loop(
  id: string,
  list: string,
  steps: readonly PlanStep[],
  more: Partial<PlanStep> & { readonly loop?: Partial<ForEachAction> } = {},
): PlanStep {
  const { loop: settings, ...rest } = more;
  const action: ForEachAction = {
    kind: "for_each",
    list: list.includes(".") ? ref(list) : { arg: list },
    itemVariable: "item",
    indexVariable: "index",
    steps,
    concurrency: 1,
    pause: null,
    ...settings,
  };
  return step(id, { action, ...rest });
}

/** Branches that run at the same time. */
export function parallel(
  id: string,
  branches: readonly PlanStep[],
  more: Partial<PlanStep> & { readonly block?: Partial<ParallelAction> } = {},
): PlanStep {
  const { block, ...rest } = more;
  const action: ParallelAction = {
    kind: "parallel",
    branches,
    wait: "all",
    concurrency: 16,
    timeoutMs: null,
    ...block,
  };
  return step(id, { action, ...rest });
}

/** A workflow that steps can call. */
export function childOf(steps: readonly PlanStep[], more: Partial<ChildPlan> = {}): ChildPlan {
  return { name: null, args: [], env: [], cwd: null, steps, costLimit: null, ...more };
}

/** A step that calls `child`, with arguments as values. */
export function call(
  id: string,
  child: ChildPlan,
  given: { readonly [name: string]: Value } = {},
  more: Partial<PlanStep> = {},
): PlanStep {
  const args = Object.entries(given).map(([name, value]) => ({ name, value }));
  return step(id, { action: { kind: "workflow", file: "child.lobster", child: childKey(child), args }, ...more });
}

/** A plan and the workflows that its steps, and theirs, call. */
export function workflowWith(
  children: readonly ChildPlan[],
  steps: readonly PlanStep[],
  more: Partial<Plan> = {},
): Plan {
  return workflow(steps, { children: Object.fromEntries(children.map((child) => [childKey(child), child])), ...more });
}

export function stage(command: string, args: { readonly [name: string]: StageArgument } = {}): Stage {
  return { command, arguments: args };
}

/** `exec --shell TEXT`, with `--json` or `--stdin`. */
export function exec(script: string, more: { readonly json?: boolean; readonly stdin?: string } = {}): Stage {
  return stage("exec", {
    shell: { script: { text: script, bindings: [] } },
    json: { boolean: more.json === true },
    ...(more.stdin === undefined ? {} : { stdin: { text: text(more.stdin) } }),
  });
}

export function gate(prompt: string, more: Partial<Gate> = {}): Gate {
  return {
    prompt: text(prompt),
    items: null,
    preview: null,
    initiatedBy: null,
    requiredApprover: null,
    requireDifferentApprover: false,
    approvers: [],
    expiresMs: null,
    ...more,
  };
}

/** A question for data. */
export function input(
  id: string,
  responseSchema: InputAction["responseSchema"],
  more: Partial<InputAction> & { readonly step?: Partial<PlanStep> } = {},
): PlanStep {
  const { step: around, ...rest } = more;
  const action: InputAction = {
    kind: "input",
    prompt: text("Q"),
    responseSchema,
    defaults: null,
    subject: null,
    ...rest,
  };
  return step(id, { action, ...around });
}

export function text(...parts: readonly (string | Part)[]): Text {
  return parts.map((part) => (typeof part === "string" ? { text: part } : part));
}

/** `ref("a.json.x", 0)`: `$a.json.x[0]`. */
export function ref(path: string, ...more: readonly (string | number)[]) {
  const [id = "", ...fields] = path.split(".");
  return { ref: { step: id, path: [...fields, ...more] } } as const;
}

export function whole(path: string, ...more: readonly (string | number)[]): Value {
  return { whole: ref(path, ...more) };
}

export function comparison(left: Expression, op: "==" | "!=" | "<" | ">" | "<=" | ">=", right: Expression): Expression {
  return { op, left, right };
}

export function arg(name: string, more: Partial<PlanArg> = {}): PlanArg {
  return {
    name,
    variable: `LOBSTER_ARG_${name.toUpperCase().replace(/[^A-Z0-9]+/g, "_")}`,
    type: "string",
    required: !Object.hasOwn(more, "default"),
    default: null,
    hasDefault: Object.hasOwn(more, "default"),
    enum: null,
    secret: false,
    description: null,
    ...more,
  };
}

const folders: string[] = [];

/** A folder of its own for a test, gone afterwards. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "lobster-runtime-"));
  folders.push(folder);
  return folder;
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

export interface Bench {
  readonly stateDir: string;
  readonly cwd: string;
}

export function bench(): Bench {
  return { stateDir: join(freshFolder(), "state"), cwd: freshFolder() };
}

export function runPlan(plan: Plan, more: Partial<RunOptions> = {}, where: Bench = bench()) {
  return run(plan, { ...where, ...more });
}

export function resumeRun(where: Bench, more: Partial<ResumeOptions>) {
  return resume({ stateDir: where.stateDir, decision: "approve", ...more });
}

/** The output of a run that ended well; a failure shows its message. */
export async function outputOf(plan: Plan, more: Partial<RunOptions> = {}, where?: Bench): Promise<readonly Json[]> {
  const { envelope } = await runPlan(plan, more, where);
  if (!envelope.ok) throw new Error(envelope.error.message);
  return envelope.output;
}

/** The message of a run that failed. */
export async function failureOf(plan: Plan, more: Partial<RunOptions> = {}, where?: Bench): Promise<string> {
  const { envelope } = await runPlan(plan, more, where);
  if (envelope.ok) throw new Error(`the run ended well: ${JSON.stringify(envelope.output)}`);
  return envelope.error.message;
}

/** The request of a run that waits. */
export function requestOf(envelope: { readonly ok: boolean }): NonNullable<OkEnvelope["requiresApproval"]> {
  const request = (envelope as OkEnvelope).requiresApproval ?? null;
  if (request === null) throw new Error(`the run does not wait: ${JSON.stringify(envelope)}`);
  return request;
}

/** The question of a run that waits for data. */
export function questionOf(envelope: { readonly ok: boolean }): NonNullable<OkEnvelope["requiresInput"]> {
  const request = (envelope as OkEnvelope).requiresInput ?? null;
  if (request === null) throw new Error(`the run does not wait for data: ${JSON.stringify(envelope)}`);
  return request;
}
