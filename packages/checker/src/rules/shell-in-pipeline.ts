import type { Rule } from "../rule.ts";

/** No hook: reading the file finds it. */
export const shellInPipeline: Rule = {
  id: "shell-in-pipeline",
  severity: "error",
  summary: "Shell syntax stands in a pipeline.",
  explanation: `A pipeline is no shell: \`&&\`, \`;\`, \`>\`, \`$( )\` and backticks are no operators there, and the original takes them for ordinary
words. Use \`run:\` for shell text, \`exec --shell '…'\` for a shell command within a pipeline, and two steps for \`&&\`.`,
  wrong: `steps:
  - id: list
    pipeline: exec --json --shell 'inbox list --json' > list.json
`,
  right: `steps:
  - id: list
    pipeline: exec --json --shell 'inbox list --json > list.json; cat list.json'
`,
  fix: { none: "what a shell would have done must be said in another way" },
  locked: true,
};
