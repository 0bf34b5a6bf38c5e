import type { ArgNode } from "@lobster-lang/language";
import { entryOf, resolved } from "@lobster-lang/language";
import type { Rule } from "../rule.ts";
import { prependEntry } from "../structure/entry-edits.ts";

export const unmarkedSecret: Rule = {
  id: "unmarked-secret",
  severity: "warning",
  summary: "An argument is named like a secret and not marked as one.",
  explanation: `The arguments of a run are stored with it, so that it can go on after a pause or a crash. One with \`secret: true\` is not: its
value is on no disk, is shown as \`***\` in every output, and must be given again to resume. Where the name misleads,
\`secret: false\` says so.`,
  wrong: `args:
  api_token: {description: Of the mail service}
steps:
  - id: fetch
    run: inbox list --token "\${api_token}"
`,
  right: `args:
  api_token: {description: Of the mail service, secret: true}
steps:
  - id: fetch
    run: inbox list --token "\${api_token}"
`,
  fix: "offered",
  file: ({ tree, report }) => {
    for (const arg of tree.args) {
      if (!isNamedLikeOne(arg) || arg.definition === null || entryOf(arg.definition, "secret") !== undefined) continue;
      const edit = prependEntry(tree, arg.definition, "secret", "true");
      report({
        range: arg.entry.key.range,
        message: `\`${arg.name}\` would be stored in the clear with the run: write \`secret: true\`, or \`secret: false\` if it is none`,
        fixes: edit === null ? [] : [{ title: "add `secret: true`", safe: false, edits: [edit] }],
      });
    }
  },
};

/** One text; counts of tokens, and where a secret lies, are none. */
function isNamedLikeOne({ name, type, default: given }: ArgNode): boolean {
  const value = resolved(given);
  const isText =
    value === null || (value.kind === "scalar" && (typeof value.value === "string" || value.value === null));
  return (
    type === "string" && isText && /(?:^|[_-])(?:token|secret|password|passwd|api[_-]?key|private[_-]?key)$/i.test(name)
  );
}
