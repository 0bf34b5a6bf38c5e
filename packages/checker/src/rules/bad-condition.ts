import type { Rule } from "../rule.ts";

/** No hook: reading the file finds it. */
export const badCondition: Rule = {
  id: "bad-condition",
  severity: "error",
  summary: "A condition cannot be read.",
  explanation: `A condition compares references, arguments, numbers, texts in quotes and \`true\`, \`false\`, \`null\` with \`==\` \`!=\` \`<\` \`<=\` \`>\` \`>=\`,
joined by \`&&\`, \`||\`, \`!\` and parentheses. It is neither shell nor JavaScript nor a template: \`and\`, \`=\`, \`===\`, \`\${{ }}\` and
\`[ … ]\` are those of others. The original finds such faults only when the step is reached.`,
  wrong: `steps:
  - id: count
    run: inbox count --json
  - id: report
    run: mail-report
    when: $count.json.n = 1
`,
  right: `steps:
  - id: count
    run: inbox count --json
  - id: report
    run: mail-report
    when: $count.json.n == 1
`,
  fix: "safe",
  locked: true,
};
