import type { Rule } from "../rule.ts";

/** No hook: reading the file finds it. */
export const mapSyntax: Rule = {
  id: "map-syntax",
  severity: "error",
  summary: "An assignment of `map` cannot be read.",
  explanation: `\`map\` takes words of the form \`key=text\`, where the text may hold \`{{path}}\`; quote a word that has blanks. Or it takes \`--wrap
KEY\` or \`--unwrap KEY\`.`,
  wrong: `steps:
  - id: list
    pipeline: exec --json --shell 'inbox list --json' | map label subject
`,
  right: `steps:
  - id: list
    pipeline: exec --json --shell 'inbox list --json' | map 'label={{subject}}'
`,
  fix: { none: "what the key shall hold is known to the author only" },
  locked: true,
};
