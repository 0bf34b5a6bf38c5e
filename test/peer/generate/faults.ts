import type { Json } from "../peer-file.ts";
import type { Choices } from "./choices.ts";

/** A mistake that people make, and the rules of ours that may refuse the file for it (D5). */
export interface Fault {
  readonly name: string;
  readonly rules: readonly string[];
  /** The workflow with the mistake; null where it has no place for it. */
  readonly apply: (choices: Choices, workflow: { [key: string]: Json }) => { [key: string]: Json } | null;
}

type Step = { [key: string]: Json };

/** A fault of one step that `fits`. */
function onStep(
  name: string,
  rules: readonly string[],
  fits: (step: Step) => boolean,
  change: (step: Step, choices: Choices) => Step,
): Fault {
  return {
    name,
    rules,
    apply: (choices, workflow) => {
      const steps = workflow["steps"] as Step[];
      const places = steps.flatMap((step, i) => (fits(step) ? [i] : []));
      if (places.length === 0) return null;
      const at = choices.pick(places);
      return { ...workflow, steps: steps.map((step, i) => (i === at ? change(step, choices) : step)) };
    },
  };
}

const any = (): boolean => true;
const runs = (step: Step): boolean => typeof step["run"] === "string";
const pipes = (step: Step): boolean => typeof step["pipeline"] === "string" && !/(json|table)$/.test(step["pipeline"]);
const added = (more: Step) => (step: Step) => ({ ...step, ...more });
const piped = (stage: string) => (step: Step) => ({ ...step, pipeline: `${step["pipeline"] as string} | ${stage}` });

export const faults: readonly Fault[] = [
  onStep("misspelt key", ["unknown-key"], any, (step, choices) => ({
    ...step,
    [choices.pick(["timout_ms", "onError", "retries", "depends_on", "Run", "if"])]: 5,
  })),
  onStep("unknown step in a command", ["unknown-step"], runs, added({ run: 'echo "$nowhere.stdout"' })),
  onStep("unknown step as input", ["unknown-step"], runs, added({ stdin: "$nowhere.json" })),
  onStep("unknown step in a condition", ["unknown-step"], any, ({ condition: _condition, ...step }) => ({
    ...step,
    when: "$nowhere.approved",
  })),
  onStep("its own output", ["step-not-yet-run"], runs, (step) => ({
    ...step,
    run: `echo "$${step["id"] as string}.stdout"`,
  })),
  onStep("unknown argument", ["unknown-arg"], runs, added({ stdin: "to ${nobody}" })),
  onStep("run and command", ["several-actions"], runs, added({ command: "echo other" })),
  onStep("blank command", ["nothing-to-run"], runs, added({ run: " " })),
  onStep("inner steps without a loop", ["inert-key"], runs, added({ steps: [{ id: "inner", run: "echo in" }] })),
  onStep("a gate that says no", ["gate-that-says-no"], runs, added({ approval: "no" })),
  onStep("a gate that is none", ["not-a-gate"], runs, added({ approval: [] })),
  onStep("one equals sign", ["bad-condition"], any, ({ condition: _condition, ...step }) => ({
    ...step,
    when: "1 = 1",
  })),
  onStep("words for operators", ["bad-condition"], any, ({ condition: _condition, ...step }) => ({
    ...step,
    when: "true and true",
  })),
  onStep("shell variable in env", ["env-not-expanded"], runs, added({ env: { PLACE: "$HOME/x" } })),
  onStep("unknown stage", ["unknown-command"], pipes, piped("uniq")),
  onStep("positional of head", ["extra-positional"], pipes, piped("head 2")),
  onStep("unknown flag", ["unknown-flag"], pipes, piped("sort --by id")),
  onStep("flag without value", ["missing-flag-value"], pipes, piped("sort --key")),
  onStep("unknown filter", ["unknown-filter"], pipes, piped("template '{{id | shout}}'")),
  onStep("where without operator", ["where-syntax"], pipes, piped("where id")),
  onStep("stage after json", ["stage-after-renderer"], pipes, piped("json | head")),
  onStep("filter in map", ["map-syntax"], pipes, piped("map 'v={{id | upper}}'")),
  onStep("gate in a pipeline", ["gate-in-pipeline"], pipes, piped("approve")),
  onStep("retry without max", ["inert-key", "wrong-type"], runs, added({ retry: { delay_ms: 5 } })),
  onStep("timeout as text", ["wrong-type"], runs, added({ timeout_ms: "5s" })),
  onStep("number as id", ["invalid-id", "unknown-step"], any, added({ id: 5 })),
  {
    name: "the same id twice",
    rules: ["duplicate-id"],
    apply: (_choices, workflow) => {
      const steps = workflow["steps"] as Step[];
      return { ...workflow, steps: [...steps, { id: steps[0]!["id"]!, run: "echo again" }] };
    },
  },
  {
    name: "a key of steps at the top",
    rules: ["unknown-key"],
    apply: (_choices, workflow) => ({ ...workflow, on_error: "continue" }),
  },
  {
    name: "argument in short",
    rules: ["arg-shorthand"],
    apply: (_choices, workflow) => ({
      ...workflow,
      args: { ...(workflow["args"] as Step | undefined), city: "Paris" },
    }),
  },
];
