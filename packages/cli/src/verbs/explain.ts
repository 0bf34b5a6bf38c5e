import { ruleNamed, rules } from "@lobster-lang/checker";
import type { Rule } from "@lobster-lang/checker";
import { nearest } from "@lobster-lang/language";
import { readArguments } from "../arguments.ts";
import { UsageError } from "../usage-error.ts";
import { described } from "../verb-table.ts";
import type { Verb } from "../verb-types.ts";

/** `lobster explain RULE`, or the list of all rules. */
export const verb: Verb = {
  async run(words, io) {
    const args = readArguments(described("explain"), words);
    const [id, ...more] = args.positionals;
    if (more.length > 0) throw new UsageError("`lobster explain` takes one rule");
    const asked = id === undefined ? rules : [known(id)];
    if (args.value("format") === "json") io.stdout.write(`${JSON.stringify(asked.map(asData), null, 2)}\n`);
    else io.stdout.write(id === undefined ? listed(asked) : explained(asked[0]!));
    return 0;
  },
};

function known(id: string): Rule {
  // People paste what they see: `error[unknown-step]`, `[unknown-step]`.
  const bare = id.replace(/^[a-z]*\[|\]$/g, "");
  const rule = ruleNamed(bare);
  if (rule !== undefined && rule !== null) return rule;
  const meant = nearest(
    bare,
    rules.map((one) => one.id),
  );
  throw new UsageError(
    `there is no rule \`${bare}\`: ${meant === null ? "`lobster explain` lists them all" : `did you mean \`${meant}\`?`}`,
  );
}

function listed(all: readonly Rule[]): string {
  const width = Math.max(...all.map((rule) => rule.id.length));
  return all.map((rule) => `${rule.id.padEnd(width)}  ${rule.severity.padEnd(7)}  ${rule.summary}\n`).join("");
}

function explained(rule: Rule): string {
  const fix = typeof rule.fix === "string" ? fixWords[rule.fix] : `None: ${rule.fix.none}`;
  return (
    [
      `${rule.id} (${rule.severity})`,
      rule.summary,
      rule.explanation.trim(),
      `Fix: ${fix}`,
      ...(rule.wrong === "" ? [] : [`Wrong:\n\n${indented(rule.wrong)}`]),
      ...(rule.right === "" ? [] : [`Right:\n\n${indented(rule.right)}`]),
    ].join("\n\n") + "\n"
  );
}

const fixWords = {
  safe: "`lobster check --fix` applies it.",
  offered: "an editor offers it; `lobster check` prints it as a suggestion.",
} as const;

function indented(text: string): string {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => (line === "" ? "" : `    ${line}`))
    .join("\n");
}

function asData(rule: Rule) {
  const { id, severity, summary, explanation, wrong, right, fix } = rule;
  return { rule: id, severity, summary, explanation, wrong, right, fix };
}
