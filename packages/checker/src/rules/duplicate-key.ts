import type { Rule } from "../rule.ts";

/** No hook: reading the file finds it. */
export const duplicateKey: Rule = {
  id: "duplicate-key",
  severity: "error",
  summary: "A key stands twice in one map.",
  explanation: `Only one of the two could count, and readers of YAML do not agree which. Remove one, or rename it.`,
  wrong: `steps:
  - id: build
    run: make
    run: make test
`,
  right: `steps:
  - id: build
    run: make && make test
`,
  fix: { none: "which of the two is meant, only the author knows" },
  locked: true,
};
