import type { Answer, Json, PeerFile } from "../peer-file.ts";
import { peerFile } from "../peer-file.ts";
import { samples, type Choices } from "./choices.ts";
import { someObject, someText } from "./data.ts";
import { type Draft, decided } from "./decided.ts";
import { faults } from "./faults.ts";
import { somePipeline } from "./pipelines.ts";
import type { Known, Scope } from "./scope.ts";
import { spelled } from "./spelling.ts";
import { someStep } from "./steps.ts";

type JsonMap = { [key: string]: Json };

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
  const workflow: JsonMap = {
    ...(choices.chance(50) ? { name: "generated" } : {}),
    ...(choices.chance(15) ? { description: "Made by a generator" } : {}),
    ...(Object.keys(args.declared).length === 0 ? {} : { args: args.declared }),
    ...(choices.chance(20) ? { env: someEnvironment(choices, args.values) } : {}),
    ...(choices.chance(6) ? { cwd: choices.pick([".", "sub"]) } : {}),
    steps: made.map(({ step }) => step),
  };
  const isJson = choices.chance(15);
  const draft = varied(choices, { workflow, given: args.given }, isJson);
  return peerFile({
    name: "",
    fileName: isJson ? "w.json" : choices.pick(["w.lobster", "w.lobster", "w.yaml", "w.yml"]),
    text: isJson ? JSON.stringify(draft.workflow, null, choices.pick([0, 2])) : spelled(choices, draft.workflow),
    args: draft.given,
    answers: someAnswers(choices),
    dryRun: choices.chance(6),
    beside,
    faults: draft.faults,
  });
}

/** The file as it is, or with a fault in it, or with something that a decision is about. */
function varied(choices: Choices, draft: Draft, isJson: boolean): Draft & { readonly faults: readonly string[] } {
  if (choices.chance(18)) {
    const { apply, rules } = choices.pick(faults);
    const broken = apply(choices, structuredClone(draft.workflow) as JsonMap);
    if (broken !== null) return { ...draft, workflow: broken, faults: rules };
  }
  if (choices.chance(30)) {
    const { apply } = choices.pick(decided.filter(({ isYaml }) => isYaml !== true || !isJson));
    return { ...apply(choices, draft), faults: [] };
  }
  return { ...draft, faults: [] };
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
