import type { Rule } from "../rule.ts";

/** No hook: reading the file finds it. */
export const stageAfterRenderer: Rule = {
  id: "stage-after-renderer",
  severity: "error",
  summary: "A stage stands behind `json` or `table`, which end a pipeline.",
  explanation: `\`json\` and \`table\` print the items and pass none on, so a stage behind them sees nothing. Put them last, or leave them out: a
step's result is there as JSON without them.`,
  wrong: `steps:
  - id: list
    pipeline: exec --json --shell 'inbox list --json' | json | head --n 2
`,
  right: `steps:
  - id: list
    pipeline: exec --json --shell 'inbox list --json' | head --n 2 | json
`,
  fix: { none: "the stages can be put in another order, or the renderer left out" },
};
