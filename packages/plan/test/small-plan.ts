import type { Plan, PlanStep } from "@lobster-lang/plan";

export const bareStep: PlanStep = {
  id: "collect",
  name: null,
  description: null,
  when: null,
  action: null,
  gate: null,
  stdin: null,
  env: [],
  cwd: null,
  timeoutMs: null,
  onError: "stop",
  retry: null,
  idempotent: false,
  outputSchema: null,
};

/** The least that is a plan and does something. */
export const smallPlan: Plan = {
  planVersion: 1,
  kind: "workflow",
  name: "inbox",
  description: null,
  shell: "posix",
  args: [],
  env: [],
  cwd: null,
  steps: [{ ...bareStep, action: { kind: "shell", script: { text: "inbox list --json", bindings: [] } } }],
  costLimit: null,
  requires: { commands: [], programs: ["inbox"], environment: [], gates: [], network: [] },
};
