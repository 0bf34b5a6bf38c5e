import type { Rule } from "../rule.ts";

/** No hook: reading the configuration finds it, and `checkConfig` what needs the table of rules. */
export const badConfig: Rule = {
  id: "bad-config",
  severity: "error",
  summary: "the configuration of a project, `.lobsterrc.yaml`, says something that cannot be",
  explanation: `\`.lobsterrc.yaml\` adds commands to the pipe language (\`commands:\`), sets severities (\`rules:\`), names keys that belong to
somebody else (\`extraKeys:\`) and files that are left out (\`ignore:\`). A key or value that does nothing would be believed to do
something, so each is reported, and nothing runs until it is mended.

A command is a program and its words, without a shell. A word that begins with \`./\` is a path from the folder of the
configuration. Names of the language's own stages keep their meaning.`,
  wrong: `commands:
  inbox.list:
    run: ./tools/inbox list
    flag:
      limit: {type: integer}
rules:
  unquoted-values: off
`,
  right: `commands:
  inbox.list:
    run: [./tools/inbox, list]
    flags:
      limit: {type: integer}
rules:
  unquoted-value: off
`,
  fix: "offered",
  locked: true,
  about: "configuration",
};
