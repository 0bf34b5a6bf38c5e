import type { Rule } from "../rule.ts";

/** No hook: reading the file finds it. */
export const unknownFlag: Rule = {
  id: "unknown-flag",
  severity: "error",
  summary: "A stage gets a flag that it does not have.",
  explanation: `Each stage has its own flags; \`lobster help\` and the stage's page list them. The original ignores a flag that it does not
know, so a misspelt one has no effect there.`,
  wrong: `steps:
  - id: list
    pipeline: exec --json --shell 'inbox list --json' | head --limit 5
`,
  right: `steps:
  - id: list
    pipeline: exec --json --shell 'inbox list --json' | head --n 5
`,
  fix: "safe",
  locked: true,
};
