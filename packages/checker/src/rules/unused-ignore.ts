import type { Rule } from "../rule.ts";

/** No hook: silencing finds it. */
export const unusedIgnore: Rule = {
  id: "unused-ignore",
  severity: "warning",
  summary: "An ignore comment or an `allow:` silences nothing.",
  explanation: `\`# lobster-ignore: rule\` on a line of its own silences that rule on the next line, and in the whole of a text that starts there; in
a script it counts for the next command line. \`allow: [rule]\` does it for a step or the file. One that silences nothing is
left from a fault that is gone, is misspelt, or stands in the wrong place. Faults with which nothing could run cannot be
silenced.`,
  wrong: `steps:
  # lobster-ignore: unknown-key
  - id: build
    run: make
`,
  right: `steps:
  - id: build
    run: make
`,
  fix: "safe",
};
