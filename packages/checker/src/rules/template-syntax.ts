import type { Rule } from "../rule.ts";

/** No hook: reading the file finds it. */
export const templateSyntax: Rule = {
  id: "template-syntax",
  severity: "error",
  summary: "A `{{ … }}` of a template cannot be read.",
  explanation: `An expression is a dotted path and filters: \`{{user.name | upper}}\`. The item itself is \`{{.}}\`; there are no brackets and no
calls. Quote the whole text, or its \`|\` starts the next stage.`,
  wrong: `steps:
  - id: list
    pipeline: exec --json --shell 'inbox list --json' | template --text '{{tags[0]}}'
`,
  right: `steps:
  - id: list
    pipeline: exec --json --shell 'inbox list --json' | template --text '{{tags.0}}'
`,
  fix: "safe",
  locked: true,
};
