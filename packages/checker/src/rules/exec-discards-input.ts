import type { Rule } from "../rule.ts";

/** No hook: reading the file finds it. */
export const execDiscardsInput: Rule = {
  id: "exec-discards-input",
  severity: "error",
  summary: "A program in the middle of a pipeline does not get the items.",
  explanation: `\`exec\` behind another stage gets the items on its standard input only with \`--stdin\`: \`--stdin json\` (one JSON list), \`--stdin
jsonl\` (one item a line) or \`--stdin raw\` (text lines). Without it they are thrown away.`,
  wrong: `steps:
  - id: list
    pipeline: exec --json --shell 'inbox list --json' | exec --json jq .
`,
  right: `steps:
  - id: list
    pipeline: exec --json --shell 'inbox list --json' | exec --stdin json --json jq .
`,
  fix: { none: "how the program reads its input (one list, lines, text), only the author knows" },
};
