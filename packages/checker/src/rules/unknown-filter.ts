import type { Rule } from "../rule.ts";

/** No hook: reading the file finds it. */
export const unknownFilter: Rule = {
  id: "unknown-filter",
  severity: "error",
  summary: "A template uses a filter that does not exist.",
  explanation: `Filters are: \`upper\`, \`lower\`, \`trim\`, \`string\`, \`truncate\`, \`replace\`, \`split\`, \`first\`, \`last\`, \`length\`, \`join\`, \`json\`, \`default\`,
\`round\` and \`date\`. Names are lower case, and arguments follow with blanks: \`{{subject | truncate 40}}\`. A fallback is \`default\`,
not \`||\`.`,
  wrong: `steps:
  - id: list
    pipeline: exec --json --shell 'inbox list --json' | template --text '{{subject | uper}}'
`,
  right: `steps:
  - id: list
    pipeline: exec --json --shell 'inbox list --json' | template --text '{{subject | upper}}'
`,
  fix: "offered",
  locked: true,
};
