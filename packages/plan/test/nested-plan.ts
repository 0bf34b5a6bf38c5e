import type { Plan, PlanStep } from "@lobster-lang/plan";
import { bareStep, smallPlan } from "./small-plan.ts";

function shell(id: string, text: string, more: Partial<PlanStep> = {}): PlanStep {
  return { ...bareStep, id, action: { kind: "shell", script: { text, bindings: [] } }, ...more };
}

/** A loop with a gate in it, and a block of branches. */
export const nestedPlan: Plan = {
  ...smallPlan,
  name: null,
  steps: [
    shell("list", "inbox list --json"),
    {
      ...bareStep,
      id: "each",
      env: [{ name: "WHO", value: [{ ref: { step: "item", path: ["json", "name"] } }] }],
      action: {
        kind: "for_each",
        list: { ref: { step: "list", path: ["json"] } },
        itemVariable: "item",
        indexVariable: "index",
        steps: [
          shell("draft", "draft"),
          {
            ...bareStep,
            id: "ask",
            stdin: { whole: { ref: { step: "draft", path: ["json"] } } },
            gate: {
              prompt: [{ text: "Send to " }, { ref: { step: "item", path: ["json"] } }, { text: "?" }],
              items: null,
              preview: null,
              initiatedBy: null,
              requiredApprover: null,
              requireDifferentApprover: false,
              approvers: [],
              expiresMs: null,
            },
          },
        ],
        concurrency: 2,
        pause: { batchSize: 10, ms: 500 },
      },
    },
    {
      ...bareStep,
      id: "both",
      action: {
        kind: "parallel",
        branches: [
          shell("left", "left", { stdin: { whole: { ref: { step: "each", path: ["json"] } } } }),
          shell("right", "right"),
        ],
        wait: "any",
        concurrency: 16,
        timeoutMs: 1000,
      },
    },
    shell("end", "cat", { stdin: { whole: { ref: { step: "right", path: ["stdout"] } } } }),
  ],
  requires: { commands: [], programs: [], environment: [], gates: ["each/ask"], network: [] },
};
