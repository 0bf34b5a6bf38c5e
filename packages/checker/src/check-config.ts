import { nearest, type ConfigTree, type Diagnostic, type RuleSetting } from "@lobster-lang/language";
import { ruleNamed, rules } from "./rules/index.ts";

/** All findings of a configuration, in file order. Never throws. */
export function checkConfig(config: ConfigTree): readonly Diagnostic[] {
  const found = config.problems.map(({ rule, severity = "error", range, message, related = [], fixes = [] }) => {
    return { rule, severity, range, message, related, fixes };
  });
  const settings = [...config.rules, ...config.paths.flatMap((path) => path.rules)];
  return [...found, ...settings.flatMap(ofSetting)].toSorted((a, b) => a.range.start - b.range.start);
}

/** The severities of rules, as `check` takes them. */
export function ruleLevelsOf(settings: readonly RuleSetting[]): { readonly [ruleId: string]: RuleSetting["level"] } {
  return Object.fromEntries(settings.map(({ rule, level }) => [rule, level]));
}

function ofSetting({ rule: id, level, range }: RuleSetting): readonly Diagnostic[] {
  const rule = ruleNamed(id);
  if (rule?.locked === true && level !== rule.severity) {
    const message = `\`${id}\` stays an ${rule.severity}: nothing could run with this fault, so take this line away`;
    return [{ rule: "bad-config", severity: "warning", range, message, related: [], fixes: [] }];
  }
  if (rule !== undefined) return [];
  const ids = rules.map((each) => each.id);
  const near = nearest(id, ids);
  const hint = near === null ? "`lobster explain` lists them" : `write \`${near}\``;
  const fixes = near === null ? [] : [{ title: hint, safe: false, edits: [{ range, text: near }] }];
  return [
    {
      rule: "bad-config",
      severity: "error",
      range,
      message: `there is no rule \`${id}\`: ${hint}`,
      related: [],
      fixes,
    },
  ];
}
