import type { Rule } from "../rule.ts";

/** No hook: reading the shell text finds it. */
export const shellSyntax: Rule = {
  id: "shell-syntax",
  severity: "error",
  summary: "A shell cannot read a command.",
  explanation: `A quote, bracket or word of a compound command is missing. The shell would fail when the step is reached, perhaps after it
has run a part of the command.`,
  wrong: `steps:
  - id: greet
    run: echo "hello
`,
  right: `steps:
  - id: greet
    run: echo "hello"
`,
  fix: { none: "where the missing part belongs, only the author knows" },
  locked: true,
};
