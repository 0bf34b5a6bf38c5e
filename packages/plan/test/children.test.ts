import {
  childKey,
  formatPlan,
  placedSteps,
  planHash,
  readPlan,
  renderGraph,
  type ChildPlan,
  type Gate,
  type Plan,
  type PlanStep,
} from "@lobster-lang/plan";
import { describe, expect, it } from "vitest";
import { bareStep, smallPlan } from "./small-plan.ts";

const shell = (id: string, more: Partial<PlanStep> = {}): PlanStep => ({
  ...bareStep,
  id,
  action: { kind: "shell", script: { text: `make ${id}`, bindings: [] } },
  ...more,
});
const asks: Gate = {
  prompt: [{ text: "Go?" }],
  items: null,
  preview: null,
  initiatedBy: null,
  requiredApprover: null,
  requireDifferentApprover: false,
  approvers: [],
  expiresMs: null,
};
const child = (steps: readonly PlanStep[], more: Partial<ChildPlan> = {}): ChildPlan => ({
  name: null,
  args: [],
  env: [],
  cwd: null,
  steps,
  costLimit: null,
  ...more,
});
const call = (id: string, called: ChildPlan, given: { readonly [name: string]: string } = {}): PlanStep => {
  const args = Object.entries(given).map(([name, json]) => ({ name, value: { json } }));
  return { ...bareStep, id, action: { kind: "workflow", file: `${id}.lobster`, child: childKey(called), args } };
};
const who = {
  name: "who",
  variable: "LOBSTER_ARG_WHO",
  type: "string",
  required: true,
  default: null,
  hasDefault: false,
  enum: null,
  secret: false,
  description: null,
} as const;

function planOf(steps: readonly PlanStep[], children: readonly ChildPlan[], gates: readonly string[] = []): Plan {
  const table = Object.fromEntries(children.map((one) => [childKey(one), one]));
  const requires = { commands: [], programs: ["make"], environment: [], gates, network: [] };
  return { ...smallPlan, name: null, steps, requires, children: table };
}

const complaints = (plan: unknown): readonly string[] =>
  (readPlan(JSON.stringify(plan)).errors ?? []).map((error) => error.message);

const leaf = child([shell("write"), shell("ask", { gate: asks })], { args: [who] });
const middle = child([call("left", leaf, { who: "ana" }), call("right", leaf, { who: "bo" })]);
const tree = planOf([shell("first"), call("both", middle)], [leaf, middle], ["both/left/ask", "both/right/ask"]);

const given = (args: object) => complaints(planOf([call("c", leaf, args as { who: string })], [leaf], ["c/ask"]));

const reads = (step: string) => ({ whole: { ref: { step, path: ["json"] as const } } });

describe("a plan with children", () => {
  it("reads back as it was written, and its hash covers the children", () => {
    expect(readPlan(formatPlan(tree))).toEqual({ plan: tree });
    const other = child([shell("write"), shell("ask", { gate: { ...asks, prompt: [{ text: "No?" }] } })]);
    expect(planHash(planOf([call("both", other)], [other]))).not.toBe(planHash(planOf([call("both", leaf)], [leaf])));
  });

  it("holds a child once, and lists its steps wherever it is run", () => {
    expect(Object.keys(tree.children!)).toHaveLength(2);
    const found = [...placedSteps(tree)];
    expect(found.map(({ path }) => path)).toEqual([
      "first",
      "both",
      "both/left",
      "both/left/write",
      "both/left/ask",
      "both/right",
      "both/right/write",
      "both/right/ask",
    ]);
    expect(found.at(-1)!.pointer).toBe(`/children/${childKey(leaf)}/steps/1`);
  });

  it("shows them in its graph, with the ways into a child and out of it", () => {
    const plan = planOf([call("send", leaf, { who: "ana" })], [leaf], ["send/ask"]);
    expect(renderGraph(plan, "mermaid").split("\n")).toEqual([
      "flowchart TD",
      '  s0["send<br/>workflow<br/>send.lobster #40;who: #34;ana#34;#41;"]',
      '  s1["send/write<br/>run<br/>make write"]',
      '  s2{"send/ask<br/>gate + run<br/>make ask"}',
      "  s0 --> s1",
      "  s1 --> s2",
      '  s2 -.->|"output"| s0',
      "",
    ]);
  });
});

describe("a plan with children that somebody edited", () => {
  const key = childKey(leaf);

  it("cannot change a child and keep its name", () => {
    const edited = { ...tree, children: { ...tree.children, [key]: child([shell("evil")], { args: [who] }) } };
    expect(complaints(edited)).toEqual([
      `child \`${key.slice(0, 8)}\`: the key is not the SHA-256 of the child's canonical form`,
    ]);
  });

  it("holds exactly the children that its steps run", () => {
    const [first, both] = tree.steps;
    expect(complaints({ ...tree, steps: [first, both], children: { [key]: leaf } })).toEqual([
      "step `both`, action, child: there is no such child in `children`",
      `child \`${key.slice(0, 8)}\`: no step runs this child; leave it out`,
    ]);
    expect(complaints(planOf([shell("a")], []))).toEqual(["children: the table is empty; leave it out"]);
    const { children: _, ...none } = tree;
    expect(complaints(none)).toEqual(["step `both`, action, child: there is no such child in `children`"]);
  });

  it("hides no gate of a child", () => {
    expect(complaints({ ...tree, requires: { ...tree.requires, gates: ["both/left/ask"] } })).toEqual([
      "requires, gates: does not name `both/right/ask`",
    ]);
  });

  it("gives a child the arguments that it declares, once each", () => {
    expect(given({ who: "x" })).toEqual([]);
    expect(given({ wo: "x" })).toEqual([
      "step `c`, action, argument `wo`: the child has no argument `wo`",
      "step `c`, action, args: the child needs the argument `who`",
    ]);
  });

  it("asks nobody in a branch, however deep (D9)", () => {
    const parallel = { kind: "parallel", wait: "all", concurrency: 16, timeoutMs: null } as const;
    const block = { ...bareStep, id: "block", action: { ...parallel, branches: [call("b", middle), shell("c")] } };
    const gates = ["block/b/left/ask", "block/b/right/ask"];
    expect(complaints(planOf([block], [leaf, middle], gates))).toEqual([
      "step `block`, action, branch `b`, action: a branch cannot stop for consent, and this child does (D9)",
    ]);
  });

  it("reads names of its own workflow only", () => {
    const peeping = child([shell("in", { stdin: reads("first") })]);
    expect(complaints(planOf([shell("first"), call("c", peeping)], [peeping]))).toEqual([
      `child \`${childKey(peeping).slice(0, 8)}\`, step \`in\`, stdin, whole: there is no step \`first\``,
    ]);
    const plan = planOf([call("c", middle), shell("out", { stdin: reads("left") })], [leaf, middle]);
    expect(complaints(plan)).toContain("step `out`, stdin, whole: there is no step `left`");
  });

  it("cannot be made to grow without end by children in children", () => {
    const children: ChildPlan[] = [child([shell("leaf")])];
    for (let level = 0; level < 40; level++) {
      children.push(child([call("a", children.at(-1)!), call("b", children.at(-1)!)]));
    }
    const start = performance.now();
    expect(complaints(planOf([call("top", children.at(-1)!)], children))).toEqual([
      expect.stringMatching(/^children: with all children there are \d+ steps; at most 1000000 are read$/),
    ]);
    const chain: ChildPlan[] = [child([shell("leaf")])];
    while (chain.length < 1200) chain.push(child([call("a", chain.at(-1)!)]));
    expect(complaints(planOf([call("top", chain.at(-1)!)], chain))).toEqual([
      "children: children run children more than 200 levels deep; more are not read",
    ]);
    expect(performance.now() - start).toBeLessThan(15_000);
  });
});
