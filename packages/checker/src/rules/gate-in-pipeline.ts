import type { Rule } from "../rule.ts";

export const gateInPipeline: Rule = {
  id: "gate-in-pipeline",
  severity: "error",
  summary: "A stage that waits for a person stands where the run cannot stop.",
  explanation: `\`approve\` is for pipelines on the command line. In a workflow a gate is a step, so that the run can stop and go on there: end the
pipeline before \`approve\`, and give the step an \`approval:\`, or put a step with \`approval:\` and \`stdin: $step.json\` behind it.
\`ask\` may stand in a workflow's pipeline, but neither may stand in a branch of \`parallel\`: nobody could answer one branch while
the others run on.`,
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
        if (name === null) continue;
        if (name.text === "approve") report({ range: name.range, message: gateIsStep });
        if (name.text === "ask" && step.role === "branch") report({ range: name.range, message: branchRunsOn });
      }
    }
  },
};

const gateIsStep =
  "a gate in a workflow is a step: end the pipeline here and write `approval:` on the step, or on the next one";

const branchRunsOn =
  "a branch cannot stop and ask: put a step with `input:` or this pipeline before or after the `parallel:` step";
