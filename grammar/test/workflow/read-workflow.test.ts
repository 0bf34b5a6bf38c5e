import { describe, expect, it } from "vitest";
import { plainValue } from "@lobster-lang/language";
import type { StepNode, ValueNode, WorkflowTree } from "@lobster-lang/language";
import { createMemo, readWorkflow } from "@lobster-lang/grammar";

function only(tree: WorkflowTree): StepNode {
  expect(tree.steps).toHaveLength(1);
  return tree.steps[0]!;
}

/** What stands in the source at a range. */
function sourceAt(tree: WorkflowTree, range: { start: number; end: number } | undefined | null): string {
  return range === undefined || range === null ? "" : tree.text.slice(range.start, range.end);
}

describe("a workflow file", () => {
  it("gives its name, arguments, environment and steps, each at its place", () => {
    const tree = readWorkflow(`name: triage
args:
  tag: {default: family, type: string, required: false}
  limit: {default: 20}
env: {PORT: 8080}
steps:
  - id: collect
    run: inbox list "\${tag}"
  - id: sort
    pipeline: head --n 5
    stdin: $collect.json
    when: $collect.json.length > 0
`);
    expect(tree.problems).toEqual([]);
    expect(tree.name?.text).toBe("triage");
    expect(tree.args.map(({ name, type, required, hasDefault }) => [name, type, required, hasDefault])).toEqual([
      ["tag", "string", false, true],
      ["limit", "string", null, true],
    ]);
    // D13: a number in env is text as spelled.
    expect(tree.env.map(({ name, value }) => [name, value?.source.text])).toEqual([["PORT", "8080"]]);
    const [collect, sort] = tree.steps;
    expect(collect?.actions[0]?.kind).toBe("shell");
    expect(sort?.actions[0]?.kind).toBe("pipeline");
    expect(sourceAt(tree, sort?.idNode?.range)).toBe("sort");
    const reference = sort?.stdin?.kind === "text-value" ? sort.stdin.text.whole : null;
    expect(sourceAt(tree, reference?.range)).toBe("$collect.json");
    const condition = sort?.when?.condition;
    expect(typeof condition === "object" ? condition?.problems : condition).toEqual([]);
  });

  it("reads a .json file as JSON and everything else as YAML", () => {
    const json = '{"steps": [{"id": "a", "run": "echo"}]}';
    expect(readWorkflow(json, { fileName: "x.json" }).format).toBe("json");
    expect(readWorkflow(json, { fileName: "x.lobster" }).format).toBe("yaml");
    expect(readWorkflow(json, { fileName: "x.lobster" }).steps[0]?.id).toBe("a");
  });

  it("keeps the types of values in stdin, with texts inside", () => {
    const read = only(
      readWorkflow("steps:\n  - id: a\n    run: cat\n    stdin: {n: 1, t: $b.json, l: [true, null, '5']}\n"),
    );
    expect(shape(read.stdin)).toEqual({ n: 1, t: "text $b.json", l: [true, null, "text 5"] });
  });

  it("has an explicit empty stdin as an entry, but as no value", () => {
    const read = only(readWorkflow("steps:\n  - id: a\n    run: cat\n    stdin:\n"));
    expect([read.stdin, read.stdinEntry?.key.text]).toEqual([null, "stdin"]);
  });

  it("takes an argument without a type as text, unless its default is a list or a map", () => {
    const tree = readWorkflow(
      "args: {a: {default: [1]}, b: {default: {x: 1}}, c: {default: true}, d: {}, e: x}\nsteps: []\n",
    );
    expect(tree.args.map(({ name, type, definition }) => [name, type, definition === null])).toEqual([
      ["a", "array", false],
      ["b", "object", false],
      ["c", "string", false],
      ["d", "string", false],
      ["e", "string", true],
    ]);
  });

  it("falls back to `condition` when `when` is empty (w-when-null-condition)", () => {
    const read = only(readWorkflow("steps:\n  - id: a\n    run: x\n    when:\n    condition: false\n"));
    expect([read.when?.key, read.when?.condition]).toEqual(["condition", false]);
  });
});

function gate(value: string): StepNode["approval"] {
  return only(readWorkflow(`steps:\n  - id: g\n    approval: ${value}\n`)).approval;
}

describe("gates (original-language.md 13)", () => {
  it.each(["true", "required", "Go?", "no", "{}", "{prompt: Go?}", "'false'"])("%s stops the run", (value) => {
    expect(gate(value)?.isGate).toBe(true);
  });

  it.each(["false", "null", "", '""', "' '", "1", "[boss]"])("%s does not", (value) => {
    expect(gate(value)?.isGate).toBe(false);
  });

  it("asks with its own words, except for `true` and `required`", () => {
    const prompts = ["true", "required", "{}", "Go?", "{prompt: Go?}"].map((value) => gate(value)?.prompt?.source.text);
    expect(prompts).toEqual([undefined, undefined, undefined, "Go?", "Go?"]);
  });

  it("reads identity fields in both spellings, and blank ones as absent", () => {
    const snake = gate("{initiated_by: bot, required_approver: ana, require_different_approver: true}");
    const camel = gate("{initiatedBy: bot, requiredApprover: ana, requireDifferentApprover: true}");
    for (const read of [snake, camel]) {
      expect(read?.initiatedBy?.source.text).toBe("bot");
      expect(read?.requiredApprover?.source.text).toBe("ana");
      expect(read?.requireDifferentApprover).toBe(true);
    }
    expect(gate("{required_approver: ' '}")?.requiredApprover).toBe(null);
  });
});

describe("inner steps", () => {
  it("reads branches and loops although they do not run yet", () => {
    const tree = readWorkflow(`steps:
  - id: both
    parallel:
      wait: any
      branches:
        - {id: x, run: echo x}
        - {id: y, pipeline: head}
  - id: loop
    for_each: $both.json
    item_var: mail
    steps:
      - {id: show, run: echo $mail.json.name}
  - id: child
    workflow: ./child.lobster
    workflow_args: {who: $both.json}
  - id: ask
    input: {prompt: "City?", responseSchema: {type: string}, defaults: Paris}
`);
    const [both, loop, child, ask] = tree.steps.map((outer) => outer.actions[0]);
    expect(both?.kind === "parallel" && [both.wait, ...both.branches.map(({ id, role }) => `${role} ${id}`)]).toEqual([
      "any",
      "branch x",
      "branch y",
    ]);
    expect(loop?.kind === "for-each" && [loop.itemVariable.name, loop.indexVariable.name, loop.steps[0]?.role]).toEqual(
      ["mail", "index", "sub-step"],
    );
    expect(child?.kind === "workflow" && [child.path.source.text, shape(child.args)]).toEqual([
      "./child.lobster",
      { who: "text $both.json" },
    ]);
    expect(ask?.kind === "input" && [ask.prompt?.source.text, plainValue(ask.responseSchema)]).toEqual([
      "City?",
      { type: "string" },
    ]);
  });
});

describe("a file with faults", () => {
  it("still gives a step for every item of the list", () => {
    const tree = readWorkflow("steps:\n  - id: a\n    run: [1]\n  - just text\n  -\n  - id: 5\n    run: 7\n");
    expect(tree.steps.map(({ id, data, actions }) => [id, data !== null, actions.length])).toEqual([
      ["a", true, 0],
      [null, false, 0],
      [null, false, 0],
      [null, true, 1],
    ]);
    // A command that YAML reads as a number is its spelling.
    const action = tree.steps[3]?.actions[0];
    expect(action?.kind === "shell" && action.text.source.text).toBe("7");
  });

  it("never throws, whatever is cut off or put in", () => {
    const good =
      "name: x\nargs: {a: {default: 1}}\nsteps:\n  - id: a\n    run: |\n      echo ${a}\n    approval: {prompt: Go?}\n  - &s\n    id: b\n    for_each: $a.json\n    steps: [*s, {id: c, parallel: {branches: [*s]}}]\n";
    for (let at = 0; at <= good.length; at += 3) {
      for (const inserted of ["", "\t", ": ", "[", "*s", "'", "- ", "\0"]) {
        const tree = readWorkflow(good.slice(0, at) + inserted + good.slice(at + 1));
        expect(tree.kind).toBe("workflow");
      }
      readWorkflow(good.slice(0, at));
    }
  });
});

function stepText(n: number): string {
  return `  - id: s${n}\n    run: echo $s0.stdout \${a}\n    stdin: [{x: $s0.json}]\n`;
}

function fileText(steps: readonly string[]): string {
  return `name: x\nsteps:\n${steps.join("")}`;
}

describe("reading an edited text again", () => {
  it("builds only the step that changed, and the others keep their nodes at the new places", () => {
    const memo = createMemo();
    const before = readWorkflow(fileText([0, 1, 2, 3].map(stepText)), { memo });
    const kept = before.steps.slice();
    const changed = [stepText(0), stepText(1).replace("echo", "printf"), stepText(2), stepText(3)];
    const after = readWorkflow(`# a comment more\n${fileText(changed)}`, { memo });
    expect(after.steps.map((node, n) => node === kept[n])).toEqual([true, false, true, true]);
    expect(after.steps.map((node) => sourceAt(after, node.idNode?.range))).toEqual(["s0", "s1", "s2", "s3"]);
  });

  it("does not keep a step whose alias stands for something else now", () => {
    const memo = createMemo();
    const text = "x-a: &a {A: one}\nsteps:\n  - id: s\n    run: echo\n    env: *a\n";
    const before = readWorkflow(text, { memo });
    expect(before.steps[0]?.env.map(({ value }) => value?.source.text)).toEqual(["one"]);
    const after = readWorkflow(text.replace("one", "other"), { memo });
    expect(after.steps[0]?.env.map(({ value }) => value?.source.text)).toEqual(["other"]);
  });

  it("gives the same tree as a reading from nothing, after any edit", () => {
    const memo = createMemo();
    let state = 7;
    const random = (below: number): number => (state = (state * 48271) % 2147483647) % below;
    let text = fileText([0, 1, 2, 3, 4].map(stepText));
    for (let round = 0; round < 150; round++) {
      const at = random(text.length);
      const inserted = ["", "x", "\n", "  - id: n\n    run: y\n", "'", "&a ", "*a", ": "][random(8)]!;
      text = text.slice(0, at) + inserted + text.slice(at + random(12));
      const kept = readWorkflow(text, { memo });
      const fresh = readWorkflow(text);
      expect(outline(kept), text).toEqual(outline(fresh));
      if (text.length < 200) text += fileText([0, 1, 2].map(stepText));
    }
  });
});

/** What a reader of the tree sees: ids, actions, texts and all their places. */
function outline(tree: WorkflowTree): unknown {
  const problems = tree.problems.map(({ range, message }) => [range.start, range.end, message]);
  return [tree.steps.map(stepOutline), tree.dialect?.name, problems];
}

function stepOutline(step: StepNode): unknown {
  return [
    step.id,
    step.idNode && [step.idNode.range.start, step.idNode.range.end],
    [step.range.start, step.range.end],
    shape(step.stdin),
    step.env.map(({ name, value }) => [name, value?.source.text, value?.range.start, value?.range.end]),
    step.actions.map((action) => {
      if (action.kind !== "shell") return action.kind;
      return [action.text.source.text, action.text.parts.map(({ kind, range }) => [kind, range.start, range.end])];
    }),
  ];
}

function shape(value: ValueNode | null): unknown {
  if (value === null) return null;
  if (value.kind === "text-value") return `text ${value.text.source.text}`;
  if (value.kind === "literal-value") return value.value;
  if (value.kind === "list-value") return value.items.map(shape);
  return Object.fromEntries(value.entries.map((entry) => [entry.key, shape(entry.value)]));
}
