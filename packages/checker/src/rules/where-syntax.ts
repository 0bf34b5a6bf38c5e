import type { Rule } from "../rule.ts";

/** No hook: reading the file finds it. */
export const whereSyntax: Rule = {
  id: "where-syntax",
  severity: "error",
  summary: "The expression of `where` cannot be read.",
  explanation: `\`where\` takes one word: path, operator (\`=\` \`==\` \`!=\` \`<\` \`<=\` \`>\` \`>=\`), value; quote it when blanks stand in it. There is no
\`and\`: write two stages. Quotes inside the expression would be part of the value.`,
  wrong: `steps:
  - id: list
    pipeline: exec --json --shell 'inbox list --json' | where age > 18
`,
  right: `steps:
  - id: list
    pipeline: exec --json --shell 'inbox list --json' | where 'age > 18'
`,
  fix: { none: "where the expression ends, only the author knows" },
  locked: true,
};
