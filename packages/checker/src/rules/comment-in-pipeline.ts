import type { Rule } from "../rule.ts";

/** No hook: reading the file finds it. */
export const commentInPipeline: Rule = {
  id: "comment-in-pipeline",
  severity: "error",
  summary: "A `#` comment stands in a pipeline.",
  explanation: `A pipeline has no comments: the words behind \`#\` would be read as words of the stage. Put the comment above the key.`,
  wrong: `steps:
  - id: list
    pipeline: |
      # the newest five
      exec --json --shell 'inbox list --json' | head --n 5
`,
  right: `steps:
  # the newest five
  - id: list
    pipeline: |
      exec --json --shell 'inbox list --json' | head --n 5
`,
  fix: "safe",
  locked: true,
};
