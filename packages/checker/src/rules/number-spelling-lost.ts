import { entryOf, resolved, type ArgNode } from "@lobster-lang/language";
import type { Rule } from "../rule.ts";

export const numberSpellingLost: Rule = {
  id: "number-spelling-lost",
  severity: "warning",
  summary: "A default reads as a number and loses its spelling.",
  explanation: `\`1.10\`, \`01234\` and \`0x10\` are numbers to YAML, so the argument becomes \`1.1\`, \`1234\` and \`16\`; whole numbers beyond 2^53 are
rounded. Versions, postal codes and ids are texts: put them in quotes.`,
  wrong: `args:
  version:
    default: 1.10
steps:
  - id: tag
    run: git tag "v\${version}"
`,
  right: `args:
  version:
    default: "1.10"
steps:
  - id: tag
    run: git tag "v\${version}"
`,
  fix: "safe",
  file: ({ tree, report }) => {
    for (const arg of tree.args) {
      const scalar = resolved(arg.default);
      if (scalar?.kind !== "scalar" || typeof scalar.value !== "number") continue;
      const isText = isTextArgument(arg);
      const rounded = Number.isInteger(scalar.value) && !Number.isSafeInteger(scalar.value);
      if (String(scalar.value) === scalar.text ? !rounded : !isText && !rounded) continue;
      const aliased = arg.default?.kind === "alias";
      const edit = { range: scalar.range, text: JSON.stringify(scalar.text) };
      report({
        range: scalar.range,
        message: `\`${scalar.text}\` is a number here and becomes \`${scalar.value}\`: write \`${edit.text}\``,
        fixes: aliased || !isText ? [] : [{ title: `write \`${edit.text}\``, safe: true, edits: [edit] }],
      });
    }
  },
};

/** Texts are what arguments are unless `type:` says otherwise. */
function isTextArgument(arg: ArgNode): boolean {
  const type = arg.definition === null ? null : resolved(entryOf(arg.definition, "type")?.value);
  return type?.kind !== "scalar" || type.text === "string";
}
