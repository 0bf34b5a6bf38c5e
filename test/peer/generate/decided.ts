import type { Json } from "../peer-file.ts";
import type { Choices } from "./choices.ts";

/** What a generated file consists of, before it is written down. */
export interface Draft {
  readonly workflow: { readonly [key: string]: Json };
  readonly given: { readonly [name: string]: Json } | null;
}

type Step = { [key: string]: Json };

/** Something that means another thing here than in the original, by a row of the table of deliberate differences. */
export interface Decided {
  readonly decision: string;
  /** Means nothing in JSON. */
  readonly isYaml?: boolean;
  readonly apply: (choices: Choices, draft: Draft) => Draft;
}

const printsObject = { run: `printf '%s\\n' '{"n":5,"s":"a b","tags":["x","y"],"big":1}'` };

/** Steps at the end, whose ids no generated step has. */
function steps(decision: string, make: (choices: Choices) => Step[]): Decided {
  return { decision, apply: (choices, draft) => withSteps(draft, make(choices)) };
}

function withSteps(draft: Draft, more: readonly Step[]): Draft {
  return { ...draft, workflow: { ...draft.workflow, steps: [...(draft.workflow["steps"] as Step[]), ...more] } };
}

function withArgument(draft: Draft, name: string, declared: Json): Draft {
  const args = { ...(draft.workflow["args"] as Step | undefined), [name]: declared };
  return { ...draft, workflow: { ...draft.workflow, args } };
}

/** An argument and the steps that use it. */
function argument(decision: string, declared: (choices: Choices) => Json, more: readonly Step[]): Decided {
  return {
    decision,
    apply: (choices, draft) => withSteps(withArgument(draft, "extra", declared(choices)), more),
  };
}

/** Loops and branches come after the step that they read. */
const source = { id: "d-list", run: "echo '[1,2]'" };

export const decided: readonly Decided[] = [
  steps("D1", (choices) => [
    { id: "d-a", run: choices.pick(["echo hi", `printf '%s' 'a; echo INJECTED'`, `echo '{"q":"it is"}'`]) },
    {
      id: "d-b",
      run: choices
        .pick(["echo <$d-a.stdout>", `echo "$d-a.stdout"`, "printf '%s|' $d-a.stdout end"])
        .replace(/<|>/g, ""),
    },
  ]),
  argument("D2", (choices) => ({ default: choices.pick(["a b", "x | head --n 0", 'say "hi"', "it's"]) }), [
    { id: "d-a", pipeline: "map v=${extra}", stdin: [{ a: 1 }] },
  ]),
  argument("D3", () => ({ default: "$d-x.json.n" }), [
    { id: "d-x", ...printsObject },
    { id: "d-y", run: 'echo "${extra}"' },
    { id: "d-z", run: "cat", stdin: "to ${extra}" },
  ]),
  steps("D6", (choices) => [
    { id: "d-a", run: "exit 3", on_error: choices.pick(["continue", "skip_rest"]), approval: "It failed, go on?" },
    { id: "d-b", run: "echo after" },
  ]),
  steps("D7", () => [{ id: "d-a", run: `echo '{"prompt":"Mine","items":[9]}'`, approval: "Ours?" }]),
  steps("D9", () => [
    source,
    {
      id: "d-loop",
      for_each: "$d-list.json",
      steps: [
        { id: "d-ask", approval: "This one?", stdin: "$item.json" },
        { id: "d-do", run: 'echo "$item.json" >> done.log' },
      ],
    },
  ]),
  steps("D10", (choices) => [
    source,
    {
      id: "d-loop",
      for_each: "$d-list.json",
      steps: [
        {
          id: "d-fails",
          run: "echo x >> tried.log; exit 1",
          ...choices.pick<Step>([{ on_error: "continue" }, { retry: { max: 2, delay_ms: 1 } }]),
        },
        { id: "d-after", run: "echo x >> after.log" },
      ],
    },
  ]),
  steps("D10", () => [
    {
      id: "d-block",
      parallel: {
        branches: [
          { id: "d-no", run: "echo x > no.log", when: false },
          { id: "d-yes", run: "echo 1" },
        ],
      },
    },
  ]),
  steps("D11", () => [
    { id: "d-one", pipeline: "head --n 1", stdin: [{ a: 1 }, { a: 2 }] },
    { id: "d-loop", for_each: "$d-one.json", steps: [{ id: "d-do", run: 'echo "$item.json.a"' }] },
  ]),
  steps("D12", () => [
    {
      id: "d-any",
      parallel: {
        wait: "any",
        branches: [
          { id: "d-no", run: "exit 1" },
          { id: "d-yes", run: "sleep 0.2; echo '\"slow\"'" },
        ],
      },
    },
  ]),
  steps("D13", (choices) => [
    { id: "d-a", run: 'echo "<$PORT><$ON>"', env: { PORT: choices.pick([8080, 1.5, -1]), ON: choices.chance(50) } },
  ]),
  {
    decision: "D14",
    isYaml: true,
    apply: (_choices, draft) => {
      const merged = withSteps(draft, [
        { id: "d-a", run: 'echo "<$A>"', "<<": { env: { A: "merged" }, timeout_ms: 9000 } },
      ]);
      return merged;
    },
  },
  argument("D15", () => ({ description: "has no value" }), [{ id: "d-a", run: 'echo "<${extra}>"' }]),
  {
    decision: "D16",
    apply: (choices, draft) => {
      const known = withArgument(draft, "extra", { default: 1, type: "number" });
      const wrong = choices.pick<Step>([{ nobody: "x" }, { extra: "many" }]);
      return { ...withSteps(known, [{ id: "d-a", run: 'echo "${extra}"' }]), given: { ...draft.given, ...wrong } };
    },
  },
  argument(
    "D17",
    (choices) =>
      choices.pick<Json>([
        { default: { a: [1, "x y"] }, type: "object" },
        { default: [1, 2], type: "array" },
        { default: null },
      ]),
    [{ id: "d-a", run: `printf '%s|%s\\n' "\${extra}" "$LOBSTER_ARG_EXTRA"` }],
  ),
  steps("D19", (choices) => [
    { id: "d-a", run: "echo done" },
    { id: "d-b", run: "echo yes", when: `$d-a.stdout ${choices.pick(["==", "!="])} "done"` },
  ]),
  steps("D20", (choices) => [
    { id: "d-a", ...printsObject },
    { id: "d-b", run: "echo yes", when: `$d-a.json.none ${choices.pick(["==", "!="])} null` },
  ]),
  steps("D23", () => [
    { id: "d-a", ...printsObject },
    { id: "d-b", run: 'echo "<$d-a.json.constructor>"' },
  ]),
  steps("D24", () => [
    { id: "d-a", run: `printf '%s' '[{"n":1},{"n":2}]'` },
    { id: "d-b", pipeline: "map x=1", stdin: "$d-a.json" },
    { id: "d-c", run: "cat", stdin: "$d-a.json" },
  ]),
  steps("D25", () => [{ id: "d-a", pipeline: "exec printf %s 'C:\\'" }]),
  steps("D26", () => [{ id: "d-a", pipeline: "sort --key n --desc=false", stdin: [{ n: 2 }, { n: 1 }] }]),
  steps("D27", () => [{ id: "d-a", pipeline: "exec echo --one two" }]),
  steps("D29", (choices) => [
    { id: "d-a", ...printsObject },
    choices.pick<Step>([
      { id: "d-b", approval: "Send $d-a.json.n?", stdin: "x" },
      { id: "d-b", approval: { prompt: "Send it?", items: "$d-a.json.tags", preview: "n is $d-a.json.n" }, stdin: "x" },
      { id: "d-b", run: "cat", stdin: { whole: "$d-a.json.tags", part: "n: $d-a.json.n", deep: [["$d-a.json.s"]] } },
    ]),
  ]),
  argument("D30", () => ({ default: [1, "two"], type: "array" }), [
    { id: "d-loop", for_each: "${extra}", steps: [{ id: "d-do", run: 'echo "$item.json"' }] },
  ]),
  steps("D34", () => [
    { id: "d-a", run: `printf '%s' '{"id":12345678901234567890}'` },
    { id: "d-b", run: "cat", stdin: "$d-a.json" },
    { id: "d-c", pipeline: "template '{{.}}'", stdin: "$d-b.stdout" },
  ]),
  steps("D35", () => [
    { id: "d-a", pipeline: "sort --key v --desc | json", stdin: [{ v: 1 }, { v: null }, { v: 2 }, {}] },
  ]),
  steps("D41", () => [{ id: "d-a", pipeline: "head --n 2 \\\n  | json", stdin: [1, 2, 3] }]),
  steps("D44", () => [
    { id: "d-a", ...printsObject },
    { id: "d-b", run: "cat", stdin: "costs $$d-a.json.n" },
  ]),
  steps("D46", (choices) => [
    { id: "d-a", run: `echo problem >&2; printf '%s\\n' '{"tags":["x","y"]}'` },
    choices.pick<Step>([
      { id: "d-b", run: "cat", stdin: '$d-a.json["tags"][0] and more' },
      { id: "d-b", run: "cat", stdin: "$d-a.stderr" },
      { id: "d-b", run: 'echo "<$CODE>"', env: { CODE: "$d-a.exit_code" } },
      { id: "d-b", run: "cat", stdin: "there are $d-a.json.tags.length" },
    ]),
  ]),
];
