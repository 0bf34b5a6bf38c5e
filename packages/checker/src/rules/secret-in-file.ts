import type { DataNode, ScalarNode, ValueNode } from "@lobster-lang/language";
import { resolved } from "@lobster-lang/language";
import type { Rule } from "../rule.ts";

export const secretInFile: Rule = {
  id: "secret-in-file",
  severity: "warning",
  summary: "A text looks like a key or token.",
  explanation: `A workflow file is shared, stored and copied into plans. Take a key from the environment (\`$API_KEY\` in a script), or declare an
argument with \`secret: true\`, which is masked in outputs and never stored.`,
  wrong: `steps:
  - id: call
    run: 'curl -H "Authorization: Bearer ghp_0123456789abcdefghijABCDEFGHIJ012345" https://example.org'
`,
  right: `steps:
  - id: call
    run: 'curl -H "Authorization: Bearer $API_KEY" https://example.org'
`,
  fix: {
    none: "where the key should come from instead, only the author knows; and a key that was in a file should be replaced",
  },
  step: (step, { called, report }) => {
    for (const action of step.actions) {
      const child = action.kind === "workflow" && action.args?.kind === "map-value" ? called(action) : undefined;
      if (action.kind !== "workflow" || action.args?.kind !== "map-value" || child?.kind !== "workflow") continue;
      for (const { key, value } of action.args.entries) {
        if (!child.args.some(({ name, secret }) => secret && name === key) || !isWrittenOut(value)) continue;
        const message = `the secret argument \`${key}\` of \`${child.name}\` stands in this file and in every plan: hand on an argument with \`secret: true\``;
        report({ range: value.range, message });
      }
    }
  },
  file: ({ tree, report }) => {
    for (const { secret, default: given } of tree.args) {
      const value = resolved(given);
      if (!secret || given === null || value?.kind !== "scalar" || value.text === "" || value.value === null) continue;
      const message =
        "the default of a secret argument stands in this file and in every plan: leave it out, so that it must be given";
      report({ range: given.range, message });
    }
    if (!anyShape.test(tree.text)) return;
    for (const scalar of scalarsIn(tree.root)) {
      if (!anyShape.test(scalar.text)) continue;
      for (const [pattern, what] of shapes) {
        for (const match of scalar.text.matchAll(pattern)) {
          const range = scalar.map.toSource(match.index, match.index + match[0].length);
          const message = `this looks like ${what}: take it from the environment, or from an argument with \`secret: true\``;
          report({ range, message });
        }
      }
    }
  },
};

function isWrittenOut(value: ValueNode): boolean {
  if (value.kind === "literal-value") return value.value !== null;
  if (value.kind !== "text-value") return false;
  const { parts, source } = value.text;
  return source.text !== "" && !parts.some(({ kind }) => kind === "arg" || kind === "ref");
}

/** Only shapes that the issuers publish, so that an ordinary long word is none. */
const shapes: readonly (readonly [RegExp, string])[] = [
  [/\bgh[pousr]_[A-Za-z0-9]{36,}\b|\bgithub_pat_[A-Za-z0-9_]{50,}\b/g, "a GitHub token"],
  [/\bglpat-[A-Za-z0-9_-]{20,}/g, "a GitLab token"],
  [/\bsk-(?:ant-|proj-|live-)?[A-Za-z0-9_-]{20,}/g, "an API key"],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, "an AWS key"],
  [/\bAIza[A-Za-z0-9_-]{35}\b/g, "a Google API key"],
  [/\bxox[abprs]-[A-Za-z0-9-]{20,}/g, "a Slack token"],
  [/\b[sr]k_live_[A-Za-z0-9]{20,}\b/g, "a Stripe key"],
  [/\bnpm_[A-Za-z0-9]{36}\b/g, "an npm token"],
  [/-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/g, "a private key"],
];

/** A quick look that most texts do not pass. */
const anyShape = /gh[pousr]_|github_pat_|glpat-|sk-|A[KS]IA|AIza|xox|k_live_|npm_|-----BEGIN/;

function scalarsIn(node: DataNode | null): ScalarNode[] {
  if (node === null || node.kind === "alias") return [];
  if (node.kind === "scalar") return typeof node.value === "string" ? [node] : [];
  if (node.kind === "list") return node.items.flatMap(scalarsIn);
  return node.entries.flatMap((entry) => (entry.mergedBy === undefined ? scalarsIn(entry.value) : []));
}
