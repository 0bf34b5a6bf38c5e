import type { StepNode } from "@lobster-lang/language";
import { shellTextsOf } from "../facts/shell.ts";
import { environmentOf } from "../facts/steps.ts";
import type { Model } from "../model.ts";
import type { Finding, Rule } from "../rule.ts";

export const bashOnly: Rule = {
  id: "bash-only",
  severity: "warning",
  summary: "A command uses syntax that only bash and its like have.",
  explanation: `Commands run under \`/bin/sh\`, which is dash on Debian and Ubuntu and busybox on Alpine: \`[[ … ]]\`, arrays, \`pipefail\` fail there or
mean something else. Say which shell it is for with \`env: {LOBSTER_SHELL: /bin/bash}\`, on the step or for the whole file, or write what
every shell has: \`[ … ]\`, \`=\` for \`==\`, \`printf … | cmd\` for \`<<<\`.`,
  wrong: `steps:
  - id: test
    run: |
      set -o pipefail
      make test | tee log
`,
  right: `steps:
  - id: test
    env:
      LOBSTER_SHELL: /bin/bash
    run: |
      set -o pipefail
      make test | tee log
`,
  fix: { none: "whether the script is for bash or to be rewritten, the author decides" },
  inPipelines: true,
  looksAt: ["bash"],
  step: (step, { model, report }) => look(step, model).forEach(report),
};

function look(step: StepNode, model: Model): Finding[] {
  if (environmentOf(model, step).has("LOBSTER_SHELL")) return [];
  return shellTextsOf(model, step).flatMap((analysis) => {
    const said = new Set<string>();
    return analysis.bashOnly.flatMap(({ what, range }) => {
      if (said.has(what)) return [];
      said.add(what);
      return [
        {
          range,
          message: `${what} is for bash, and commands run under \`/bin/sh\`: add \`LOBSTER_SHELL: /bin/bash\` to \`env:\``,
        },
      ];
    });
  });
}
