import type { Rule } from "../rule.ts";

/** No hook: reading the file finds it. */
export const extraPositional: Rule = {
  id: "extra-positional",
  severity: "error",
  summary: "A stage gets a word that it has no use for.",
  explanation: `Most stages take their settings as flags: \`head --n 2\`, \`sort --key date\`, \`dedupe --key id\`. The original ignores such a word.`,
  wrong: `steps:
  - id: list
    pipeline: exec --json --shell 'inbox list --json' | head 2
`,
  right: `steps:
  - id: list
    pipeline: exec --json --shell 'inbox list --json' | head --n 2
`,
  fix: { none: "a word can be a value without its flag, or too much" },
  locked: true,
};
