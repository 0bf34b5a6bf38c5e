import { variablePart } from "../facts/spelling.ts";
import type { Rule } from "../rule.ts";

export const argNameCollision: Rule = {
  id: "arg-name-collision",
  severity: "error",
  summary: "Two arguments share one environment variable, or an argument has none.",
  explanation: `Every argument is also a variable \`LOBSTER_ARG_<NAME>\`: upper case, each run of other characters than letters and digits one
\`_\`. Two names that give the same variable would overwrite each other; a name without ASCII letters or digits gives none (then
only \`\${name}\` and \`LOBSTER_ARGS_JSON\` have its value, if a reference can spell it).`,
  wrong: `args:
  user-id:
    default: "1"
  user_id:
    default: "2"
steps:
  - id: show
    run: echo "$LOBSTER_ARG_USER_ID"
`,
  right: `args:
  user-id:
    default: "1"
  other-user-id:
    default: "2"
steps:
  - id: show
    run: echo "$LOBSTER_ARG_USER_ID"
`,
  fix: { none: "renaming an argument changes how the workflow is called" },
  file: ({ tree, report }) => {
    const first = new Map<string, (typeof tree.args)[number]>();
    for (const arg of tree.args) {
      const part = variablePart(arg.name);
      const { range } = arg.entry.key;
      if (part === "") {
        const message = `\`${arg.name}\` gives no \`LOBSTER_ARG_\` variable: use letters or digits of ASCII if a script needs one`;
        report({ range, message, severity: "info" });
        continue;
      }
      const odd = /[ -~]/.exec(arg.name.replace(/[A-Za-z0-9_-]/g, ""))?.[0];
      if (odd !== undefined) {
        const message = `no \`\${…}\` can name \`${arg.name}\`, because of its \`${odd}\`: only \`LOBSTER_ARG_${part}\` gives its value`;
        report({ range, message, severity: "warning" });
      }
      const other = first.get(part);
      if (other === undefined) first.set(part, arg);
      else if (other.name !== arg.name) {
        report({
          range,
          message: `\`${arg.name}\` and \`${other.name}\` are both \`LOBSTER_ARG_${part}\`: rename one of them`,
          related: [{ range: other.entry.key.range, message: `\`${other.name}\` is here` }],
        });
      }
    }
  },
};
