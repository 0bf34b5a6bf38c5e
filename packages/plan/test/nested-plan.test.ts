import { formatPlan, placedSteps, readPlan, renderGraph } from "@lobster-lang/plan";
import { describe, expect, it } from "vitest";
import { nestedPlan } from "./nested-plan.ts";

type Editable = { [key: string]: Editable } & { [index: number]: Editable } & Editable[];

/** What a person reads when a plan with blocks was edited like this. */
function complaints(edit: (plan: Editable) => void): readonly string[] {
  const plan = structuredClone(nestedPlan) as unknown as Editable;
  edit(plan);
  return (readPlan(JSON.stringify(plan)).errors ?? []).map((error) => error.message);
}

const put = (value: unknown): Editable => value as Editable;
const reads = (step: string): Editable => put({ whole: { ref: { step, path: ["json"] } } });
const inner = (plan: Editable, index: number): Editable => plan["steps"]![1]!["action"]!["steps"]![index]!;
const branch = (plan: Editable, index: number): Editable => plan["steps"]![2]!["action"]!["branches"]![index]!;

const gate = (plan: Editable) => structuredClone(inner(plan, 1)["gate"])!;

describe("a plan with loops and branches", () => {
  it("reads back as it was written", () => {
    expect(readPlan(formatPlan(nestedPlan))).toEqual({ plan: nestedPlan });
  });

  it("lists its steps, each block before what is in it", () => {
    const found = [...placedSteps(nestedPlan)];
    expect(found.map(({ path }) => path)).toEqual([
      "list",
      "each",
      "each/draft",
      "each/ask",
      "both",
      "both/left",
      "both/right",
      "end",
    ]);
    expect(found[3]!.pointer).toBe("/steps/1/action/steps/1");
  });

  it.each<[string, (plan: Editable) => void, string]>([
    [
      "an inner step from outside",
      (plan) => (plan["steps"]![3]!["stdin"] = reads("draft")),
      "step `end`, stdin, whole: the step `draft` has not run when this is read; only earlier steps can be named",
    ],
    [
      "the item from outside",
      (plan) => (plan["steps"]![3]!["stdin"] = reads("item")),
      "step `end`, stdin, whole: there is no step `item`",
    ],
    [
      "a later inner step",
      (plan) => (inner(plan, 0)["stdin"] = reads("ask")),
      "step `each`, action, step `draft`, stdin, whole: the step `ask` has not run when this is read; only earlier steps can be named",
    ],
    [
      "another branch",
      (plan) => (branch(plan, 1)["stdin"] = reads("left")),
      "step `both`, action, branch `right`, stdin, whole: the step `left` has not run when this is read; only earlier steps can be named",
    ],
    [
      "the loop from inside",
      (plan) => (inner(plan, 0)["stdin"] = reads("each")),
      "step `each`, action, step `draft`, stdin, whole: the step `each` has not run when this is read; only earlier steps can be named",
    ],
  ])("cannot read %s", (_, edit, words) => {
    expect(complaints(edit)).toEqual([words]);
  });

  it("has each id once, where ids share a place", () => {
    expect(complaints((plan) => (branch(plan, 1)["id"] = put("list")))).toContain(
      "step `both`, action, branch `list`, id: an earlier step has the id `list` too",
    );
    expect(complaints((plan) => (inner(plan, 1)["id"] = put("index")))).toContain(
      "step `each`, action, step `index`, id: an earlier step has the id `index` too",
    );
    // A loop's steps have names of their own.
    expect(complaints((plan) => (inner(plan, 0)["id"] = put("list")))).toEqual([
      "step `each`, action, step `ask`, stdin, whole: there is no step `draft`",
    ]);
  });

  it("asks nobody in a branch (D9), hides no gate, and has no gate on a loop itself", () => {
    expect(complaints((plan) => (branch(plan, 1)["gate"] = put({ ...gate(plan), prompt: [] })))).toEqual([
      "step `both`, action, branch `right`, gate: a branch cannot stop for consent (D9)",
      "requires, gates: does not name `both/right`",
    ]);
    const question = { kind: "input", prompt: [], responseSchema: {}, defaults: null, subject: null };
    expect(complaints((plan) => (branch(plan, 1)["action"] = put(question)))).toEqual([
      "step `both`, action, branch `right`, action: a branch cannot stop and ask (D9)",
      "requires, gates: does not name `both/right`",
    ]);
    expect(complaints((plan) => (inner(plan, 1)["action"] = put(question)))).toEqual([
      "step `each`, action, step `ask`, gate: an input step has no gate itself; put it into a step of its own",
      "step `each`, action, step `ask`, stdin: an input step reads nothing; what it asks about is its `subject`",
    ]);
    expect(complaints((plan) => (plan["requires"]!["gates"] = put([])))).toEqual([
      "requires, gates: does not name `each/ask`",
    ]);
    expect(complaints((plan) => (plan["steps"]![1]!["gate"] = put({ ...gate(plan), prompt: [] })))).toContain(
      "step `each`, gate: a loop has no gate itself; put it into a step after the loop",
    );
  });
});

describe("its graph", () => {
  it("goes into a loop and back to it, and from a block into each branch", () => {
    expect(renderGraph(nestedPlan, "mermaid").split("\n")).toEqual([
      "flowchart TD",
      '  s0["list<br/>run<br/>inbox list --json"]',
      '  s1["each<br/>for#95;each<br/>item of $list.json, 2 at once, 500ms pause after 10"]',
      '  s2["each/draft<br/>run<br/>draft"]',
      '  s3{"each/ask<br/>gate<br/>Send to $item.json?"}',
      '  s4["both<br/>parallel<br/>any of 2, at most 1000ms"]',
      '  s5["both/left<br/>run<br/>left"]',
      '  s6["both/right<br/>run<br/>right"]',
      '  s7["end<br/>run<br/>cat"]',
      "  s0 --> s1",
      "  s1 --> s2",
      "  s2 --> s3",
      "  s1 --> s4",
      "  s4 --> s5",
      "  s4 --> s6",
      "  s4 --> s7",
      '  s3 -.->|"next item"| s1',
      '  s0 -.->|"for#95;each"| s1',
      '  s1 -.->|"gate"| s3',
      '  s2 -.->|"stdin"| s3',
      '  s1 -.->|"stdin"| s5',
      '  s6 -.->|"stdin"| s7',
      "",
    ]);
  });
});
