import type { Rule } from "../rule.ts";

/** No hook: reading the file finds it. */
export const unknownCommand: Rule = {
  id: "unknown-command",
  severity: "error",
  summary: "A pipeline has a stage that does not exist.",
  explanation: `Stages are commands of Lobster, not programs: \`jq\`, \`grep\` or a program of your own run as \`exec --stdin json jq .x\`, or as
\`exec --stdin raw --shell 'grep x | sort'\`. Names are case-sensitive (\`groupBy\`).`,
  wrong: `steps:
  - id: list
    pipeline: exec --json --shell 'inbox list --json' | groupby --key from
`,
  right: `steps:
  - id: list
    pipeline: exec --json --shell 'inbox list --json' | groupBy --key from
`,
  fix: "safe",
  locked: true,
};
