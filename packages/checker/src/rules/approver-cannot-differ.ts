import type { Rule } from "../rule.ts";

export const approverCannotDiffer: Rule = {
  id: "approver-cannot-differ",
  severity: "error",
  summary: "A gate wants another approver than the initiator, and names no initiator.",
  explanation: `\`require_different_approver\` compares who approves with \`initiated_by\`. Without an initiator there is nobody to differ from, and the
original lets everyone pass. Name the initiator, for example by an argument: \`initiated_by: \${user}\`.`,
  wrong: `steps:
  - id: build
    run: make
    approval:
      prompt: Deploy?
      require_different_approver: true
`,
  right: `args:
  user:
    required: true
steps:
  - id: build
    run: make
    approval:
      prompt: Deploy?
      initiated_by: \${user}
      require_different_approver: true
`,
  fix: { none: "who starts the run is known to the author only" },
  step: (step, { report }) => {
    const { approval } = step;
    if (approval?.requireDifferentApprover !== true || approval.initiatedBy !== null) return;
    const { value, key } = approval.entry;
    const entry =
      value?.kind === "map" ? value.entries.find((one) => /^require_?different/i.test(one.key.text)) : undefined;
    report({
      range: entry?.key.range ?? key.range,
      message: "nobody is named from whom the approver must differ: write `initiated_by:` beside it",
    });
  },
};
