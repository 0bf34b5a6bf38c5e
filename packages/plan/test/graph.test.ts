import { renderGraph, type Plan } from "@lobster-lang/plan";
import { describe, expect, it } from "vitest";
import { fullPlan } from "./full-plan.ts";
import { bareStep, smallPlan } from "./small-plan.ts";

describe("the graph of a plan", () => {
  it("as Mermaid: boxes, diamonds for gates, order, and where data comes from", () => {
    expect(renderGraph(fullPlan, "mermaid")).toBe(
      [
        "flowchart TD",
        '  s0["collect<br/>run<br/>inbox list --tag #34;$#123;tag#125;#34;"]',
        "  s1[\"pick<br/>pipeline<br/>where 'age #62;= 3' #124; head --n 5\"]",
        '  s2{"apply<br/>gate + run<br/>inbox apply #34;$pick.stdout#34; $#40;#40;$pick.json#91;0#93;.n + 1#41;#41;"}',
        "  s0 --> s1",
        "  s1 --> s2",
        '  s0 -.->|"stdin"| s1',
        '  s1 -.->|"when: $pick.json #38;#38; !$#123;tag#125;, run, env, gate"| s2',
        "",
      ].join("\n"),
    );
  });

  it("as dot", () => {
    expect(renderGraph(fullPlan, "dot")).toBe(
      [
        'digraph "triage" {',
        "  rankdir=TB;",
        '  node [fontname="sans-serif"];',
        '  s0 [shape=box, label="collect\\nrun\\ninbox list --tag \\"${tag}\\""];',
        "  s1 [shape=box, label=\"pick\\npipeline\\nwhere 'age >= 3' | head --n 5\"];",
        '  s2 [shape=diamond, label="apply\\ngate + run\\ninbox apply \\"$pick.stdout\\" $(($pick.json[0].n + 1))"];',
        "  s0 -> s1;",
        "  s1 -> s2;",
        '  s0 -> s1 [style=dashed, constraint=false, label="stdin"];',
        '  s1 -> s2 [style=dashed, constraint=false, label="when: $pick.json && !${tag}, run, env, gate"];',
        "}",
        "",
      ].join("\n"),
    );
  });

  it("as text for a terminal", () => {
    expect(renderGraph(fullPlan, "ascii")).toBe(
      [
        "triage",
        "",
        '  [collect]  run: inbox list --tag "${tag}"',
        "    |",
        "  [pick]     pipeline: where 'age >= 3' | head --n 5",
        "    |   <- collect (stdin)",
        "    |",
        '  <apply>    gate + run: inbox apply "$pick.stdout" $(($pick.json[0].n + 1))',
        "    |   <- pick (when: $pick.json && !${tag}, run, env, gate)",
        "",
      ].join("\n"),
    );
  });

  it("keeps quotes, backslashes and newlines inside the labels", () => {
    const plan = odd('echo "a\\n"\necho \u001b[31m#1 <b>&amp;</b> `x`');
    expect(renderGraph(plan, "dot")).toContain(
      'label="collect\\nrun\\necho \\"a\\\\n\\" ; echo  [31m#1 <b>&amp;</b> `x`"',
    );
    expect(renderGraph(plan, "dot")).toContain('digraph "a \\"quoted\\" \\\\ name" {');
    const label = renderGraph(plan, "mermaid").split("\n")[1]!;
    expect(label).toBe(
      '  s0["collect<br/>run<br/>echo #34;a#92;n#34; #59; echo  #91;31m#35;1 #60;b#62;#38;amp#59;#60;/b#62; #96;x#96;"]',
    );
  });

  it("cuts long commands at 80 characters, never through a pair", () => {
    const line = renderGraph(odd("🦞".repeat(100)), "ascii").split("\n")[2]!;
    expect(line).toBe(`  [collect]  run: ${"🦞".repeat(77)}...`);
  });

  it("writes the order of operators in a condition as it is", () => {
    const [collect] = smallPlan.steps;
    const when = {
      op: "and",
      left: { op: "or", left: { ref: { step: "collect", path: ["error"] } }, right: { value: false } },
      right: {
        op: "not",
        operand: { op: "==", left: { ref: { step: "collect", path: ["json", "a-b"] } }, right: { value: "x" } },
      },
    } as const;
    const plan: Plan = { ...smallPlan, steps: [collect!, { ...bareStep, id: "next", when, action: collect!.action }] };
    expect(renderGraph(plan, "ascii")).toContain('(when: ($collect.error || false) && !($collect.json["a-b"] == "x"))');
  });
});

/** A plan of one step with this script, under an awkward name. */
function odd(text: string): Plan {
  return {
    ...smallPlan,
    name: 'a "quoted" \\ name',
    steps: [{ ...bareStep, action: { kind: "shell", script: { text, bindings: [] } } }],
  };
}
