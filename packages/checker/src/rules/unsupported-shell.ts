import { isPosixShell, posixShells, type EnvNode } from "@lobster-lang/language";
import type { Finding, Rule } from "../rule.ts";

export const unsupportedShell: Rule = {
  id: "unsupported-shell",
  severity: "error",
  summary: "`LOBSTER_SHELL` names no shell that commands can be compiled for.",
  explanation: `A command is compiled so that no value in it can become code, and how that is done depends on the shell. \`LOBSTER_SHELL\` in \`env:\`
chooses among the shells of the POSIX family: ${posixShells.map((shell) => `\`${shell}\``).join(", ")} (by name or path). It must be written out, because it
has to be known before anything runs. For any other shell, start it from a step: \`run: zsh script.zsh\`.`,
  wrong: `env:
  LOBSTER_SHELL: /usr/bin/fish
steps:
  - id: list
    run: inbox list --json
`,
  right: `env:
  LOBSTER_SHELL: /bin/bash
steps:
  - id: list
    run: inbox list --json
`,
  fix: { none: "which shell the script is for is known to the author only" },
  locked: true,
  file: ({ tree, report }) => look(tree.env).forEach(report),
  looksAt: ["env"],
  step: (step, { report }) => look(step.env).forEach(report),
};

function look(env: readonly EnvNode[]): Finding[] {
  return env.flatMap(({ name, value }): Finding[] => {
    if (name !== "LOBSTER_SHELL" || value === null || value.source.text.trim() === "") return [];
    const { range } = value;
    if (value.parts.some((part) => part.kind === "arg" || part.kind === "ref"))
      return [
        { range, message: "which shell this is must be known before anything runs: write its name or path here" },
      ];
    const shell = value.source.text;
    if (isPosixShell(shell)) return [];
    const message = `commands cannot be compiled for \`${shell}\`: use one of ${posixShells.join(", ")}, or start it from a step (\`run: zsh script.zsh\`)`;
    return [{ range, message }];
  });
}
