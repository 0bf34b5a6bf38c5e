import type { Rule } from "../rule.ts";

/** No hook: reading the file finds it. */
export const flagSwallowsWord: Rule = {
  id: "flag-swallows-word",
  severity: "error",
  summary: "A word stands behind a flag that takes none.",
  explanation: `\`--desc\`, \`--json\` and other switches take no value. In the original such a flag swallows the next word, and the stage never
sees it; here it does not, so the two read this line differently. Put the word first, or write what the flag shall be:
\`--desc=false\`.`,
  wrong: `steps:
  - id: list
    pipeline: exec --json --shell 'inbox list --json' | sort --key date --desc false
`,
  right: `steps:
  - id: list
    pipeline: exec --json --shell 'inbox list --json' | sort --key date --desc=false
`,
  fix: "safe",
};
