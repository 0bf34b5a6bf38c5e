import type { Rule } from "../rule.ts";

/** Reported by `check` itself from the tree's dialect: such a file gets this one finding and no other. */
export const notLobster: Rule = {
  id: "not-lobster",
  severity: "info",
  summary: "a file of another language, or written for another engine",
  explanation: `Files of other languages share our endings: programs of the Lobster programming language, reports of the LOBSTER traceability tool,
GitHub Actions, Compose files. They are skipped with one line. A file that was meant for Lobster but is written like another
engine's (GitHub Actions syntax, an agent spec, no \`steps\`) is an error, in one sentence instead of one for each line.`,
  wrong: `name: nightly
agents:
  - researcher
`,
  right: `name: nightly
steps:
  - id: research
    run: research --json
`,
  fix: { none: "another language is not translated by an edit" },
  locked: true,
};
