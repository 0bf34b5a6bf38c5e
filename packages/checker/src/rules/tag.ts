import type { Rule } from "../rule.ts";

/** No hook: reading the file finds it. */
export const tag: Rule = {
  id: "tag",
  severity: "error",
  summary: "A YAML tag stands where a text is meant.",
  explanation: `A bare \`!\` starts a tag in YAML, and the word behind it is lost: \`label: !important\` is an empty text. Put the text in quotes.`,
  wrong: `steps:
  - id: show
    env:
      LABEL: !important
    run: echo "$LABEL"
`,
  right: `steps:
  - id: show
    env:
      LABEL: "!important"
    run: echo "$LABEL"
`,
  fix: { none: "whether the `!` belongs to the text, only the author knows" },
  locked: true,
};
