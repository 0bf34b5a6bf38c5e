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
      ["limit", "number", null, true],
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
