import type { Rule } from "../rule.ts";

/** No hook: reading the file finds it. */
export const pickSyntax: Rule = {
  id: "pick-syntax",
  severity: "error",
  summary: "The list of fields for `pick` cannot be read.",
  explanation: `\`pick\` takes one word: names of top-level fields with commas and no blanks between: \`pick id,subject\`. A dotted name is not a
path here.`,
  wrong: `steps:
  - id: list
    pipeline: exec --json --shell 'inbox list --json' | pick id, subject
`,
  right: `steps:
  - id: list
    pipeline: exec --json --shell 'inbox list --json' | pick id,subject
`,
  fix: "safe",
  locked: true,
};
