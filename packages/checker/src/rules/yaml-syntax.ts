import type { Rule } from "../rule.ts";

/** No hook: reading the file finds it. */
export const yamlSyntax: Rule = {
  id: "yaml-syntax",
  severity: "error",
  summary: "The file is not valid YAML or JSON.",
  explanation: `Most often a text needs quotes: one with \`: \` in it, or one that begins with \`[ { * & ! % @\` or a backtick. \`|\` behind the key
and the text indented below needs none. Other steps are still checked.`,
  wrong: `steps:
  - id: call
    run: curl -s -H Accept: text/plain localhost
`,
  right: `steps:
  - id: call
    run: |
      curl -s -H Accept: text/plain localhost
`,
  fix: "safe",
  locked: true,
};
