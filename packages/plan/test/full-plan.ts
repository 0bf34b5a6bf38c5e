import type { Plan } from "@lobster-lang/plan";
import { bareStep } from "./small-plan.ts";

/** One of everything: an argument, bindings, a pipeline, a gate, a condition. */
export const fullPlan: Plan = {
  planVersion: 1,
  kind: "workflow",
  name: "triage",
  description: null,
  shell: "posix",
  args: [
    {
      name: "tag",
      variable: "LOBSTER_ARG_TAG",
      type: "string",
      required: false,
      default: "family",
      hasDefault: true,
      enum: null,
      secret: false,
      description: null,
    },
  ],
  env: [{ name: "MODE", value: [{ text: "fast" }] }],
  cwd: null,
  steps: [
    {
      ...bareStep,
      action: {
        kind: "shell",
        script: {
          text: 'inbox list --tag "${LOBSTER_ARG_TAG}"',
          bindings: [{ variable: "LOBSTER_ARG_TAG", value: { arg: "tag" }, type: "text" }],
        },
      },
    },
    {
      ...bareStep,
      id: "pick",
      stdin: { whole: { ref: { step: "collect", path: ["json"] } } },
      action: {
        kind: "pipeline",
        stages: [
          {
            command: "where",
            arguments: { expression: { where: { path: ["age"], operator: ">=", value: [{ text: "3" }] } } },
          },
          { command: "head", arguments: { n: { number: 5 } } },
        ],
      },
    },
    {
      ...bareStep,
      id: "apply",
      when: {
        op: "and",
        left: { ref: { step: "pick", path: ["json"] } },
        right: { op: "not", operand: { arg: "tag" } },
      },
      env: [{ name: "COUNT", value: [{ ref: { step: "pick", path: ["json", "length"] } }] }],
      action: {
        kind: "shell",
        script: {
          text: 'inbox apply "${_LOBSTER_1}" $((${_LOBSTER_2} + 1))',
          bindings: [
            { variable: "_LOBSTER_1", value: { ref: { step: "pick", path: ["stdout"] } }, type: "text" },
            { variable: "_LOBSTER_2", value: { ref: { step: "pick", path: ["json", 0, "n"] } }, type: "integer" },
          ],
        },
      },
      gate: {
        prompt: [{ text: "Apply " }, { arg: "tag" }, { text: "?" }],
        items: { list: [{ whole: { ref: { step: "pick", path: ["json"] } } }] },
        preview: [{ ref: { step: "apply", path: ["stdout"] } }],
        initiatedBy: [{ text: "ann" }],
        requiredApprover: null,
        requireDifferentApprover: true,
        approvers: ["ed25519:MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqo"],
        expiresMs: 86_400_000,
      },
    },
  ],
  costLimit: null,
  requires: { commands: ["head", "where"], programs: ["inbox"], environment: [], gates: ["apply"], network: [] },
};
