import type { Rule } from "../rule.ts";

/** No hook: reading the file finds it. */
export const repeatedFlag: Rule = {
  id: "repeated-flag",
  severity: "warning",
  summary: "A flag is given twice.",
  explanation: `The last one counts, and the first is lost without a word. Remove one of them.`,
  wrong: `steps:
  - id: list
    pipeline: exec --json --shell 'inbox list --json' | head --n 5 --n 10
`,
  right: `steps:
  - id: list
    pipeline: exec --json --shell 'inbox list --json' | head --n 10
`,
  fix: { none: "which of the two values is meant, only the author knows" },
};
