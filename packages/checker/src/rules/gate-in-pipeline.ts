import type { Rule } from "../rule.ts";

export const gateInPipeline: Rule = {
  id: "gate-in-pipeline",
  severity: "error",
  summary: "The stage `approve` stands in a workflow's pipeline.",
  explanation: `\`approve\` is for pipelines on the command line. In a workflow a gate is a step, so that the run can stop and go on there: end the
pipeline before \`approve\`, and give the step an \`approval:\`, or put a step with \`approval:\` and \`stdin: $step.json\` behind it.`,
  wrong: `steps:
  - id: triage
    pipeline: exec --json --shell 'inbox list --json' | approve --prompt 'Go on?'
`,
  right: `steps:
  - id: triage
    pipeline: exec --json --shell 'inbox list --json'
    approval: Go on?
`,
  fix: { none: "the pipeline must be cut in two at the gate, and the parts need ids" },
  step: (step, { report }) => {
    for (const action of step.actions) {
      if (action.kind !== "pipeline") continue;
      for (const { name } of action.pipeline.stages) {
        if (name?.text !== "approve") continue;
        const message =
          "a gate in a workflow is a step: end the pipeline here and write `approval:` on the step, or on the next one";
        report({ range: name.range, message });
      }
    }
  },
};
