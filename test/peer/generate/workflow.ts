import type { Answer, Json, PeerFile } from "../peer-file.ts";
import { peerFile } from "../peer-file.ts";
import { samples, type Choices } from "./choices.ts";
import { someObject, someText } from "./data.ts";
import { type Fault, faults } from "./faults.ts";
import { somePipeline } from "./pipelines.ts";
import type { Known, Scope } from "./scope.ts";
import { spelled } from "./spelling.ts";
import { someStep } from "./steps.ts";

/** A file before it is written down. */
export interface Workflow {
  readonly [key: string]: Json;
}

/** `count` files, the same for the same seed: most mean something, some have a fault that is named in `faults`. */
export function generatedFiles(seed: number, count: number): PeerFile[] {
  return samples(seed, count, someFile).map((file, i) => ({ ...file, name: `seed ${seed}, file ${i + 1}` }));
}

function someFile(choices: Choices): PeerFile {
  return choices.chance(15) ? somePipelineFile(choices) : someWorkflowFile(choices);
}

/** A pipeline of its own, over items from a file beside it. */
function somePipelineFile(choices: Choices): PeerFile {
  const items = choices.times(0, 5, () => someObject(choices));
  const source = choices.pick(["exec --json cat items.json", "exec --json --shell 'cat items.json'"]);
  const text = `${source} | ${somePipeline(choices, { isInline: true, id: "p", words: [] })}`;
  return peerFile({
    name: "",
    text,
    kind: "pipeline",
    answers: someAnswers(choices),
    beside: { "items.json": JSON.stringify(items) },
  });
}

function someWorkflowFile(choices: Choices): PeerFile {
  const args = someArguments(choices);
  const made: { step: Json; known: readonly Known[] }[] = [];
  let beside: Record<string, string> = { "sub/in-sub.txt": "sub" };
  for (let n = 1 + choices.below(6); n > 0; n--) {
    const scope: Scope = { steps: made.flatMap(({ known }) => known), args: args.values };
    const id = idOf(choices, made.length);
    const next = someStep(choices, scope, id);
    made.push(next);
    beside = { ...beside, ...next.beside };
  }
  let workflow: Workflow = {
    ...(choices.chance(50) ? { name: "generated" } : {}),
    ...(choices.chance(15) ? { description: "Made by a generator" } : {}),
    ...(Object.keys(args.declared).length === 0 ? {} : { args: args.declared }),
    ...(choices.chance(20) ? { env: someEnvironment(choices, args.values) } : {}),
    ...(choices.chance(6) ? { cwd: choices.pick([".", "sub"]) } : {}),
    steps: made.map(({ step }) => step),
  };
  let fault: Fault | null = null;
  if (choices.chance(22)) {
    fault = choices.pick(faults);
    const broken = fault.apply(choices, structuredClone(workflow) as { [key: string]: Json });
    if (broken === null) fault = null;
    else workflow = broken;
  }
  const isJson = choices.chance(15);
  return peerFile({
    name: "",
    fileName: isJson ? "w.json" : choices.pick(["w.lobster", "w.lobster", "w.yaml", "w.yml"]),
    text: isJson ? JSON.stringify(workflow, null, choices.pick([0, 2])) : spelled(choices, workflow),
    args: args.given,
    answers: someAnswers(choices),
    dryRun: choices.chance(6),
    beside,
    faults: fault?.rules ?? [],
  });
}

function idOf(choices: Choices, n: number): string {
  return choices.pick([`s${n}`, `s${n}`, `step_${n}`, `step-${n}`, `Fetch${n}`]);
}

interface SomeArguments {
  readonly declared: { readonly [name: string]: Json };
  readonly values: { readonly [name: string]: Json };
  readonly given: { readonly [name: string]: Json } | null;
}

function someArguments(choices: Choices): SomeArguments {
  const names = choices.some(["who", "limit", "user-id", "dry_run", "title"], 25);
  const declared: Record<string, Json> = {};
  const values: Record<string, Json> = {};
  const given: Record<string, Json> = {};
  for (const name of names) {
    const isNumber = name === "limit";
    const value: Json = isNumber
      ? choices.pick([1, 20, 2.5])
      : name === "dry_run"
        ? choices.chance(50)
        : someText(choices).replaceAll("$", "");
    const type = isNumber ? "number" : name === "dry_run" ? "boolean" : "string";
    declared[name] = {
      default: value,
      ...(choices.chance(30) ? { description: "What it is for" } : {}),
      ...(choices.chance(40) || type !== "string" ? { type } : {}),
    };
    values[name] = value;
    if (choices.chance(30))
      values[name] = given[name] = isNumber ? 3 : type === "boolean" ? true : someText(choices).replaceAll("$", "");
  }
  return { declared, values, given: Object.keys(given).length === 0 ? null : given };
}

function someEnvironment(choices: Choices, args: { readonly [name: string]: Json }): { [name: string]: Json } {
  const [name] = Object.keys(args);
  return {
    VALUE: choices.pick(["from the file", "x y", ...(name === undefined ? [] : [`\${${name}}`])]),
    ...(choices.chance(30) ? { PORT: choices.pick<Json>(["8080", 8080, true]) } : {}),
  };
}

function someAnswers(choices: Choices): Answer[] {
  const response = { decision: "approve" };
  const last: Answer = { approve: choices.pick(["yes", "yes", "yes", "yes", "yes", "yes", "no", "cancel"]), response };
  return choices.chance(80) ? [{ approve: "yes", response }] : [{ approve: "yes", response }, last];
}
