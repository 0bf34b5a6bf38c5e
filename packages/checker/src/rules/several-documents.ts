import type { Rule } from "../rule.ts";

/** No hook: reading the file finds it. */
export const severalDocuments: Rule = {
  id: "several-documents",
  severity: "error",
  summary: "The file holds more than one YAML document.",
  explanation: `A workflow is one document: what follows the second \`---\` would never be read. Put it into a file of its own.`,
  wrong: `steps:
  - id: build
    run: make
---
steps:
  - id: test
    run: make test
`,
  right: `steps:
  - id: build
    run: make
  - id: test
    run: make test
`,
  fix: { none: "the other document may be a workflow of its own, or belong to this one" },
  locked: true,
};
