import type { Rule } from "../rule.ts";

/** No hook: reading the file finds it. */
export const missingFlagValue: Rule = {
  id: "missing-flag-value",
  severity: "error",
  summary: "A flag needs a value and has none.",
  explanation: `A flag takes the next word as its value. Where a \`|\`, another flag or the end follows, there is none. A value that begins with
\`--\` is written as \`--flag=--value\`.`,
  wrong: `steps:
  - id: list
    pipeline: exec --json --shell 'inbox list --json' | sort --key
`,
  right: `steps:
  - id: list
    pipeline: exec --json --shell 'inbox list --json' | sort --key date
`,
  fix: { none: "the value is known to the author only" },
  locked: true,
};
