import type { Rule } from "../rule.ts";

/** No hook: reading the file finds it. */
export const pipelineSyntax: Rule = {
  id: "pipeline-syntax",
  severity: "error",
  summary: "A pipeline cannot be read.",
  explanation: `A pipeline is \`stage | stage | …\`, and a stage is a name, flags and words. Quotes must be closed, and a stage must stand on both
sides of every \`|\`. The rest of the line is still checked.`,
  wrong: `steps:
  - id: list
    pipeline: exec --json --shell 'inbox list --json' | | head --n 5
`,
  right: `steps:
  - id: list
    pipeline: exec --json --shell 'inbox list --json' | head --n 5
`,
  fix: { none: "whether a stage or a `|` is missing, only the author knows" },
  locked: true,
};
